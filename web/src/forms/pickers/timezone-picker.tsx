import { Select } from '@mantine/core';
import { useMemo } from 'react';
import * as texts from '../../texts/forms.ts';
import { type ControlProps, inputProps } from '../form-context.ts';
import { listTimezones } from '../timezones.ts';

export function TimezonePicker(props: ControlProps) {
  const { schema, value, onChange, isRequired, readOnly } = props;
  const current = typeof value === 'string' && value !== '' ? value : null;
  const zones = useMemo(() => listTimezones(current), [current]);
  return (
    <Select
      {...inputProps(props)}
      // Without a zone, the schedule is in that of the placeholder.
      required={false}
      data={zones}
      value={current}
      searchable
      clearable={!isRequired && !readOnly}
      limit={100}
      placeholder={typeof schema.default === 'string' ? schema.default : 'UTC'}
      nothingFoundMessage={texts.noTimeZoneName}
      clearButtonProps={{ 'aria-label': texts.clear }}
      onChange={next => onChange(next ?? undefined)}
    />
  );
}
