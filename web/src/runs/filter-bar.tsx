/** Search and filters of the list of runs. They are the address of the page, so that it can be sent to others. */

import { Button, NativeSelect, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { workflowListQuery } from '../api/workflows.ts';
import { Icon } from '../look/icons.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import { StateMark } from '../look/state-mark.tsx';
import * as texts from '../texts/runs.ts';
import classes from './filter-bar.module.css';
import { STARTS, startValue } from './run-words.ts';
import {
  changeSearch,
  type RunsSearch,
  readLabels,
  type SearchChanges,
  STATUSES,
  selectedStatuses,
  toggleLabel,
  toggleStatus,
} from './search.ts';
import { TimeFilter } from './time-filter.tsx';

interface FilterBarProps {
  search: RunsSearch;
  /** Must stay the same function. */
  onChange(search: RunsSearch): void;
}

export function FilterBar({ search, onChange }: FilterBarProps) {
  const change = (changes: SearchChanges) => onChange(changeSearch(search, changes));
  return (
    <>
      <SearchField
        label={texts.searchRuns}
        placeholder={texts.searchIdErrorInput}
        className={classes.search}
        maxLength={200}
        text={search.text ?? ''}
        onChange={text => change({ text })}
      />
      <WorkflowFilter search={search} onChange={change} />
      <NativeSelect
        aria-label={texts.startedBy}
        data={STARTS.map(({ value, label }) => ({ value, label }))}
        value={startValue(search)}
        onChange={event => {
          const chosen = STARTS.find(({ value }) => value === event.currentTarget.value)?.search ?? {};
          change({ started: undefined, trigger: undefined, ...chosen });
        }}
      />
      <NativeSelect
        aria-label={texts.whose}
        data={[
          { value: '', label: texts.whoseTeam },
          { value: 'mine', label: texts.whoseMine },
        ]}
        value={search.whose ?? ''}
        onChange={event => change({ whose: event.currentTarget.value === 'mine' ? 'mine' : undefined })}
      />
      <TimeFilter search={search} onChange={change} />
      {Object.entries(readLabels(search.labels)).map(([name, value]) => (
        <Button
          key={name}
          variant="default"
          rightSection={<Icon name="x" size={14} />}
          aria-label={texts.withoutLabel(name, value)}
          onClick={() => onChange(toggleLabel(search, name, value))}
        >
          {name}: {value}
        </Button>
      ))}
      <fieldset className={classes.statuses}>
        <legend className="visually-hidden">{texts.state}</legend>
        {STATUSES.map(status => (
          <button
            key={status}
            type="button"
            aria-pressed={selectedStatuses(search).includes(status)}
            onClick={() => onChange(toggleStatus(search, status))}
          >
            <StateMark state={status} label size={14} />
          </button>
        ))}
      </fieldset>
    </>
  );
}

const MOST_VERSIONS = 20;

function WorkflowFilter({ search, onChange }: { search: RunsSearch; onChange(changes: SearchChanges): void }) {
  const [text, setText] = useState('');
  const { data } = useQuery({
    ...workflowListQuery({ sort: 'name', limit: 50, ...(text !== '' && { text }) }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const items = data?.items ?? [];
  const chosen = items.find(({ id }) => id === search.workflow);
  const options = items.map(({ id, name }) => ({ value: id, label: name }));
  if (search.workflow !== undefined && !chosen) options.unshift({ value: search.workflow, label: texts.oneWorkflow });
  const latest = chosen?.published_version ?? 0;
  const versions = Array.from({ length: Math.min(latest, MOST_VERSIONS) }, (_, index) => String(latest - index));
  if (search.version !== undefined && search.version !== 'draft' && !versions.includes(search.version)) {
    versions.unshift(search.version);
  }
  return (
    <>
      <Select
        className={classes.workflow}
        aria-label={texts.workflow}
        placeholder={texts.anyWorkflow}
        data={options}
        value={search.workflow ?? null}
        onChange={workflow => onChange({ workflow: workflow ?? undefined, version: undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': texts.anyWorkflow }}
        onSearchChange={typed => setText(options.some(({ label }) => label === typed) ? '' : typed)}
        filter={({ options }) => options}
        nothingFoundMessage={texts.noWorkflowFits}
      />
      {(search.workflow !== undefined || search.version !== undefined) && (
        <NativeSelect
          aria-label={texts.version}
          data={[
            { value: '', label: texts.anyVersion },
            { value: 'draft', label: texts.draft },
            ...versions.map(value => ({ value, label: `v${value}` })),
          ]}
          value={search.version ?? ''}
          onChange={event => onChange({ version: event.currentTarget.value })}
        />
      )}
    </>
  );
}
