import { Select } from '@mantine/core';
import * as texts from '../../texts/forms.ts';
import type { ControlProps } from '../form-context.ts';
import { toTemplateText } from '../literal.ts';

export function EnumControl({
  id,
  schema,
  value,
  onChange,
  isRequired,
  isInvalid,
  readOnly,
  describedBy,
}: ControlProps) {
  const choices = schema.enum ?? [];
  const names = choices.map(toTemplateText);
  const current = value === undefined ? null : toTemplateText(value);
  const isUnknown = current !== null && !names.includes(current);
  return (
    <Select
      id={id}
      data={isUnknown ? [...names, current] : names}
      value={current}
      placeholder={schema.default === undefined ? texts.choose : toTemplateText(schema.default)}
      clearable={!isRequired && !readOnly}
      searchable={names.length > 10}
      required={isRequired}
      error={isInvalid || isUnknown}
      readOnly={readOnly}
      aria-describedby={describedBy}
      clearButtonProps={{ 'aria-label': texts.clear }}
      onChange={name => onChange(name === null ? undefined : (choices[names.indexOf(name)] ?? name))}
    />
  );
}
