/** Texts of a document, made safe to store and short enough to show. */
import { isObject } from '../../platform/is-object.ts';

/** The reason why an operation can not be used, as a sentence. */
export class Unmappable extends Error {
  override readonly name = 'Unmappable';
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Returns the text without surrounding space and at most so long, or an empty text for anything else. */
export function toShortText(value: unknown, mostCharacters: number): string {
  if (typeof value !== 'string') return '';
  // Cutting first keeps the work small, whatever somebody wrote.
  const text = cleanText(value.slice(0, mostCharacters * 4)).trim();
  return text.length <= mostCharacters
    ? text
    : `${text
        .slice(0, mostCharacters - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** Like `toShortText`, on one line. */
export function toLine(value: unknown, mostCharacters: number): string {
  return typeof value === 'string'
    ? toShortText(value.slice(0, mostCharacters * 4).replaceAll(/\s+/g, ' '), mostCharacters)
    : '';
}

/** Copies a value of the document with clean texts. What is nested too deeply, or is no JSON, becomes null. */
export function copyValue(value: unknown, levels = 20): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean' || levels === 0) return levels === 0 ? null : value;
  if (Array.isArray(value)) return value.map(each => copyValue(each, levels - 1));
  if (!isObject(value)) return null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, each]) => [cleanText(key), copyValue(each, levels - 1)]),
  );
}

export function listTexts(values: readonly string[], most: number): string {
  const shown = values.slice(0, most).map(value => `'${toLine(value, 200)}'`);
  return values.length > most ? `${shown.join(', ')} and others` : shown.join(', ');
}
