import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { workflowListQuery } from '../api/workflows.ts';
import { SearchField } from '../look/lists/search-field.tsx';
import { TRIGGER_TYPES } from '../run-parts/trigger-words.ts';
import * as texts from '../texts/workflows.ts';
import classes from './filter-bar.module.css';
import type { WorkflowsSearch } from './search.ts';

interface FilterBarProps {
  search: WorkflowsSearch;
  onChange(search: WorkflowsSearch): void;
}

const STATES = [
  { value: '', label: texts.anyState },
  { value: 'active', label: texts.on },
  { value: 'inactive', label: texts.off },
  { value: 'draft', label: texts.neverPublished },
];
const SORTS = [
  { value: '', label: texts.changedLast },
  { value: 'last_run', label: texts.runLast },
  { value: 'name', label: texts.name },
];

/** Search and filters. They are the address of the page, so that it can be sent to others and survives a reload. */
export function FilterBar({ search, onChange }: FilterBarProps) {
  const { data: failing } = useQuery({ ...workflowListQuery({ state: 'failing', limit: 1 }), staleTime: 30_000 });
  const change = (changes: { [Key in keyof WorkflowsSearch]: WorkflowsSearch[Key] | undefined }) => {
    const { page: _, ...rest } = { ...search, ...changes };
    onChange(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')));
  };
  const states = [
    ...STATES,
    { value: 'failing', label: failing ? texts.failingCounted(failing.total) : texts.failingOnly },
  ];
  return (
    <>
      <SearchField
        label={texts.searchWorkflows}
        placeholder={texts.searchNameTextStep}
        className={classes.search}
        text={search.text ?? ''}
        onChange={text => change({ text })}
      />
      <SegmentedControl
        size="sm"
        aria-label={texts.whoseWorkflows}
        transitionDuration={0}
        data={[
          { value: 'all', label: texts.all },
          { value: 'mine', label: texts.mine },
          { value: 'shared', label: texts.shared },
        ]}
        value={search.ownership ?? 'all'}
        onChange={value => change({ ownership: value === 'mine' || value === 'shared' ? value : undefined })}
      />
      <NativeSelect
        aria-label={texts.state}
        data={states}
        value={search.state ?? ''}
        onChange={event => change({ state: event.currentTarget.value as WorkflowsSearch['state'] })}
      />
      <NativeSelect
        aria-label={texts.trigger}
        data={[{ value: '', label: texts.anyTrigger }, ...TRIGGER_TYPES]}
        value={search.trigger ?? ''}
        onChange={event => change({ trigger: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={texts.sort}
        data={SORTS}
        value={search.sort ?? ''}
        onChange={event => change({ sort: event.currentTarget.value as WorkflowsSearch['sort'] })}
      />
    </>
  );
}
