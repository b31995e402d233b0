import { Select } from '@mantine/core';
import * as texts from '../../texts/forms.ts';
import { type ControlProps, inputProps, useForm } from '../form-context.ts';

export function ToolPicker(props: ControlProps) {
  const { value, onChange } = props;
  const { catalog } = useForm();
  const tools = catalog?.tools ?? [];
  const current = typeof value === 'string' && value !== '' ? value : null;
  const isUnknown = current !== null && !tools.some(({ name }) => name === current);
  const groups = Map.groupBy(tools, ({ category }) => category);
  const data = [...groups].map(([group, items]) => ({
    group,
    items: items.map(({ name, display_name }) => ({ value: name, label: display_name })),
  }));
  return (
    <Select
      {...inputProps(props)}
      data={isUnknown ? [...data, { group: texts.other, items: [{ value: current, label: current }] }] : data}
      value={current}
      searchable
      placeholder={texts.chooseTool}
      nothingFoundMessage={texts.noToolName}
      onChange={next => onChange(next ?? undefined)}
    />
  );
}
