/** The state of a credential, with a shape as well as a colour. */
import type { Credential } from '../api/credentials.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { useNow } from '../look/time.tsx';
import { credentialStates as texts } from '../texts/credentials.ts';
import classes from './credential-mark.module.css';

type Shown = Credential['state'] | 'rotate';

const SHAPES: Readonly<Record<Shown, IconName>> = {
  ready: 'circle-check',
  connect: 'plug',
  reconnect: 'circle-alert',
  rotate: 'clock',
};

interface CredentialMarkProps {
  credential: Pick<Credential, 'state'> & Partial<Pick<Credential, 'rotate_at'>>;
}

export function CredentialMark({ credential: { state, rotate_at = null } }: CredentialMarkProps) {
  const now = useNow();
  const shown: Shown = state === 'ready' && rotate_at !== null && rotate_at <= now ? 'rotate' : state;
  return (
    <span className={classes.mark} data-state={shown}>
      <Icon name={SHAPES[shown]} size={16} />
      {texts[shown]}
    </span>
  );
}
