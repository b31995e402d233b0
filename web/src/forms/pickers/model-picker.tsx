import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '../../api/chat.ts';
import * as texts from '../../texts/forms.ts';
import type { ControlProps } from '../form-context.ts';

/** A model may also be one that is configured later, so any name can be typed. */
export function ModelPicker({ id, value, onChange, isRequired, isInvalid, readOnly, describedBy }: ControlProps) {
  const models = useQuery(modelsQuery);
  return (
    <Autocomplete
      id={id}
      data={(models.data ?? []).map(model => model.id)}
      value={typeof value === 'string' ? value : ''}
      placeholder={texts.defaultModel}
      required={isRequired}
      error={isInvalid}
      readOnly={readOnly}
      aria-describedby={describedBy}
      onChange={next => onChange(next === '' ? undefined : next)}
    />
  );
}
