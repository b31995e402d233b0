import type { ComponentProps } from 'react';
import classes from './bar.module.css';
import type { Tone } from './mark.tsx';

interface BarProps extends ComponentProps<'span'> {
  /** How full it is, from 0 to 1. */
  share: number;
  tone: Tone;
}

/** Shows how much there is of something. Words beside it say the same. */
export function Bar({ share, tone, className = '', ...props }: BarProps) {
  return (
    <span className={`${classes.bar} ${className}`} data-tone={tone} {...props}>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
