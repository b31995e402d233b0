import { JsonTooDeep } from './errors.ts';
import { findEscapeBoundary, isEscaped } from './string-literal.ts';

interface SlicedParseOptions {
  depth: number;
  /** How much text one step processes: at least as much as the longest escape in a string. */
  pieceCharacters: number;
}

/** An array or object that is built step by step. */
type Container = unknown[] | Record<string, unknown>;

/** An array or object that is still open. */
interface Level {
  closer: number;
  openedAt: number;
  /** The position of its last comma, or of its opening bracket: everything before it is complete. */
  cutAt: number;
}

/** A string that is too long for one piece and is read in parts. */
interface LongString {
  key: string | undefined;
  parts: string[];
  next: number;
  end: number;
}

/**
 * Parses a text in small steps. A step scans the next characters for brackets, commas and strings, and then lets
 * JSON.parse read what is complete. The arrays and objects that are still open at the end of the step are created here,
 * so that the following steps can add members to them:
 *
 *     [{"a":1},{"a":2},{"a":3,"b":[4,5,6          the step ends within three open containers
 *      ^^^^^^^^^^^^^^^  ^^^^^      ^^^             read by JSON.parse, in one call for each of them
 *
 * Every character is scanned once and read once, however deep it is nested. The document is treated as the only member
 * of an array.
 */
export class SlicedParse {
  readonly #text: string;
  readonly #depth: number;
  readonly #pieceCharacters: number;

  /** The position of the next character to scan. */
  #at = 0;
  /** Where the string begins that was still open at the end of the last step. */
  #stringAt: number | undefined;
  #innermost: Level = { closer: 0, openedAt: -1, cutAt: -1 };
  readonly #enclosing: Level[] = [];

  readonly #document: unknown[] = [];
  /** The open containers that have been created so far, outermost first. */
  readonly #created: Container[] = [];
  /** The position of the first character that has not been read. It belongs to the last created container. */
  #unread = 0;
  /** What precedes that character. */
  #after: 'opening' | 'comma' | 'member' = 'opening';
  #longString: LongString | undefined;

  constructor(text: string, { depth, pieceCharacters }: SlicedParseOptions) {
    this.#text = text;
    this.#depth = depth;
    this.#pieceCharacters = pieceCharacters;
  }

  /**
   * Returns whether there is more to do. Throws a SyntaxError when the text is malformed; `position` then says where.
   */
  step(): boolean {
    if (this.#longString) {
      this.#readPart(this.#longString);
      return true;
    }
    this.#scan(Math.min(this.#text.length, this.#at + this.#pieceCharacters));
    if (this.#longString) return true;
    if (this.#at < this.#text.length) {
      this.#read();
      return true;
    }
    if (this.#enclosing.length > 0 || this.#stringAt !== undefined) malformed();
    this.#readMembers(this.#text.length, true);
    if (this.#document.length !== 1) malformed();
    return false;
  }

  get value(): unknown {
    return this.#document[0];
  }

  /** The approximate position of an error. */
  get position(): number {
    return this.#longString ? this.#longString.next : this.#unread;
  }

  #scan(end: number): void {
    const text = this.#text;
    if (this.#stringAt !== undefined) this.#scanString(this.#stringAt, end);
    while (this.#at < end && !this.#longString) {
      const at = findStructural(text, this.#at, end);
      if (at === end) {
        this.#at = end;
        return;
      }
      this.#at = at + 1;
      const code = text.charCodeAt(at);
      if (code === QUOTE) this.#scanString(at, end);
      else if (code === COMMA) this.#innermost.cutAt = at;
      else if (code === OPEN_ARRAY) this.#open(CLOSE_ARRAY);
      else if (code === OPEN_OBJECT) this.#open(CLOSE_OBJECT);
      else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) this.#close(code);
    }
  }

  #open(closer: number): void {
    this.#enclosing.push(this.#innermost);
    if (this.#enclosing.length > this.#depth) throw new JsonTooDeep(this.#depth);
    this.#innermost = { closer, openedAt: this.#at - 1, cutAt: this.#at - 1 };
  }

  #close(closer: number): void {
    if (closer !== this.#innermost.closer) malformed();
    if (this.#created.length === this.#enclosing.length) {
      this.#readMembers(this.#at - 1, true);
      this.#created.pop();
      this.#unread = this.#at;
      this.#after = 'member';
    }
    this.#innermost = this.#enclosing.pop() ?? malformed();
  }

  /** Stops after the string, or at `end` when the string is still open there. */
  #scanString(openedAt: number, end: number): void {
    this.#stringAt = openedAt;
    while (this.#at < end) {
      const quote = this.#text.indexOf('"', this.#at);
      this.#at = quote < 0 ? this.#text.length : quote + 1;
      if (quote < 0 || isEscaped(this.#text, quote, openedAt + 1)) continue;
      this.#stringAt = undefined;
      if (quote - openedAt > this.#pieceCharacters) this.#beginLongString(openedAt, quote);
      return;
    }
  }

  /** Reads the members that are complete, and creates the containers that are not. */
  #read(): void {
    const levels = [...this.#enclosing, this.#innermost];
    for (const level of levels.slice(this.#created.length)) {
      if (level.openedAt >= this.#unread) this.#createContainer(level);
      if (level.cutAt < this.#unread) continue;
      if (level === levels[0]) malformed();
      this.#readMembers(level.cutAt, false);
      this.#unread = level.cutAt + 1;
      this.#after = 'comma';
    }
    this.#unread = skipWhiteSpace(this.#text, this.#unread, this.#at);
  }

  #createContainer({ openedAt, closer }: Level): void {
    const container = closer === CLOSE_ARRAY ? [] : {};
    addMember(this.#container, this.#readKey(openedAt), container);
    this.#created.push(container);
    this.#unread = openedAt + 1;
    this.#after = 'opening';
  }

  get #container(): Container {
    return this.#created.at(-1) ?? this.#document;
  }

  /** Reads the key of the member whose value begins at `end`. Nothing else may precede the value. */
  #readKey(end: number): string | undefined {
    if (this.#after === 'member') malformed();
    const start = this.#text.slice(this.#unread, end);
    if (Array.isArray(this.#container)) {
      JSON.parse(`[${start}[]]`);
      return undefined;
    }
    return Object.keys(JSON.parse(`{${start}[]}`))[0];
  }

  /** Adds the unread members before `end`, which is the position of a comma or of the closing bracket. */
  #readMembers(end: number, closing: boolean): void {
    let start = this.#unread;
    if (this.#after === 'member') {
      start = skipWhiteSpace(this.#text, start, end);
      if (start === end) return;
      if (this.#text.charCodeAt(start++) !== COMMA) malformed();
    }
    const mayBeEmpty = closing && this.#after === 'opening';
    const members = this.#text.slice(start, end);
    if (addMembers(this.#container, members) === 0 && !mayBeEmpty) malformed();
  }

  #beginLongString(openedAt: number, end: number): void {
    this.#read();
    // JSON.parse reads a key as a whole, however long it is.
    if (this.#unread === openedAt && !Array.isArray(this.#container)) return;
    this.#longString = { key: this.#readKey(openedAt), parts: [], next: openedAt + 1, end };
  }

  #readPart(string: LongString): void {
    this.#unread = string.next;
    const most = string.next + this.#pieceCharacters;
    const end = most < string.end ? findEscapeBoundary(this.#text, most, string.next) : string.end;
    const part: string = JSON.parse(`"${this.#text.slice(string.next, end)}"`);
    string.parts.push(part);
    string.next = end;
    if (end < string.end) return;
    addMember(this.#container, string.key, string.parts.join(''));
    this.#longString = undefined;
    this.#unread = string.end + 1;
    this.#after = 'member';
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Finds the next quote, comma or bracket. Returns `end` when there is none. */
function findStructural(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
      case COMMA:
      case OPEN_ARRAY:
      case CLOSE_ARRAY:
      case OPEN_OBJECT:
      case CLOSE_OBJECT:
        return at;
    }
  }
  return end;
}

function malformed(): never {
  throw new SyntaxError('malformed JSON');
}

function skipWhiteSpace(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isWhiteSpace(text.charCodeAt(at))) at++;
  return at;
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Adds the members of a text without brackets to the container, and returns their number. */
function addMembers(container: Container, members: string): number {
  if (Array.isArray(container)) {
    const piece: unknown[] = JSON.parse(`[${members}]`);
    for (const value of piece) container.push(value);
    return piece.length;
  }
  const piece: Record<string, unknown> = JSON.parse(`{${members}}`);
  const keys = Object.keys(piece);
  for (const key of keys) addMember(container, key, piece[key]);
  return keys.length;
}

function addMember(container: Container, key: string | undefined, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else if (key === '__proto__') {
    // An assignment would set the prototype instead of a property.
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  } else if (key !== undefined) container[key] = value;
}
