/**
 * Scans the bytes of a JSON text as they arrive, before it is parsed. The depth of nesting, the number of values and
 * the number of keys in one object decide what parsing would cost. The scanner does not check that the text is valid
 * JSON; the parser does that later.
 *
 * Strings longer than `longStringBytes` are removed from the text. Their bytes are passed on as they arrive, and a
 * short placeholder replaces them.
 */
export interface ScanLimits {
  depth: number;
  values: number;
  /** The most keys of one object. */
  keys: number;
}

type ScanLimit = keyof ScanLimits;

export class JsonLimitExceeded extends Error {
  override readonly name = 'JsonLimitExceeded';
  readonly limit: ScanLimit;

  constructor(limit: ScanLimit, most: number) {
    super(`the JSON has more than ${most} ${limit === 'depth' ? 'levels of nesting' : limit}`);
    this.limit = limit;
  }
}

interface ScanOptions {
  limits: ScanLimits;
  longStringBytes?: number;
  /** Receives the text without its long strings. */
  onText?(bytes: Buffer): void;
  /** Receives the next bytes of a long string as they are written between its quotes, with their escapes. */
  onLongString?(bytes: Buffer): void;
  /** Called at the end of a long string. Returns the placeholder for it. */
  endLongString?(): string;
}

/** Marks an array in `#keys`. */
const ARRAY = -1;

export class JsonScanner {
  readonly #options: ScanOptions;
  readonly #longStringBytes: number;
  /** The number of keys that each open object has so far, outermost first. */
  readonly #keys: number[] = [];
  #values = 0;
  #isInString = false;
  /** Whether the open string ends in a backslash that escapes the next byte. */
  #isEscaping = false;
  /** The bytes of the open string from earlier chunks. Undefined when it is long and has been passed on already. */
  #openString: Buffer[] | undefined;
  #openStringBytes = 0;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#longStringBytes = options.longStringBytes ?? Number.POSITIVE_INFINITY;
  }

  /** The number of values so far. An array or object counts as one more than its members. */
  get values(): number {
    return this.#values;
  }

  /** Throws JsonLimitExceeded. */
  push(chunk: Buffer): void {
    /** Where the part of the chunk begins that is text and has not been passed on yet. */
    let textFrom = 0;
    let at = 0;
    if (this.#isInString) {
      at = this.#continueString(chunk);
      if (this.#isInString) return;
      textFrom = at;
    }
    while (at < chunk.length) {
      const quote = this.#scanStructure(chunk, at);
      if (quote < 0) break;
      const end = findStringEnd(chunk, quote + 1, false);
      if (end >= 0 && end - quote - 1 <= this.#longStringBytes) {
        at = end + 1;
        continue;
      }
      this.#options.onText?.(chunk.subarray(textFrom, quote));
      at = this.#beginString(chunk, quote + 1, end);
      if (this.#isInString) return;
      textFrom = at;
    }
    if (textFrom < chunk.length) this.#options.onText?.(chunk.subarray(textFrom));
  }

  /** Counts the structure between strings. Returns the position of the next string, or -1. */
  #scanStructure(chunk: Buffer, from: number): number {
    const keys = this.#keys;
    for (let at = from; at < chunk.length; at++) {
      switch (chunk[at]) {
        case QUOTE:
          return at;
        case COMMA:
          this.#countValue();
          break;
        case COLON:
          this.#countKey();
          break;
        case OPEN_ARRAY:
          this.#open(ARRAY);
          break;
        case OPEN_OBJECT:
          this.#open(0);
          break;
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          keys.pop();
          break;
      }
    }
    return -1;
  }

  #open(keys: number): void {
    this.#keys.push(keys);
    if (this.#keys.length > this.#options.limits.depth) this.#exceed('depth');
    this.#countValue();
  }

  #countValue(): void {
    if (++this.#values > this.#options.limits.values) this.#exceed('values');
  }

  #countKey(): void {
    const innermost = this.#keys.length - 1;
    const count = (this.#keys[innermost] ?? ARRAY) + 1;
    if (innermost >= 0) this.#keys[innermost] = count;
    if (count > this.#options.limits.keys) this.#exceed('keys');
  }

  #exceed(limit: ScanLimit): never {
    throw new JsonLimitExceeded(limit, this.#options.limits[limit]);
  }

  /** Begins a string that is long or continues in the next chunk. Returns the position where the text continues. */
  #beginString(chunk: Buffer, from: number, end: number): number {
    this.#isInString = true;
    this.#openString = [];
    this.#openStringBytes = 0;
    return this.#addToString(chunk, from, end);
  }

  #continueString(chunk: Buffer): number {
    return this.#addToString(chunk, 0, findStringEnd(chunk, 0, this.#isEscaping));
  }

  #addToString(chunk: Buffer, from: number, end: number): number {
    const bytes = chunk.subarray(from, end < 0 ? chunk.length : end);
    this.#isEscaping = end < 0 && endsEscaping(bytes, this.#isEscaping);
    this.#openStringBytes += bytes.length;
    if (this.#openString === undefined) this.#options.onLongString?.(bytes);
    else {
      this.#openString.push(bytes);
      if (this.#openStringBytes > this.#longStringBytes) this.#passOnString(this.#openString);
    }
    if (end < 0) return chunk.length;
    this.#endString();
    return end + 1;
  }

  #passOnString(parts: readonly Buffer[]): void {
    for (const part of parts) this.#options.onLongString?.(part);
    this.#openString = undefined;
  }

  #endString(): void {
    const { onText, endLongString } = this.#options;
    this.#isInString = false;
    if (this.#openString === undefined) onText?.(Buffer.from(JSON.stringify(endLongString?.() ?? '')));
    else {
      onText?.(QUOTE_BYTES);
      for (const part of this.#openString) onText?.(part);
      onText?.(QUOTE_BYTES);
    }
    this.#openString = undefined;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const QUOTE_BYTES = Buffer.from('"');

/** Returns the position of the quote that ends a string, or -1. */
function findStringEnd(chunk: Buffer, from: number, isEscaping: boolean): number {
  let start = isEscaping ? from + 1 : from;
  for (;;) {
    const quote = chunk.indexOf(QUOTE, start);
    if (quote < 0) return -1;
    if (!endsEscaping(chunk.subarray(isEscaping ? from + 1 : from, quote), false)) return quote;
    start = quote + 1;
  }
}

/** Whether the bytes end in an odd number of backslashes. `isEscaping` says that the first byte is escaped itself. */
function endsEscaping(bytes: Buffer, isEscaping: boolean): boolean {
  let count = 0;
  while (count < bytes.length && bytes[bytes.length - 1 - count] === BACKSLASH) count++;
  if (count === bytes.length && isEscaping) count++;
  return count % 2 === 1;
}
