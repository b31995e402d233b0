import { add, addAll, type Container } from './container.ts';
import { JsonTooDeep } from './errors.ts';
import { isEscaped, wholeEscapesBefore } from './string-literal.ts';

export interface SlicedParseOptions {
  depth: number;
  /** How much text one step takes on: at least as much as the longest escape in a string. */
  pieceCharacters: number;
}

/** An array or object that has opened and not closed yet. */
interface Level {
  closer: number;
  openedAt: number;
  /** Its last comma, or else where it opened: what is before is whole. */
  cutAt: number;
}

/** A string too long for one piece, some parts of which have been read. */
interface LongString {
  key: string | undefined;
  parts: string[];
  next: number;
  end: number;
}

/**
 * Parses a text in small steps. A step looks through the next characters for brackets, commas and strings, and then
 * has JSON.parse read what has become whole. The arrays and objects that are still open where the step ends are made
 * by us, so that what follows can be added to them:
 *
 *     [{"a":1},{"a":2},{"a":3,"b":[4,5,6          the step ends within three open containers
 *      ^^^^^^^^^^^^^^^  ^^^^^      ^^^             read by JSON.parse, in one call for each of them
 *
 * Every character is looked at once and read once, however deep it stands. The document is taken for the only member
 * of an array.
 */
export class SlicedParse {
  readonly #text: string;
  readonly #depth: number;
  readonly #pieceCharacters: number;

  /** The next character to look at. */
  #at = 0;
  /** Where the string opens that the last step ended in. */
  #stringAt: number | undefined;
  #innermost: Level = { closer: 0, openedAt: -1, cutAt: -1 };
  readonly #enclosing: Level[] = [];

  readonly #document: unknown[] = [];
  /** Those of the open containers that have been made: the outermost ones. */
  readonly #made: Container[] = [];
  /** From here on nothing has been read. It stands in the last container made. */
  #unread = 0;
  /** What stands before it. */
  #after: 'opening' | 'comma' | 'member' = 'opening';
  #longString: LongString | undefined;

  constructor(text: string, { depth, pieceCharacters }: SlicedParseOptions) {
    this.#text = text;
    this.#depth = depth;
    this.#pieceCharacters = pieceCharacters;
  }

  /** Answers whether there is more to do. Throws some SyntaxError when the text is malformed: `position` tells where. */
  step(): boolean {
    if (this.#longString) {
      this.#readPart(this.#longString);
      return true;
    }
    this.#look(Math.min(this.#text.length, this.#at + this.#pieceCharacters));
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

  /** About where the text was when it turned out to be malformed. */
  get position(): number {
    return this.#longString ? this.#longString.next : this.#unread;
  }

  #look(end: number): void {
    const text = this.#text;
    if (this.#stringAt !== undefined) this.#lookThroughString(this.#stringAt, end);
    while (this.#at < end && !this.#longString) {
      const at = nextStructural(text, this.#at, end);
      if (at === end) {
        this.#at = end;
        return;
      }
      this.#at = at + 1;
      const code = text.charCodeAt(at);
      if (code === QUOTE) this.#lookThroughString(at, end);
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
    if (this.#made.length === this.#enclosing.length) {
      this.#readMembers(this.#at - 1, true);
      this.#made.pop();
      this.#unread = this.#at;
      this.#after = 'member';
    }
    this.#innermost = this.#enclosing.pop() ?? malformed();
  }

  /** Stops behind the string, or at `end` when it has not closed by then. */
  #lookThroughString(openedAt: number, end: number): void {
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

  /** Reads what is whole, and makes the containers that are not. */
  #read(): void {
    const levels = [...this.#enclosing, this.#innermost];
    for (const level of levels.slice(this.#made.length)) {
      if (level.openedAt >= this.#unread) this.#make(level);
      if (level.cutAt < this.#unread) continue;
      if (level === levels[0]) malformed();
      this.#readMembers(level.cutAt, false);
      this.#unread = level.cutAt + 1;
      this.#after = 'comma';
    }
    this.#unread = afterWhiteSpace(this.#text, this.#unread, this.#at);
  }

  #make({ openedAt, closer }: Level): void {
    const container = closer === CLOSE_ARRAY ? [] : {};
    add(this.#container, this.#readKey(openedAt), container);
    this.#made.push(container);
    this.#unread = openedAt + 1;
    this.#after = 'opening';
  }

  get #container(): Container {
    return this.#made.at(-1) ?? this.#document;
  }

  /** The key of the member whose value begins at `end`, when there is nothing else before it. */
  #readKey(end: number): string | undefined {
    if (this.#after === 'member') malformed();
    const start = this.#text.slice(this.#unread, end);
    if (Array.isArray(this.#container)) {
      JSON.parse(`[${start}[]]`);
      return undefined;
    }
    return Object.keys(JSON.parse(`{${start}[]}`))[0];
  }

  /** Adds what stands unread before `end`, which is a comma or where the container closes. */
  #readMembers(end: number, closing: boolean): void {
    let start = this.#unread;
    if (this.#after === 'member') {
      start = afterWhiteSpace(this.#text, start, end);
      if (start === end) return;
      if (this.#text.charCodeAt(start++) !== COMMA) malformed();
    }
    const mayBeEmpty = closing && this.#after === 'opening';
    const members = this.#text.slice(start, end);
    if (addAll(this.#container, members) === 0 && !mayBeEmpty) malformed();
  }

  #beginLongString(openedAt: number, end: number): void {
    this.#read();
    // A key is left to JSON.parse, however long it is.
    if (this.#unread === openedAt && !Array.isArray(this.#container)) return;
    this.#longString = { key: this.#readKey(openedAt), parts: [], next: openedAt + 1, end };
  }

  #readPart(string: LongString): void {
    this.#unread = string.next;
    const most = string.next + this.#pieceCharacters;
    const end = most < string.end ? wholeEscapesBefore(this.#text, most, string.next) : string.end;
    const part: string = JSON.parse(`"${this.#text.slice(string.next, end)}"`);
    string.parts.push(part);
    string.next = end;
    if (end < string.end) return;
    add(this.#container, string.key, string.parts.join(''));
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

/** The next quote, comma or bracket, or else `end`. */
function nextStructural(text: string, start: number, end: number): number {
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

function afterWhiteSpace(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isWhiteSpace(text.charCodeAt(at))) at++;
  return at;
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
