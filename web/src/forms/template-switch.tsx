/** The button that makes a field a template, and a plain field again when its value is one. */
import { ActionIcon, Tooltip } from '@mantine/core';
import classes from './field.module.css';

interface TemplateSwitchProps {
  readonly label: string;
  readonly isTemplate: boolean;
  /** Whether the value can be shown by the plain field. */
  readonly canLeave: boolean;
  onChange(isTemplate: boolean): void;
}

export function TemplateSwitch({ label, isTemplate, canLeave, onChange }: TemplateSwitchProps) {
  const isStuck = isTemplate && !canLeave;
  const hint = isStuck
    ? 'Remove the template to use a plain value'
    : isTemplate
      ? 'Use a plain value'
      : 'Use a template';
  return (
    <Tooltip label={hint}>
      <ActionIcon
        size={20}
        className={classes.switch}
        aria-pressed={isTemplate}
        aria-label={`Template for ${label}`}
        aria-disabled={isStuck || undefined}
        data-on={isTemplate || undefined}
        onClick={() => {
          if (!isStuck) onChange(!isTemplate);
        }}
      >
        {'{}'}
      </ActionIcon>
    </Tooltip>
  );
}
