import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { workflowListQuery } from '../api/workflows.ts';
import { SearchField } from '../look/search-field.tsx';
import classes from './filter-bar.module.css';
import type { WorkflowsSearch } from './search.ts';
import { TRIGGER_TYPES } from './summary-words.ts';

interface FilterBarProps {
  search: WorkflowsSearch;
  onChange(search: WorkflowsSearch): void;
}

const STATES = [
  { value: '', label: 'Any state' },
  { value: 'active', label: 'On' },
  { value: 'inactive', label: 'Off' },
  { value: 'draft', label: 'Never published' },
];
const SORTS = [
  { value: '', label: 'Changed last' },
  { value: 'last_run', label: 'Run last' },
  { value: 'name', label: 'Name' },
];

/** Search and filters. They are the address of the page, so that it can be sent to others and survives a reload. */
export function FilterBar({ search, onChange }: FilterBarProps) {
  const { data: failing } = useQuery({ ...workflowListQuery({ state: 'failing', limit: 1 }), staleTime: 30_000 });
  const change = (changes: { [Key in keyof WorkflowsSearch]: WorkflowsSearch[Key] | undefined }) => {
    const { page: _, ...rest } = { ...search, ...changes };
    onChange(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')));
  };
  const states = [...STATES, { value: 'failing', label: failing ? `Failing (${failing.total})` : 'Failing' }];
  return (
    <>
      <SearchField
        label="Search workflows"
        placeholder="Search name, text, step, tool"
        className={classes.search}
        text={search.text ?? ''}
        onChange={text => change({ text })}
      />
      <SegmentedControl
        size="sm"
        aria-label="Whose workflows"
        transitionDuration={0}
        data={[
          { value: 'all', label: 'All' },
          { value: 'mine', label: 'Mine' },
          { value: 'shared', label: 'Shared' },
        ]}
        value={search.ownership ?? 'all'}
        onChange={value => change({ ownership: value === 'mine' || value === 'shared' ? value : undefined })}
      />
      <NativeSelect
        aria-label="State"
        data={states}
        value={search.state ?? ''}
        onChange={event => change({ state: event.currentTarget.value as WorkflowsSearch['state'] })}
      />
      <NativeSelect
        aria-label="Trigger"
        data={[{ value: '', label: 'Any trigger' }, ...TRIGGER_TYPES]}
        value={search.trigger ?? ''}
        onChange={event => change({ trigger: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Sort by"
        data={SORTS}
        value={search.sort ?? ''}
        onChange={event => change({ sort: event.currentTarget.value as WorkflowsSearch['sort'] })}
      />
    </>
  );
}
