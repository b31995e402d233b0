import { randomUUID } from 'node:crypto';
import { jsonIsSmall } from './head.ts';
import { stringifyJson } from './stringify.ts';

/** Stands in an object for a value whose JSON is known already. Nobody outside of this process ever sees it. */
export const SPLICED: string = randomUUID();
const LITERAL = JSON.stringify(SPLICED);
const AT_ONCE_CHARACTERS = 100_000;

/** The JSON of an object in which `SPLICED` stands once, with the given JSON in its place. */
export async function jsonWith(object: object, json: string): Promise<string> {
  const text = jsonIsSmall(object, AT_ONCE_CHARACTERS) ? JSON.stringify(object) : await stringifyJson(object);
  const at = text.indexOf(LITERAL);
  if (at < 0) throw new Error('nothing stands for the JSON that is to be spliced in');
  return text.slice(0, at) + json + text.slice(at + LITERAL.length);
}
