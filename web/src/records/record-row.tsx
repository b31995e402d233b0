import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BoosterRecord } from '../api/records.ts';
import link from '../look/lists/row-link.module.css';
import { Time } from '../look/time.tsx';
import { recordTable as texts } from '../texts/records.ts';
import { type Column, kindOf, shortValue } from './columns.ts';
import classes from './record-table.module.css';

interface RecordRowProps {
  record: BoosterRecord;
  columns: readonly Column[];
  index: number;
  top: number;
  isOpen: boolean;
  /** Undefined where records can not be selected. */
  isSelected: boolean | undefined;
  onSelect(isSelected: boolean): void;
}

export function RecordRow({ record, columns, index, top, isOpen, isSelected, onSelect }: RecordRowProps) {
  const { key, data, created, updated } = record;
  const short = shortKey(key);
  return (
    <tr
      aria-rowindex={index + 2}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isSelected !== undefined && (
        <td className={classes.select}>
          <Checkbox
            aria-label={texts.select(short)}
            checked={isSelected}
            onChange={event => onSelect(event.currentTarget.checked)}
          />
        </td>
      )}
      <td>
        <Link
          from="/panels/$panelId/records"
          to="/panels/$panelId/records"
          search={search => ({ ...search, collection: record.collection, record: key })}
          className={`${link.link} ${classes.link}`}
          aria-label={texts.open(short)}
          aria-current={isOpen ? 'true' : undefined}
        >
          {short}
        </Link>
      </td>
      {columns.map(({ name }) => {
        const value = Object.hasOwn(data, name) ? data[name] : undefined;
        return (
          <td key={name} className={classes.cell} data-kind={value === undefined ? undefined : kindOf(value)}>
            {shortValue(value)}
          </td>
        );
      })}
      <td>
        <Time at={created} />
      </td>
      <td>
        <Time at={updated} />
      </td>
    </tr>
  );
}

/** The end of a key tells records apart; keys that were made at the same time begin alike. */
export function shortKey(key: string): string {
  return key.slice(-8);
}
