import type { McpServerSummary } from '../api/mcp-servers.ts';
import type { IconName } from '../look/icons.tsx';
import { Mark, type Tone } from '../look/mark.tsx';
import { serverStates as texts } from '../texts/connectors.ts';

type Shown = McpServerSummary['state'] | 'off';

const LOOKS: Readonly<Record<Shown, [icon: IconName, tone: Tone | undefined]>> = {
  ready: ['circle-check', 'success'],
  unreachable: ['circle-x', 'failed'],
  connect: ['plug', 'waiting'],
  off: ['power', undefined],
};

export function ServerMark({ server: { state, enabled } }: { server: Pick<McpServerSummary, 'state' | 'enabled'> }) {
  const shown = enabled ? state : 'off';
  const [icon, tone] = LOOKS[shown];
  return <Mark tone={tone} icon={icon} size={16} word={texts[shown]} />;
}
