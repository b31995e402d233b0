import { JsonTooDeep, JsonTooLarge } from './errors.ts';
import { keyAt, type Level, levelOf, memberAt, memberCount } from './level.ts';
import { charactersLeft, TOO_DEEP } from './measure.ts';

export interface SlicedStringifyOptions {
  limitCharacters: number;
  depth: number;
  /** How much text one step writes, by estimate. */
  pieceCharacters: number;
}

/**
 * Writes a value in small steps. A step looks ahead until it has seen enough for a piece, and then has JSON.stringify
 * write what is whole. The containers that reach beyond the piece are written by us, member by member, so that the
 * next step can go on where this one ended. Every member is looked at once and written once, however deep it stands.
 * The value is taken for the only member of an array whose brackets are left out.
 */
export class SlicedStringify {
  readonly #options: SlicedStringifyOptions;
  #innermost: Level;
  readonly #enclosing: Level[] = [];
  /** A string too long for one piece, up to `next` of which has been written. */
  #longString: { value: string; next: number } | undefined;
  readonly #parts: string[] = [];
  #characters = 0;

  constructor(value: unknown, options: SlicedStringifyOptions) {
    this.#options = options;
    this.#innermost = { container: [value], keys: undefined, next: 0, begun: false };
  }

  /** Answers whether there is more to do. */
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

  /** The first member that does not belong to this piece as a whole, and the path to what in it is too much. */
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

  /** Opens the containers along the path, and writes the members that stand before it. */
  #descend(path: number[]): void {
    for (const index of path.reverse()) {
      const level = levelOf(memberAt(this.#innermost, this.#innermost.next));
      // The path leads through arrays and objects only.
      if (level) this.#open(level);
      this.#writeMembers(index);
    }
  }

  /** Alone too much for a piece, by itself or with its key. */
  #writeLargeMember(): void {
    const value = memberAt(this.#innermost, this.#innermost.next);
    if (typeof value === 'string') {
      // Known to be too large before any of it is written.
      if (this.#characters + value.length > this.#options.limitCharacters) this.#tooLarge();
      this.#beginMember();
      this.#write('"');
      this.#longString = { value, next: 0 };
      return;
    }
    const level = levelOf(value);
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
    if (level.begun) this.#write(',');
    if (key !== undefined) this.#write(`${JSON.stringify(key)}:`);
    level.begun = true;
    level.next++;
  }

  #writeMembers(end: number): void {
    const level = this.#innermost;
    const members = membersText(level, end);
    level.next = end;
    if (members === '') return;
    if (level.begun) this.#write(',');
    this.#write(members);
    level.begun = true;
  }

  #writePart(string: { value: string; next: number }): void {
    const { value, next } = string;
    const end = wholePairBefore(value, next + this.#options.pieceCharacters);
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

/** From the next member to `end`, without brackets. Members for which there is no text are left out, as they should. */
function membersText({ container, keys, next }: Level, end: number): string {
  if (Array.isArray(container)) return JSON.stringify(container.slice(next, end)).slice(1, -1);
  const members: string[] = [];
  for (const key of keys?.slice(next, end) ?? []) {
    const value: string | undefined = JSON.stringify(container[key]);
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${value}`);
  }
  return members.join(',');
}

/** JSON.stringify escapes a surrogate that stands alone: a pair must stay together. */
function wholePairBefore(text: string, position: number): number {
  const code = text.charCodeAt(position - 1);
  const isHighSurrogate = code >= 0xd800 && code <= 0xdbff;
  return isHighSurrogate && position < text.length ? position - 1 : position;
}
