import type { McpServerSummary } from '../api/mcp-servers.ts';
import marks from '../connection-parts/credential-mark.module.css';
import { Icon, type IconName } from '../look/icons.tsx';
import { serverStates as texts } from '../texts/connectors.ts';

type Shown = McpServerSummary['state'] | 'off';

const SHAPES: Readonly<Record<Shown, IconName>> = {
  ready: 'circle-check',
  unreachable: 'circle-x',
  connect: 'plug',
  off: 'power',
};

/** The colours are those of credentials. */
const TONES: Readonly<Record<Shown, string>> = {
  ready: 'ready',
  unreachable: 'reconnect',
  connect: 'connect',
  off: 'off',
};

export function ServerMark({ server: { state, enabled } }: { server: Pick<McpServerSummary, 'state' | 'enabled'> }) {
  const shown = enabled ? state : 'off';
  return (
    <span className={marks.mark} data-state={TONES[shown]}>
      <Icon name={SHAPES[shown]} size={16} />
      {texts[shown]}
    </span>
  );
}
