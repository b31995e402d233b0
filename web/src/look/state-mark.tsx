import * as texts from '../texts/look.ts';
import { Icon, type IconName } from './icons.tsx';
import classes from './state-mark.module.css';

export type State = 'queued' | 'running' | 'waiting' | 'success' | 'failed' | 'cancelled' | 'skipped';

/** Every state has a shape as well as a colour, so that the colour is never alone. */
const SHAPES: Record<State, IconName> = {
  queued: 'hourglass',
  running: 'circle-dot',
  waiting: 'circle-pause',
  success: 'circle-check',
  failed: 'circle-x',
  cancelled: 'ban',
  skipped: 'skip-forward',
};

const WORDS: Record<State, string> = {
  queued: texts.queued,
  running: texts.running,
  waiting: texts.waiting,
  success: texts.succeeded,
  failed: texts.failed,
  cancelled: texts.cancelled,
  skipped: texts.skipped,
};

interface StateMarkProps {
  state: State;
  /** Whether the word stands beside the shape; otherwise only screen readers get it. */
  label?: boolean;
  size?: number;
}

export function StateMark({ state, label = false, size = 16 }: StateMarkProps) {
  return (
    <span className={classes.mark} data-state={state}>
      <Icon name={SHAPES[state]} size={size} />
      <span className={label ? undefined : 'visually-hidden'}>{WORDS[state]}</span>
    </span>
  );
}

export function stateWord(state: State): string {
  return WORDS[state];
}
