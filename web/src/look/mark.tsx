import { Icon, type IconName } from './icons.tsx';
import classes from './mark.module.css';

/** The colours of theme.css for states. */
export type Tone = 'success' | 'failed' | 'warning' | 'waiting' | 'running' | 'dim';

interface MarkProps {
  tone: Tone | undefined;
  icon: IconName;
  /** In pixels; by default the size of the text around it. */
  size?: number;
  word: string;
  /** Whether only screen readers get the word. */
  isWordHidden?: boolean;
}

/** A state, with a shape as well as a colour, so that the colour is never alone. */
export function Mark({ tone, icon, size, word, isWordHidden = false }: MarkProps) {
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon name={icon} {...(size !== undefined && { size })} />
      <span className={isWordHidden ? 'visually-hidden' : undefined}>{word}</span>
    </span>
  );
}
