import { JsonTooDeep, JsonTooLarge } from './errors.ts';
import { keyAt, type Level, memberAt, memberCount, openLevel } from './level.ts';
import { charactersLeft, TOO_DEEP } from './measure.ts';

interface SlicedStringifyOptions {
  limitCharacters: number;
  depth: number;
  /** The estimated amount of text that one step writes. */
  pieceCharacters: number;
}

/**
 * Writes a value in small steps. A step looks ahead until it has seen enough for a piece, and then lets JSON.stringify
 * write the members that fit as a whole. Containers that reach beyond the piece are written here, member by member, so
 * that the next step can continue where this one ended. Every member is measured once and written once, however deep it
 * is nested. The value is treated as the only member of an array whose brackets are omitted.
 */
export class SlicedStringify {
  readonly #options: SlicedStringifyOptions;
  #innermost: Level;
  readonly #enclosing: Level[] = [];
  /** A string that is too long for one piece. It has been written up to `next`. */
  #longString: { value: string; next: number } | undefined;
  readonly #parts: string[] = [];
  #characters = 0;

  constructor(value: unknown, options: SlicedStringifyOptions) {
    this.#options = options;
    this.#innermost = { container: [value], keys: undefined, next: 0, hasWritten: false };
  }

  /** Returns whether there is more to do. */
  step(): boolean {
    if (this.#longString) {
      this.#writePart(this.#longString);
      return true;
    }
    const path: number[] = [];
    const end = this.#lookAhead(path);
    if (end === memberCount(this.#innermost)) {
      this.#writeMembers(end);
      return this.#close();
    }
    if (end === this.#innermost.next && path.length === 0) this.#writeLargeMember();
    else {
      this.#writeMembers(end);
      this.#descend(path);
    }
    return true;
  }

  get text(): string {
    return this.#parts.join('');
  }

  /**
   * Returns the first member that does not fit into this piece, and in `path` the position inside it that exceeds it.
   */
  #lookAhead(path: number[]): number {
    const level = this.#innermost;
    const depth = this.#options.depth - this.#enclosing.length;
    let left = this.#options.pieceCharacters;
    for (let index = level.next; index < memberCount(level); index++) {
      left -= keyAt(level, index)?.length ?? 1;
      left = charactersLeft(memberAt(level, index), left, depth, path);
      if (left === TOO_DEEP) throw new JsonTooDeep(this.#options.depth);
      if (left < 0) return index;
    }
    return memberCount(level);
  }

  /** Opens the containers along the path, and writes the members before it. */
  #descend(path: number[]): void {
    for (const index of path.reverse()) {
      const level = openLevel(memberAt(this.#innermost, this.#innermost.next));
      // The path consists of arrays and objects only.
      if (level) this.#open(level);
      this.#writeMembers(index);
    }
  }

  /** Writes a member that alone, or with its key, exceeds a piece. */
  #writeLargeMember(): void {
    const value = memberAt(this.#innermost, this.#innermost.next);
    if (typeof value === 'string') {
      // The text would be too large, which is known before any of the string is written.
      if (this.#characters + value.length > this.#options.limitCharacters) this.#tooLarge();
      this.#beginMember();
      this.#write('"');
      this.#longString = { value, next: 0 };
      return;
    }
    const level = openLevel(value);
    if (level) this.#open(level);
    else this.#writeMembers(this.#innermost.next + 1);
  }

  #open(level: Level): void {
    this.#beginMember();
    this.#write(level.keys ? '{' : '[');
    this.#enclosing.push(this.#innermost);
    this.#innermost = level;
  }

  #close(): boolean {
    const { keys } = this.#innermost;
    const outer = this.#enclosing.pop();
    if (!outer) return false;
    this.#write(keys ? '}' : ']');
    this.#innermost = outer;
    return true;
  }

  #beginMember(): void {
    const level = this.#innermost;
    const key = keyAt(level, level.next);
    if (level.hasWritten) this.#write(',');
    if (key !== undefined) this.#write(`${JSON.stringify(key)}:`);
    level.hasWritten = true;
    level.next++;
  }

  #writeMembers(end: number): void {
    const level = this.#innermost;
    const members = stringifyMembers(level, end);
    level.next = end;
    if (members === '') return;
    if (level.hasWritten) this.#write(',');
    this.#write(members);
    level.hasWritten = true;
  }

  #writePart(string: { value: string; next: number }): void {
    const { value, next } = string;
    const end = findPairBoundary(value, next + this.#options.pieceCharacters);
    this.#write(JSON.stringify(value.slice(next, end)).slice(1, -1));
    string.next = end;
    if (end < value.length) return;
    this.#write('"');
    this.#longString = undefined;
  }

  #write(text: string): void {
    this.#parts.push(text);
    this.#characters += text.length;
    if (this.#characters > this.#options.limitCharacters) this.#tooLarge();
  }

  #tooLarge(): never {
    throw new JsonTooLarge(this.#options.limitCharacters);
  }
}

/**
 * Writes the members from the next one to `end` without brackets. Like JSON.stringify, it omits members without JSON.
 */
function stringifyMembers({ container, keys, next }: Level, end: number): string {
  if (Array.isArray(container)) return JSON.stringify(container.slice(next, end)).slice(1, -1);
  const members: string[] = [];
  for (const key of keys?.slice(next, end) ?? []) {
    const value: string | undefined = JSON.stringify(container[key]);
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${value}`);
  }
  return members.join(',');
}

/** Finds a position that does not cut a surrogate pair in two: JSON.stringify would escape each half. */
function findPairBoundary(text: string, position: number): number {
  const code = text.charCodeAt(position - 1);
  const isHighSurrogate = code >= 0xd800 && code <= 0xdbff;
  return isHighSurrogate && position < text.length ? position - 1 : position;
}
