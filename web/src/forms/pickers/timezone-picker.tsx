import { Select } from '@mantine/core';
import { useMemo } from 'react';
import * as texts from '../../texts/forms.ts';
import type { ControlProps } from '../form-context.ts';
import { listTimezones } from '../timezones.ts';

export function TimezonePicker({
  id,
  schema,
  value,
  onChange,
  isInvalid,
  isRequired,
  readOnly,
  describedBy,
}: ControlProps) {
  const current = typeof value === 'string' && value !== '' ? value : null;
  const zones = useMemo(() => listTimezones(current), [current]);
  return (
    <Select
      id={id}
      data={zones}
      value={current}
      searchable
      clearable={!isRequired && !readOnly}
      limit={100}
      placeholder={typeof schema.default === 'string' ? schema.default : 'UTC'}
      error={isInvalid}
      readOnly={readOnly}
      nothingFoundMessage={texts.noTimeZoneName}
      aria-describedby={describedBy}
      clearButtonProps={{ 'aria-label': texts.clear }}
      onChange={next => onChange(next ?? undefined)}
    />
  );
}
