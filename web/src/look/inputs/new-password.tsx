import { PasswordInput } from '@mantine/core';
import { useId } from 'react';
import * as texts from '../../texts/look.ts';
import { Bar } from '../bar.tsx';
import type { Tone } from '../mark.tsx';
import classes from './new-password.module.css';
import { rateStrength, type Strength } from './password-strength.ts';

interface NewPasswordProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** What others know of the person, and what is therefore easy to guess. */
  known?: readonly string[];
  autoFocus?: boolean;
}

const TONES: Readonly<Record<Strength['level'], Tone>> = {
  none: 'dim',
  short: 'failed',
  weak: 'failed',
  fair: 'warning',
  strong: 'success',
};

/** A field for a new password, with a hint how good it is. */
export function NewPassword({ label, value, onChange, known = [], autoFocus }: NewPasswordProps) {
  const hintId = useId();
  const { level, text, share } = rateStrength(value, known);
  return (
    <div>
      <PasswordInput
        label={label}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        autoComplete="new-password"
        required
        withAsterisk={false}
        data-autofocus={autoFocus || undefined}
        aria-describedby={hintId}
        visibilityToggleButtonProps={{ 'aria-label': texts.showHidePassword, tabIndex: 0 }}
      />
      <div className={classes.hint}>
        <Bar share={share} tone={TONES[level]} className={classes.bar} aria-hidden />
        <span id={hintId} aria-live="polite">
          {text}
        </span>
      </div>
    </div>
  );
}
