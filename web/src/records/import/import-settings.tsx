/** What becomes of a file: the collection, the columns and their types. */

import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ImportBody } from '../../api/records.ts';
import { formatBytes } from '../../forms/bytes.ts';
import { DialogButtons } from '../../look/dialog-buttons.tsx';
import { Problem } from '../../look/states/problem.tsx';
import * as words from '../../texts/common.ts';
import { columnTypes, importDialog as texts } from '../../texts/records.ts';
import { CELL_TYPES } from '../column-types.ts';
import { type Cell, SEPARATORS, type Separator } from '../csv-parser.ts';
import classes from '../dialogs.module.css';
import type { JsonItem } from '../json-items.ts';
import { type ImportPlan, type PlannedColumn, planProblem } from './import-plan.ts';
import type { ChosenFile } from './use-import.ts';

interface ImportSettingsProps {
  chosen: ChosenFile;
  collection: string | undefined;
  onSeparator(separator: Separator): void;
  onBack(): void;
  onStart(target: Pick<ImportBody, 'collection' | 'existing'>, plan: ImportPlan): void;
}

const EXAMPLES = 3;

export function ImportSettings({ chosen, collection, onSeparator, onBack, onStart }: ImportSettingsProps) {
  const { file, preview } = chosen;
  const [name, setName] = useState(collection ?? nameOf(file));
  const [existing, setExisting] = useState<'refuse' | 'update'>('refuse');
  const [columns, setColumns] = useState<readonly PlannedColumn[]>(preview.kind === 'csv' ? preview.columns : []);
  const isEmpty = preview.kind === 'csv' ? preview.rows.length === 0 : preview.items.length === 0;
  const problem = isEmpty ? texts.nothing : preview.kind === 'csv' ? planProblem(columns) : undefined;

  function start() {
    const { encoding } = preview;
    const plan: ImportPlan =
      preview.kind === 'csv'
        ? { kind: 'csv', separator: preview.separator, encoding, columns }
        : { kind: 'json', encoding };
    onStart({ collection: name, existing }, plan);
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        start();
      }}
    >
      <p className={classes.file}>
        <strong>{file.name}</strong> <span className="flex-none dim">{formatBytes(file.size)}</span>
      </p>
      <div className={classes.settings}>
        <TextInput
          label={texts.collection}
          required
          maxLength={100}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={texts.existing}
          value={existing}
          onChange={event => setExisting(event.currentTarget.value === 'update' ? 'update' : 'refuse')}
          data={[
            { value: 'refuse', label: texts.refuse },
            { value: 'update', label: texts.update },
          ]}
        />
        {preview.kind === 'csv' && (
          <NativeSelect
            label={words.separator}
            value={preview.separator}
            onChange={event => onSeparator(SEPARATORS.find(each => each === event.currentTarget.value) ?? ',')}
            data={SEPARATORS.map(value => ({ value, label: texts.separators[value] }))}
          />
        )}
      </div>
      {preview.kind === 'csv' ? (
        <ColumnTable columns={columns} rows={preview.rows.slice(0, EXAMPLES)} onChange={setColumns} />
      ) : (
        <Items items={preview.items} />
      )}
      <Problem>{problem}</Problem>
      <DialogButtons
        action={words.importAction}
        back={texts.back}
        disabled={problem !== undefined || name === ''}
        mt="md"
        onCancel={onBack}
      />
    </form>
  );
}

function nameOf({ name }: File): string {
  return name.replace(/\.[^.]*$/, '').slice(0, 100);
}

interface ColumnTableProps {
  columns: readonly PlannedColumn[];
  rows: readonly (readonly Cell[])[];
  onChange(columns: readonly PlannedColumn[]): void;
}

function ColumnTable({ columns, rows, onChange }: ColumnTableProps) {
  const change = (index: number, changes: Partial<PlannedColumn>) =>
    onChange(columns.map(column => (column.index === index ? { ...column, ...changes } : column)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also by keyboard.
    <section className={classes.scroller} tabIndex={0} aria-label={texts.columns}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.column}</th>
            <th scope="col">{texts.use}</th>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.type}</th>
            <th scope="col">{texts.examples}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ index, header, use, field, type }) => {
            const label = header || String(index + 1);
            return (
              <tr key={index}>
                <th scope="row">{label}</th>
                <td>
                  <NativeSelect
                    size="xs"
                    aria-label={texts.roleOf(label)}
                    value={use}
                    onChange={event => change(index, { use: readUse(event.currentTarget.value) })}
                    data={(['field', 'key', 'skip'] as const).map(value => ({ value, label: texts.uses[value] }))}
                  />
                </td>
                <td>
                  {use === 'field' && (
                    <TextInput
                      size="xs"
                      aria-label={texts.nameOf(label)}
                      value={field}
                      onChange={event => change(index, { field: event.currentTarget.value })}
                    />
                  )}
                </td>
                <td>
                  {use === 'field' && (
                    <NativeSelect
                      size="xs"
                      aria-label={words.typeOf(label)}
                      value={type}
                      onChange={event =>
                        change(index, { type: CELL_TYPES.find(each => each === event.currentTarget.value) ?? 'text' })
                      }
                      data={CELL_TYPES.map(value => ({ value, label: columnTypes.names[value] }))}
                    />
                  )}
                </td>
                <td className={classes.examples}>
                  {rows
                    .map(row => row[index])
                    .filter(cell => cell !== undefined)
                    .map(cell => cell.slice(0, 40))
                    .join(' · ')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function readUse(value: string): PlannedColumn['use'] {
  return value === 'key' || value === 'skip' ? value : 'field';
}

const SHOWN_ITEM_CHARACTERS = 300;

function Items({ items }: { items: readonly JsonItem[] }) {
  const first = items.slice(0, EXAMPLES);
  return (
    <>
      <p className="text-13 dim">{texts.items(items.length)}</p>
      <ul className={classes.items}>
        {first.map(({ text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same item may be there twice.
          <li key={index}>{text.slice(0, SHOWN_ITEM_CHARACTERS)}</li>
        ))}
      </ul>
    </>
  );
}
