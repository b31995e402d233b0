import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '../../api/chat.ts';
import * as texts from '../../texts/forms.ts';
import { type ControlProps, inputProps } from '../form-context.ts';

/** A model may also be one that is configured later, so any name can be typed. */
export function ModelPicker(props: ControlProps) {
  const { value, onChange } = props;
  const models = useQuery(modelsQuery);
  return (
    <Autocomplete
      {...inputProps(props)}
      data={(models.data ?? []).map(model => model.id)}
      value={typeof value === 'string' ? value : ''}
      placeholder={texts.defaultModel}
      onChange={next => onChange(next === '' ? undefined : next)}
    />
  );
}
