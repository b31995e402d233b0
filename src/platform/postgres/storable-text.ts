/** PostgreSQL stores neither NUL nor unpaired surrogates, which texts of other services may contain. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/**
 * Writes JSON for a `json` or `jsonb` column. `json` accepts escapes of characters that PostgreSQL can not store, and
 * only fails when something reads the value; `jsonb` fails at once. Texts and keys become storable, as above.
 */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return UNSTORABLE_ESCAPE.test(json) ? JSON.stringify(value, storableMember) : json;
}

/** Other characters may be escaped so too, and a backslash may be escaped itself: then nothing is changed. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/;

function storableMember(_key: string, member: unknown): unknown {
  if (typeof member === 'string') return toStorableText(member);
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
  return Object.fromEntries(Object.entries(member).map(([key, each]) => [toStorableText(key), each]));
}
