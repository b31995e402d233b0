import { DEFAULT_DEPTH } from './errors.ts';
import { keyAt, type Level, memberAt, memberCount, openLevel } from './level.ts';
import { charactersLeft } from './measure.ts';

/** The beginning of a text. */
export interface Head {
  text: string;
  /** Whether the text continues after it. */
  cut: boolean;
}

/**
 * Returns the beginning of JSON.stringify(value). The time depends on the length of the beginning and not on the size
 * of the value; only the keys of an object are listed all at once. A surrogate pair is never cut in two. Values without
 * JSON, such as undefined, are written as they are in an array: `null`.
 */
export function jsonHead(value: unknown, characters: number): Head {
  const text = isJsonSmall(value, characters) ? toJson(value) : writeBeginning(value, characters);
  return textHead(text, characters);
}

/** Returns the beginning of a text. A surrogate pair is never cut in two. */
export function textHead(text: string, characters: number): Head {
  if (text.length <= characters) return { text, cut: false };
  const last = text.charCodeAt(characters - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return { text: text.slice(0, isHalfPair ? characters - 1 : characters), cut: true };
}

/** Whether the JSON has at most about this many characters, so that JSON.stringify can write it at once. */
export function isJsonSmall(value: unknown, characters: number): boolean {
  return charactersLeft(value, characters, DEFAULT_DEPTH) >= 0;
}

/**
 * Writes the whole text, or a beginning that is longer than `characters`. It uses a loop, because the value may be
 * nested deeper than the stack allows.
 */
function writeBeginning(root: unknown, characters: number): string {
  const open: Level[] = [];
  let text = '';
  const write = (value: unknown) => {
    const level = openLevel(value);
    if (level) open.push(level);
    text += level ? (level.keys ? '{' : '[') : writeLeaf(value, characters - text.length);
  };
  write(root);
  for (let level = open.at(-1); level && text.length <= characters; level = open.at(-1)) {
    if (level.next === memberCount(level)) {
      text += level.keys ? '}' : ']';
      open.pop();
      continue;
    }
    const key = keyAt(level, level.next);
    const value = memberAt(level, level.next);
    level.next++;
    if (key !== undefined && !hasJson(value)) continue;
    if (level.hasWritten) text += ',';
    level.hasWritten = true;
    if (key !== undefined) text += `${writeLeaf(key, characters - text.length)}:`;
    write(value);
  }
  return text;
}

/** Writes only as much of a long string as is needed. */
function writeLeaf(value: unknown, limit: number): string {
  return toJson(typeof value === 'string' ? value.slice(0, Math.max(limit, 0) + 1) : value);
}

function toJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  return text ?? 'null';
}

function hasJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
