/** The button that makes a field a template, and a plain field again when its value is one. */

import { ActionIcon, Tooltip } from '@mantine/core';
import * as texts from '../texts/forms.ts';
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
  const hint = isStuck ? texts.removeTemplateUsePlain : isTemplate ? texts.usePlainValue : texts.useTemplate;
  return (
    <Tooltip label={hint}>
      <ActionIcon
        size={20}
        className={classes.switch}
        aria-pressed={isTemplate}
        aria-label={texts.template(label)}
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
