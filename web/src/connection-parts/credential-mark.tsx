/** The state of a credential. */
import type { Credential } from '../api/credentials.ts';
import type { IconName } from '../look/icons.tsx';
import { Mark, type Tone } from '../look/mark.tsx';
import { useNow } from '../look/time.tsx';
import { credentialStates as texts } from '../texts/credentials.ts';

type Shown = Credential['state'] | 'rotate';

const LOOKS: Readonly<Record<Shown, [icon: IconName, tone: Tone]>> = {
  ready: ['circle-check', 'success'],
  connect: ['plug', 'waiting'],
  reconnect: ['circle-alert', 'failed'],
  rotate: ['clock', 'warning'],
};

interface CredentialMarkProps {
  credential: Pick<Credential, 'state'> & Partial<Pick<Credential, 'rotate_at'>>;
}

export function CredentialMark({ credential: { state, rotate_at = null } }: CredentialMarkProps) {
  const now = useNow();
  const shown: Shown = state === 'ready' && rotate_at !== null && rotate_at <= now ? 'rotate' : state;
  const [icon, tone] = LOOKS[shown];
  return <Mark tone={tone} icon={icon} size={16} word={texts[shown]} />;
}
