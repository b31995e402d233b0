import { UnstyledButton } from '@mantine/core';
import { Icon } from '../look/icons.tsx';
import classes from './toggle-chips.module.css';

interface ToggleChipsProps {
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onToggle(value: string): void;
}

/** Small words to switch on and off. */
export function ToggleChips({ label, options, chosen, onToggle }: ToggleChipsProps) {
  return (
    <fieldset className={classes.chips} aria-label={label}>
      {options.map(({ value, label: words }) => {
        const isOn = chosen.includes(value);
        return (
          <UnstyledButton key={value} className={classes.chip} aria-pressed={isOn} onClick={() => onToggle(value)}>
            {isOn && <Icon name="check" size={12} />}
            {words}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
