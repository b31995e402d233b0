/**
 * What PostgreSQL can store. It stores neither NUL nor unpaired surrogates, which texts of other services may contain.
 *
 * The types of the tables accept only `StorableJson` for columns of the types `json` and `jsonb`, and raw statements pass it
 * with `jsonb`, so that nothing else gets there.
 */
import { type RawBuilder, sql } from 'kysely';
import { type StringifyOptions, stringifyJson } from '../json/stringify.ts';

declare const isStorable: unique symbol;
/** JSON for a column of the type `json` or `jsonb`. Only the functions below make it. */
export type StorableJson = string & { readonly [isStorable]: true };

export function toStorableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/**
 * Writes JSON for a column. `json` accepts escapes of characters that PostgreSQL can not store, and only fails when
 * something reads the value; `jsonb` fails at once. Texts and keys become storable, as above.
 */
export function toStorableJson(value: unknown): StorableJson {
  const json = JSON.stringify(value);
  return (UNSTORABLE_ESCAPE.test(json) ? JSON.stringify(value, storableMember) : json) as StorableJson;
}

/** The same for a long value, without blocking the event loop. */
export async function stringifyStorableJson(value: unknown, options?: StringifyOptions): Promise<StorableJson> {
  const json = await stringifyJson(value, options);
  return UNSTORABLE_ESCAPE.test(json) ? toStorableJson(value) : (json as StorableJson);
}

/** Passes JSON to a raw statement. */
export function jsonb(json: StorableJson | null): RawBuilder<StorableJson> {
  return sql<StorableJson>`${json}::jsonb`;
}

/**
 * Turns a text column into JSON of which PostgreSQL can read fields. It refuses to look into JSON that has an escape of a
 * character which it can not store, wherever that stands. Such escapes become replacement characters.
 */
export function searchableJson(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(CASE WHEN strpos(${text}, '\\u') = 0 THEN ${text}
    ELSE regexp_replace(${text}, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'gi') END)::json`;
}

/** Other characters may be escaped so too, and a backslash may be escaped itself: then nothing is changed. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/;

function storableMember(_key: string, member: unknown): unknown {
  if (typeof member === 'string') return toStorableText(member);
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
  return Object.fromEntries(Object.entries(member).map(([key, each]) => [toStorableText(key), each]));
}
