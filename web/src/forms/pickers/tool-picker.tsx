import { Select } from '@mantine/core';
import { type ControlProps, useForm } from '../form-context.ts';

export function ToolPicker({ id, value, onChange, isRequired, isInvalid, readOnly, describedBy }: ControlProps) {
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
      id={id}
      data={isUnknown ? [...data, { group: 'Other', items: [{ value: current, label: current }] }] : data}
      value={current}
      searchable
      placeholder="Choose a tool"
      required={isRequired}
      error={isInvalid}
      readOnly={readOnly}
      nothingFoundMessage="No tool with this name"
      aria-describedby={describedBy}
      onChange={next => onChange(next ?? undefined)}
    />
  );
}
