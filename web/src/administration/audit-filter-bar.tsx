/** Filters of the audit log. They are the address of the page, so that it can be sent to others. */
import { NativeSelect, Pill, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleQuery, peopleSearchQuery } from '../api/people.ts';
import { SearchField } from '../look/lists/search-field.tsx';
import { audit as texts } from '../texts/audit.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { fromDay, toDay, toEndOfDay } from './days.ts';
import { AUDIT_PERIODS, type AuditChanges, type AuditSearch } from './search.ts';

interface AuditFilterBarProps {
  search: AuditSearch;
  /** Must stay the same function. */
  onChange(changes: AuditChanges): void;
}

export function AuditFilterBar({ search, onChange }: AuditFilterBarProps) {
  return (
    <>
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        className={classes.search}
        maxLength={200}
        text={search.text ?? ''}
        onChange={text => onChange({ text, event: undefined })}
      />
      <ActorFilter search={search} onChange={onChange} />
      <NativeSelect
        aria-label={texts.filterKind}
        data={[
          { value: '', label: texts.anyKind },
          ...Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
        ]}
        value={search.kind ?? ''}
        onChange={event => onChange({ kind: event.currentTarget.value, action: undefined, event: undefined })}
      />
      <NativeSelect
        aria-label={texts.filterAction}
        data={[
          { value: '', label: texts.anyAction },
          ...Object.entries(texts.actions)
            .filter(([value]) => search.kind === undefined || isOfKind(value, search.kind))
            .map(([value, label]) => ({ value, label })),
        ]}
        value={search.action ?? ''}
        onChange={event => onChange({ action: event.currentTarget.value, event: undefined })}
      />
      <TimeFilter search={search} onChange={onChange} />
      {search.subject !== undefined && (
        <Pill
          withRemoveButton
          removeButtonProps={{
            'aria-label': texts.clearFilter(texts.chosenSubject),
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => onChange({ subject: undefined })}
        >
          {texts.chosenSubject}
        </Pill>
      )}
    </>
  );
}

/** Signing in and passwords are about users. */
function isOfKind(action: string, kind: string): boolean {
  return action.startsWith(`${kind}.`) || (kind === 'user' && /^(session|password|link)\./.test(action));
}

function ActorFilter({ search: { actor }, onChange }: AuditFilterBarProps) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, 150);
  const { data: found = [] } = useQuery(peopleSearchQuery(searched));
  const { data: chosen = [] } = useQuery(peopleQuery(actor === undefined ? [] : [actor]));
  const people = new Map([...chosen, ...(text === '' ? [] : found)].map(person => [person.id, person.name]));
  // Whoever was deleted is still in the log.
  if (actor !== undefined && !people.has(actor)) people.set(actor, actor.slice(0, 8));
  const options = [...people].map(([value, label]) => ({ value, label }));
  return (
    <Select
      aria-label={texts.filterActor}
      placeholder={texts.anybody}
      data={options}
      value={actor ?? null}
      onChange={id => onChange({ actor: id ?? undefined, event: undefined })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.clearFilter(texts.filterActor) }}
      onSearchChange={typed => setText(options.some(({ label }) => label === typed) ? '' : typed)}
      // The service has searched already.
      filter={({ options }) => options}
      w={160}
    />
  );
}

const RANGE = 'range';

function TimeFilter({ search: { period, from, to }, onChange }: AuditFilterBarProps) {
  const isRange = from !== undefined || to !== undefined;
  const [isOpen, setOpen] = useState(isRange);
  const choose = (value: string) => {
    setOpen(value === RANGE);
    const chosen = AUDIT_PERIODS.find(each => each === value);
    onChange({ period: chosen, from: undefined, to: undefined, event: undefined });
  };
  return (
    <>
      <NativeSelect
        aria-label={words.time}
        data={[
          { value: '', label: words.anyTime },
          ...AUDIT_PERIODS.map(value => ({ value, label: texts.periods[value] })),
          { value: RANGE, label: texts.days },
        ]}
        value={isRange || (isOpen && period === undefined) ? RANGE : (period ?? '')}
        onChange={event => choose(event.currentTarget.value)}
      />
      {(isRange || isOpen) && period === undefined && (
        <>
          <TextInput
            type="date"
            aria-label={words.from}
            value={toDay(from)}
            onChange={event => onChange({ from: fromDay(event.currentTarget.value), event: undefined })}
          />
          <TextInput
            type="date"
            aria-label={words.until}
            value={toDay(to)}
            onChange={event => onChange({ to: toEndOfDay(event.currentTarget.value), event: undefined })}
          />
        </>
      )}
    </>
  );
}
