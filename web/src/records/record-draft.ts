/** A record while it is edited, as a form or as JSON, and what a save sends of it. Pure. */
import * as words from '../texts/common.ts';
import { recordDraft as texts } from '../texts/records.ts';
import { type Column, kindOf, type ValueKind } from './columns.ts';

export type Data = Readonly<Record<string, unknown>>;

export interface FieldDraft {
  /** Stays the same while the field is edited. */
  id: number;
  name: string;
  kind: ValueKind;
  /** As it was typed; `true` or `false` for a boolean; JSON for lists and objects. */
  text: string;
  /** Offered because other records have it: left out of the record while nothing is typed. */
  isOffered?: boolean;
}

export type Draft = { mode: 'form'; fields: readonly FieldDraft[] } | { mode: 'json'; text: string };

export function toFormDraft(data: Data): Draft {
  const fields = Object.entries(data).map(([name, value], id) => ({ id, name, ...toField(value) }));
  return { mode: 'form', fields };
}

const OFFERED_FIELDS = 30;

/** A new record has the fields of the others in its collection. */
export function toOfferedDraft(columns: readonly Column[]): Draft {
  const fields = columns
    .filter(({ kind }) => kind !== 'null')
    .slice(0, OFFERED_FIELDS)
    .map(({ name, kind }, id) => ({ id, name, kind, text: '', isOffered: true }));
  return { mode: 'form', fields };
}

export function toJsonDraft(data: Data): Draft {
  return { mode: 'json', text: JSON.stringify(data, null, 2) };
}

function toField(value: unknown): Pick<FieldDraft, 'kind' | 'text'> {
  const kind = kindOf(value);
  if (kind === 'null') return { kind, text: '' };
  return { kind, text: kind === 'json' ? JSON.stringify(value, null, 2) : String(value) };
}

export function addField(fields: readonly FieldDraft[], name: string, kind: ValueKind): FieldDraft[] {
  const id = Math.max(-1, ...fields.map(field => field.id)) + 1;
  const text = kind === 'boolean' ? 'false' : kind === 'json' ? '{}' : '';
  return [...fields, { id, name, kind, text }];
}

/** Keeps what was typed where the other type can have it. */
export function changeKind(field: FieldDraft, kind: ValueKind): FieldDraft {
  if (kind === 'boolean') return { ...field, kind, text: field.text === 'true' ? 'true' : 'false' };
  if (kind === 'json') return { ...field, kind, text: jsonOf(field) };
  return { ...field, kind, text: kind === 'null' ? '' : field.text };
}

function jsonOf(field: FieldDraft): string {
  const read = readField(field);
  return 'value' in read ? JSON.stringify(read.value, null, 2) : JSON.stringify(field.text);
}

type ReadField = { value: unknown } | { problem: string };

function readField({ kind, text }: FieldDraft): ReadField {
  switch (kind) {
    case 'text':
      return { value: text };
    case 'null':
      return { value: null };
    case 'boolean':
      return { value: text === 'true' };
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text))
        ? { value: Number(text) }
        : { problem: words.enterANumber };
    case 'json':
      try {
        return { value: JSON.parse(text) };
      } catch (error) {
        return { problem: words.notJsonBecause(error instanceof Error ? error.message : '') };
      }
  }
}

export interface DraftProblems {
  /** By the id of the field. */
  fields: ReadonlyMap<number, string>;
  /** Of the JSON as a whole. */
  json?: string;
}

export type ReadDraft = { data: Data } | { problems: DraftProblems };

export function readDraft(draft: Draft): ReadDraft {
  return draft.mode === 'json' ? readJsonDraft(draft.text) : readFormDraft(draft.fields);
}

function readJsonDraft(text: string): ReadDraft {
  const problem = (json: string): ReadDraft => ({ problems: { fields: new Map(), json } });
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? { data: { ...data } }
      : problem(texts.object);
  } catch (error) {
    return problem(words.notJsonBecause(error instanceof Error ? error.message : ''));
  }
}

function readFormDraft(fields: readonly FieldDraft[]): ReadDraft {
  const problems = new Map<number, string>();
  const values = new Map<string, unknown>();
  for (const field of fields) {
    if (field.isOffered && field.text === '') continue;
    const read = readField(field);
    if (values.has(field.name)) problems.set(field.id, texts.twice);
    else if ('problem' in read) problems.set(field.id, read.problem);
    values.set(field.name, 'value' in read ? read.value : undefined);
  }
  return problems.size > 0 ? { problems: { fields: problems } } : { data: Object.fromEntries(values) };
}

/** Shows the same draft the other way, or stays where it can not be read. */
export function changeMode(draft: Draft, mode: Draft['mode']): Draft {
  if (draft.mode === mode) return draft;
  const read = readDraft(draft);
  if ('problems' in read) return draft;
  return mode === 'json' ? toJsonDraft(read.data) : toFormDraft(read.data);
}

export interface Changes {
  set: Data;
  remove: readonly string[];
}

/** Only what differs is sent, so that a save does not undo what others did to other fields. */
export function findChanges(before: Data, after: Data): Changes {
  return {
    set: Object.fromEntries(
      Object.entries(after).filter(([name, value]) => !isEqual(before[name], value, name in before)),
    ),
    remove: Object.keys(before).filter(name => !Object.hasOwn(after, name)),
  };
}

export function hasChanges({ set, remove }: Changes): boolean {
  return Object.keys(set).length > 0 || remove.length > 0;
}

function isEqual(before: unknown, after: unknown, wasThere: boolean): boolean {
  return wasThere && canonical(before) === canonical(after);
}

/** The database does not keep the order of names in objects. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** The names of fields that others changed, and whether this draft changes them too. */
export function findConflicts(before: Data, theirs: Data, mine: Changes): { name: string; isMine: boolean }[] {
  const { set, remove } = findChanges(before, theirs);
  const own = new Set([...Object.keys(mine.set), ...mine.remove]);
  return [...Object.keys(set), ...remove].map(name => ({ name, isMine: own.has(name) }));
}

/** What the record would be with these changes. */
export function applyChanges(data: Data, { set, remove }: Changes): Data {
  const kept = Object.entries(data).filter(([name]) => !remove.includes(name));
  return { ...Object.fromEntries(kept), ...set };
}
