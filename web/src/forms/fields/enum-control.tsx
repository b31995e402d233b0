import { Select } from '@mantine/core';
import * as texts from '../../texts/forms.ts';
import { type ControlProps, inputProps } from '../form-context.ts';
import { toTemplateText } from '../literal.ts';

export function EnumControl(props: ControlProps) {
  const { schema, value, onChange, isRequired, isInvalid, readOnly } = props;
  const choices = schema.enum ?? [];
  const names = choices.map(toTemplateText);
  const current = value === undefined ? null : toTemplateText(value);
  const isUnknown = current !== null && !names.includes(current);
  return (
    <Select
      {...inputProps(props)}
      data={isUnknown ? [...names, current] : names}
      value={current}
      placeholder={schema.default === undefined ? texts.choose : toTemplateText(schema.default)}
      clearable={!isRequired && !readOnly}
      searchable={names.length > 10}
      error={isInvalid || isUnknown}
      clearButtonProps={{ 'aria-label': texts.clear }}
      onChange={name => onChange(name === null ? undefined : (choices[names.indexOf(name)] ?? name))}
    />
  );
}
