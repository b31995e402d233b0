import { randomUUID } from 'node:crypto';
import { isJsonSmall } from './head.ts';
import { stringifyJson } from './stringify.ts';

/** Replaces, in an object, a value whose JSON already exists. It never leaves this process. */
export const JSON_PLACEHOLDER: string = randomUUID();
const LITERAL = JSON.stringify(JSON_PLACEHOLDER);
const AT_ONCE_CHARACTERS = 100_000;

/** Writes an object that contains `JSON_PLACEHOLDER` once. Returns what is before and what is after its place. */
export async function splitJson(object: object): Promise<[string, string]> {
  const text = isJsonSmall(object, AT_ONCE_CHARACTERS) ? JSON.stringify(object) : await stringifyJson(object);
  const at = text.indexOf(LITERAL);
  if (at < 0) throw new Error('the object has no placeholder for the JSON');
  return [text.slice(0, at), text.slice(at + LITERAL.length)];
}

/** Writes an object that contains `JSON_PLACEHOLDER` once, with the given JSON in its place. */
export async function spliceJson(object: object, json: string): Promise<string> {
  const [before, after] = await splitJson(object);
  return before + json + after;
}
