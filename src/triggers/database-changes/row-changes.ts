/**
 * Turns the messages of one server, in their order, into the changes that start runs, and knows how far they were read:
 *
 *   between transactions ── begin ──▶ within one: changes are counted ── commit ──▶ between transactions
 *
 * A large transaction is accepted in parts. Whoever then begins again gets all of it from the server, and leaves out the
 * changes that were counted before.
 */
import { StepError } from '../../nodes/step.ts';
import { getTypeParser } from '../../tools/postgres/values.ts';
import { writeLsn } from './lsn.ts';
import type { Begin, ColumnText, LogicalMessage, Relation, RowChange } from './pgoutput.ts';

export type ChangeKind = RowChange['kind'];

/** What of the changes starts runs. */
export interface ChangeRules {
  /** Those of one `schema.table` that the trigger names. Null for all columns. */
  columns: ReadonlySet<string> | null;
  kinds: ReadonlySet<ChangeKind>;
  /** The primary keys of tables whose replica identity is the whole row, by `schema.table`. */
  primaryKeys: ReadonlyMap<string, readonly string[]>;
}

/** Everything before `endLsn` is known, and so many changes of the transaction that commits at `commitLsn`. */
export interface LogPosition {
  endLsn: bigint;
  within: { commitLsn: bigint; changes: number } | null;
}

/** The input of a run. */
export interface RowChangeInput {
  table: string;
  kind: ChangeKind;
  new: Record<string, unknown> | null;
  old: Record<string, unknown> | null;
  key: Record<string, unknown>;
  at: number;
  lsn: string;
}

export interface ReadChange {
  /** Different for each change of a row on this server, and the same whenever it is read. */
  id: string;
  input: RowChangeInput;
}

export interface ChangeReader {
  /** Returns the change that this message is about, if it starts a run. Throws what `decodeMessage` throws. */
  read(message: LogicalMessage): ReadChange | undefined;
  position(): LogPosition;
  /** Whether the position is between two transactions. */
  isBetween(): boolean;
}

export function createChangeReader(rules: ChangeRules, from: LogPosition): ChangeReader {
  const relations = new Map<number, Relation>();
  let { endLsn } = from;
  let within: { begin: Begin; changes: number } | undefined;

  function readChange(change: RowChange): ReadChange | undefined {
    const relation = relations.get(change.relationId);
    if (!within || !relation) throw new StepError('The server sent a change without saying of which table');
    const { begin } = within;
    const index = within.changes++;
    if (from.within?.commitLsn === begin.commitLsn && index < from.within.changes) return undefined;
    const described = describeChange(change, relation, rules);
    if (!described) return undefined;
    const lsn = writeLsn(begin.commitLsn);
    return { id: `${lsn}/${index}`, input: { ...described, at: begin.committedAt.getTime(), lsn } };
  }

  return {
    read(message) {
      if (message.kind === 'relation') relations.set(message.id, message);
      else if (message.kind === 'begin') within = { begin: message, changes: 0 };
      else if (message.kind === 'commit') {
        endLsn = message.endLsn;
        within = undefined;
      } else if (message.kind !== 'other') return readChange(message);
      return undefined;
    },
    position: () => ({
      endLsn,
      within: within ? { commitLsn: within.begin.commitLsn, changes: within.changes } : null,
    }),
    isBetween: () => within === undefined,
  };
}

function describeChange(
  change: RowChange,
  relation: Relation,
  { kinds, columns, primaryKeys }: ChangeRules,
): Omit<RowChangeInput, 'at' | 'lsn'> | undefined {
  if (!kinds.has(change.kind)) return undefined;
  if (columns && change.kind === 'update' && !mayHaveChanged(change, relation, columns)) return undefined;
  const table = `${relation.schema}.${relation.name}`;
  const isWanted = (name: string) => columns === null || columns.has(name);
  const keyNames = findKey(relation, primaryKeys.get(table));
  const keyOnly = change.old?.part === 'key';
  const old =
    change.old && toObject(relation, change.old.values, name => (keyOnly ? keyNames.has(name) : isWanted(name)));
  const texts = change.new?.map((text, column) => (text === undefined ? wholeOld(change)?.[column] : text));
  const values = texts ?? change.old?.values ?? [];
  return {
    ...{ table, kind: change.kind, old },
    new: texts ? toObject(relation, texts, isWanted) : null,
    key: toObject(relation, values, name => keyNames.has(name)),
  };
}

/** The server leaves long values out that are as before. With the whole old row, they are known. */
function wholeOld({ old }: RowChange): ColumnText[] | undefined {
  return old?.part === 'row' ? old.values : undefined;
}

/** Without the whole old row, only values that were left out are known to be as before. */
function mayHaveChanged(change: RowChange, { columns }: Relation, wanted: ReadonlySet<string>): boolean {
  const before = wholeOld(change);
  return columns.some(({ name }, column) => {
    const text = change.new?.[column];
    return wanted.has(name) && text !== undefined && (!before || before[column] !== text);
  });
}

function findKey({ columns, isFull }: Relation, primaryKey: readonly string[] | undefined): ReadonlySet<string> {
  if (isFull && primaryKey && primaryKey.length > 0) return new Set(primaryKey);
  return new Set(columns.filter(({ isKey }) => isKey).map(({ name }) => name));
}

function toObject(
  { columns }: Relation,
  texts: readonly ColumnText[],
  isWanted: (name: string) => boolean,
): Record<string, unknown> {
  const entries = columns.flatMap(({ name, typeId }, column) => {
    const text = texts[column];
    return text === undefined || !isWanted(name) ? [] : [[name, toValue(typeId, text)] as const];
  });
  return Object.fromEntries(entries);
}

function toValue(typeId: number, text: string | null): unknown {
  return text === null ? null : getTypeParser(typeId)(text);
}
