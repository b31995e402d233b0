import { parseJson } from '../look/json/parse-json.ts';

/** Lays out JSON in lines. What is no JSON, because it is plain text or was cut, stays as it is. */
export function prettyJson(text: string): string {
  const value = parseJson(text);
  if (value === undefined) return text;
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
