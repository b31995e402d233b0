/** Several workflows, or all of them. An id that is not in the list, such as one of somebody else, is kept. */

import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readableWorkflowsQuery } from '../../api/pickers.ts';
import * as texts from '../../texts/forms.ts';
import { type ControlProps, inputProps } from '../form-context.ts';

const ALL = '*';

export function WorkflowsPicker(props: ControlProps) {
  const { value, onChange, isInvalid } = props;
  const found = useQuery(readableWorkflowsQuery);
  const items = found.data ?? [];
  const chosen = value === ALL ? [ALL] : Array.isArray(value) ? value.map(String) : [];
  const unknown = chosen.filter(each => each !== ALL && !items.some(item => item.id === each));
  return (
    <MultiSelect
      {...inputProps(props)}
      data={[
        { value: ALL, label: texts.allWorkflows },
        ...items.map(item => ({ value: item.id, label: item.name })),
        ...unknown.map(each => ({ value: each, label: each })),
      ]}
      value={chosen}
      searchable
      error={isInvalid || (found.error?.message ?? false)}
      placeholder={chosen.length === 0 ? texts.choose : ''}
      nothingFoundMessage={texts.noName('workflows')}
      onChange={next => onChange(toValue(next, value === ALL))}
    />
  );
}

/** All is instead of single ones, and the other way round. */
function toValue(next: readonly string[], wasAll: boolean): unknown {
  if (next.includes(ALL) && !(wasAll && next.length > 1)) return ALL;
  const ids = next.filter(each => each !== ALL);
  return ids.length === 0 ? undefined : ids;
}
