import * as texts from '../texts/look.ts';
import type { IconName } from './icons.tsx';
import { Mark, type Tone } from './mark.tsx';

export type State = 'queued' | 'running' | 'waiting' | 'success' | 'failed' | 'cancelled' | 'skipped';

const LOOKS: Record<State, [icon: IconName, tone: Tone]> = {
  queued: ['hourglass', 'dim'],
  running: ['circle-dot', 'running'],
  waiting: ['circle-pause', 'waiting'],
  success: ['circle-check', 'success'],
  failed: ['circle-x', 'failed'],
  cancelled: ['ban', 'dim'],
  skipped: ['skip-forward', 'dim'],
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
  const [icon, tone] = LOOKS[state];
  return <Mark tone={tone} icon={icon} size={size} word={WORDS[state]} isWordHidden={!label} />;
}

export function stateWord(state: State): string {
  return WORDS[state];
}
