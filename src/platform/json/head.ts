import { DEFAULT_DEPTH } from './errors.ts';
import { keyAt, type Level, levelOf, memberAt, memberCount } from './level.ts';
import { charactersLeft } from './measure.ts';

export interface Head {
  text: string;
  cut: boolean;
}

/**
 * The beginning of JSON.stringify(value), and whether there is more of it. It takes as long as the beginning does,
 * however large the value is; only the keys of an object that is reached are listed all at once.
 * A pair of surrogates is not cut in two. What has no JSON, such as undefined, is written as in an array: `null`.
 */
export function jsonHead(value: unknown, characters: number): Head {
  const text = jsonIsSmall(value, characters) ? textOf(value) : beginningOf(value, characters);
  return textHead(text, characters);
}

/** The beginning of a text, and whether there is more of it. A pair of surrogates is not cut in two. */
export function textHead(text: string, characters: number): Head {
  if (text.length <= characters) return { text, cut: false };
  const last = text.charCodeAt(characters - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return { text: text.slice(0, isHalfPair ? characters - 1 : characters), cut: true };
}

/** Whether the JSON has about so many characters or less, and can be made by JSON.stringify. */
export function jsonIsSmall(value: unknown, characters: number): boolean {
  return charactersLeft(value, characters, DEFAULT_DEPTH) >= 0;
}

/** The whole text, or more than so many characters of it. By a loop: it may be nested deeper than the stack reaches. */
function beginningOf(root: unknown, characters: number): string {
  const open: Level[] = [];
  let text = '';
  const write = (value: unknown) => {
    const level = levelOf(value);
    if (level) open.push(level);
    text += level ? (level.keys ? '{' : '[') : leafText(value, characters - text.length);
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
    if (key !== undefined && !hasText(value)) continue;
    if (level.begun) text += ',';
    level.begun = true;
    if (key !== undefined) text += `${leafText(key, characters - text.length)}:`;
    write(value);
  }
  return text;
}

/** Of a long string only as much as there is room for. */
function leafText(value: unknown, room: number): string {
  return textOf(typeof value === 'string' ? value.slice(0, Math.max(room, 0) + 1) : value);
}

function textOf(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  return text ?? 'null';
}

function hasText(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
