/** Builds the filters of the API, and shows what it writes. */
import { Autocomplete, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useId, useMemo, useState } from 'react';
import type { Operator } from '../../../src/query/query-body.ts';
import { RECORDS_PATH } from '../api/records.ts';
import type { Update } from '../forms/form-context.ts';
import { changeRow, type Row as FormRow, nextId, removeRow } from '../forms/rows.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as words from '../texts/common.ts';
import { filterBuilder as texts } from '../texts/records.ts';
import type { Column } from './columns.ts';
import classes from './filter-builder.module.css';
import {
  changeField,
  type FilterRow,
  fitRow,
  isList,
  newRow,
  operatorsOf,
  readRows,
  toRow,
  typesOf,
  type ValueType,
} from './filter-rows.ts';
import { type Filter, MOST_FILTERS, type RecordsSearch, toParams } from './search.ts';

interface FilterBuilderProps {
  panelId: string;
  collection: string;
  search: RecordsSearch;
  columns: readonly Column[];
  /** Why the API refused the filters. */
  error: Error | null;
  onApply(filters: Filter[]): void;
}

interface KeyedRow extends FormRow {
  readonly row: FilterRow;
}

export function FilterBuilder({ panelId, collection, search, columns, error, onApply }: FilterBuilderProps) {
  const { filters = NO_FILTERS } = search;
  const first = columns[0] ? `data.${columns[0].name}` : 'created';
  const [rows, setRows] = useRows(filters, () => newRow(first, columns));
  const { filters: written, problems } = useMemo(() => readRows(rows.map(({ row }) => row)), [rows]);
  const hasProblem = problems.some(problem => problem !== undefined);
  const isApplied = JSON.stringify(written) === JSON.stringify(filters);
  const [isTried, setTried] = useState(false);

  const change = (id: number, update: Update<FilterRow>) =>
    setRows(before => changeRow(before, id, ({ row }) => ({ row: update(row) })));

  function apply() {
    setTried(true);
    if (!hasProblem) onApply(written);
  }

  return (
    <form
      className={classes.builder}
      aria-label={texts.label}
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      {rows.map(({ id, row }, index) => (
        <Row
          key={id}
          number={index + 1}
          row={row}
          columns={columns}
          problem={isTried || row.text !== '' ? problems[index] : undefined}
          onUpdate={update => change(id, update)}
          onRemove={() => setRows(before => removeRow(before, id))}
        />
      ))}
      <div className="row wrap gap-8">
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={rows.length >= MOST_FILTERS}
          onClick={() => setRows(before => [...before, { id: nextId(before), row: newRow(first, columns) }])}
        >
          {texts.add}
        </Button>
        <Button size="xs" type="submit" disabled={isApplied}>
          {texts.apply}
        </Button>
        {filters.length > 0 && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              setRows([]);
              onApply([]);
            }}
          >
            {texts.clear}
          </Button>
        )}
        <span className="text-12 dim">{texts.all}</span>
      </div>
      {error && (
        <p className="text-13 failed" role="alert">
          {error.message}
        </p>
      )}
      {written.length > 0 && (
        <Written panelId={panelId} collection={collection} search={{ ...search, filters: written }} />
      )}
    </form>
  );
}

const NO_FILTERS: readonly Filter[] = [];

/** What is typed here stays, except when the address gets other filters from elsewhere, such as by going back. */
function useRows(filters: readonly Filter[], first: () => FilterRow) {
  const toRows = (from: readonly Filter[]): KeyedRow[] => from.map((filter, id) => ({ id, row: toRow(filter) }));
  const [rows, setRows] = useState(() => (filters.length > 0 ? toRows(filters) : [{ id: 0, row: first() }]));
  const [known, setKnown] = useState(filters);
  useEffect(() => {
    if (filters === known) return;
    setKnown(filters);
    const { filters: written } = readRows(rows.map(({ row }) => row));
    if (JSON.stringify(written) !== JSON.stringify(filters)) setRows(toRows(filters));
  });
  return [rows, setRows] as const;
}

interface RowProps {
  number: number;
  row: FilterRow;
  columns: readonly Column[];
  problem: string | undefined;
  onUpdate(update: Update<FilterRow>): void;
  onRemove(): void;
}

function Row({ number, row, columns, problem, onUpdate, onRemove }: RowProps) {
  const change = (changes: Partial<FilterRow>) => onUpdate(before => ({ ...before, ...changes }));
  const fields = [
    {
      group: texts.data,
      items: columns.filter(({ name }) => name !== '' && !name.includes('.')).map(({ name }) => `data.${name}`),
    },
    { group: texts.record, items: ['key', 'created', 'updated'] },
  ];
  const types = typesOf(row.field, row.operator);
  return (
    <fieldset className={classes.row} aria-label={texts.condition(number)}>
      <span className={classes.word}>{number === 1 ? texts.where : texts.and}</span>
      <Autocomplete
        size="xs"
        className={classes.field}
        aria-label={words.field}
        data={fields}
        value={row.field}
        onChange={field => onUpdate(before => changeField(before, field, columns))}
      />
      <NativeSelect
        size="xs"
        className={classes.operator}
        aria-label={texts.operator}
        value={row.operator}
        onChange={event => {
          const operator = event.currentTarget.value as Operator;
          onUpdate(before => fitRow({ ...before, operator }));
        }}
        data={operatorsOf(row.field).map(value => ({ value, label: texts.operators[value] }))}
      />
      {types.length > 1 && (
        <NativeSelect
          size="xs"
          className={classes.type}
          aria-label={texts.type}
          value={row.type}
          onChange={event => change({ type: event.currentTarget.value as ValueType })}
          data={types.map(value => ({ value, label: texts.types[value] }))}
        />
      )}
      <Value row={row} problem={problem} onChange={text => change({ text })} />
      <IconButton icon="x" label={texts.remove(number)} onClick={onRemove} />
    </fieldset>
  );
}

interface ValueProps {
  row: FilterRow;
  problem: string | undefined;
  onChange(text: string): void;
}

function Value({ row, problem, onChange }: ValueProps) {
  if (row.type === 'empty') return <span className={classes.value} />;
  if (isList(row.operator)) {
    return (
      <Textarea
        size="xs"
        className={classes.value}
        aria-label={texts.values}
        placeholder={texts.values}
        autosize
        minRows={1}
        maxRows={6}
        value={row.text}
        error={problem}
        onChange={event => onChange(event.currentTarget.value)}
      />
    );
  }
  if (row.type === 'boolean') {
    return (
      <NativeSelect
        size="xs"
        className={classes.value}
        aria-label={words.value}
        value={row.text}
        error={problem}
        onChange={event => onChange(event.currentTarget.value)}
        data={[
          { value: '', label: '' },
          { value: 'true', label: words.trueValue },
          { value: 'false', label: texts.false },
        ]}
      />
    );
  }
  return (
    <TextInput
      size="xs"
      className={classes.value}
      aria-label={words.value}
      {...(row.type === 'time' ? { type: 'datetime-local', step: 1 } : {})}
      {...(row.type === 'number' && { inputMode: 'decimal' as const })}
      value={row.text}
      error={problem}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

/** What the builder writes, to copy into a program. */
function Written({ panelId, collection, search }: { panelId: string; collection: string; search: RecordsSearch }) {
  const params = toParams(search);
  const json = JSON.stringify(params.filters);
  const body = JSON.stringify({ collection, params }).replaceAll("'", "'\\''");
  const curl = `curl -X POST "$HEDDLE_URL${RECORDS_PATH}/find" -H "uni-api-key: $KEY" -H "panel-id: ${panelId}" -d '${body}'`;
  return (
    <div className="text-12">
      <Line label={texts.json} text={json} copy={texts.copyJson} />
      <Line label={texts.curl} text={curl} copy={words.copyTheCommand} />
    </div>
  );
}

/** A long line that scrolls, also by keyboard. */
function Line({ label, text, copy }: { label: string; text: string; copy: string }) {
  const id = useId();
  return (
    <div className={classes.line}>
      <label htmlFor={id}>{label}</label>
      <input id={id} className={classes.code} readOnly value={text} />
      <CopyButton text={text} label={copy} />
    </div>
  );
}
