/**
 * Looks through the bytes of a JSON text as they arrive, before anything is built of them: how deep it is nested, how
 * many values it has and how many keys one object has decide what building it would cost. It does not check that the
 * text is JSON; whoever parses it later does.
 *
 * Strings that are longer than `longStringBytes` do not stay in the text. Their bytes are handed out as they come, and
 * a short string stands in their place.
 */
export interface ScanLimits {
  depth: number;
  values: number;
  /** Of one object. */
  keys: number;
}

export type ScanLimit = keyof ScanLimits;

export class JsonLimitExceeded extends Error {
  override readonly name = 'JsonLimitExceeded';
  readonly limit: ScanLimit;

  constructor(limit: ScanLimit, most: number) {
    super(`the JSON has more than ${most} ${limit === 'depth' ? 'levels of nesting' : limit}`);
    this.limit = limit;
  }
}

export interface ScanOptions {
  limits: ScanLimits;
  longStringBytes?: number;
  /** Takes the text, less its long strings. */
  onText?(bytes: Buffer): void;
  /** Takes the next bytes of a long string, as they stand between its quotes. */
  onLongString?(bytes: Buffer): void;
  /** A long string is over. Answers what stands for it in the text. */
  endLongString?(): string;
}

/** Of an array in `#keys`, which has none. */
const ARRAY = -1;

export class JsonScanner {
  readonly #options: ScanOptions;
  readonly #longStringBytes: number;
  /** How many keys each open object has so far, outermost first. */
  readonly #keys: number[] = [];
  #values = 0;
  #isInString = false;
  /** Whether the bytes of a string that is still open end in a backslash that escapes what comes next. */
  #isEscaping = false;
  /** The bytes of the string that is still open, from earlier chunks; undefined: it is long, and handed out already. */
  #openString: Buffer[] | undefined;
  #openStringBytes = 0;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#longStringBytes = options.longStringBytes ?? Number.POSITIVE_INFINITY;
  }

  /** How many values there were so far; an array or object counts as one more than what is in it. */
  get values(): number {
    return this.#values;
  }

  /** Throws JsonLimitExceeded. */
  push(chunk: Buffer): void {
    /** From here on the chunk is part of the text and not yet handed out. */
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
      const end = endOfString(chunk, quote + 1, false);
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

  /** Counts what stands between strings. Answers where the next string begins, or -1. */
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

  /** A string that is long, or goes on in the next chunk. Answers where the text goes on. */
  #beginString(chunk: Buffer, from: number, end: number): number {
    this.#isInString = true;
    this.#openString = [];
    this.#openStringBytes = 0;
    return this.#addToString(chunk, from, end);
  }

  #continueString(chunk: Buffer): number {
    return this.#addToString(chunk, 0, endOfString(chunk, 0, this.#isEscaping));
  }

  #addToString(chunk: Buffer, from: number, end: number): number {
    const bytes = chunk.subarray(from, end < 0 ? chunk.length : end);
    this.#isEscaping = end < 0 && endsEscaping(bytes, this.#isEscaping);
    this.#openStringBytes += bytes.length;
    if (this.#openString === undefined) this.#options.onLongString?.(bytes);
    else {
      this.#openString.push(bytes);
      if (this.#openStringBytes > this.#longStringBytes) this.#handOutString(this.#openString);
    }
    if (end < 0) return chunk.length;
    this.#endString();
    return end + 1;
  }

  #handOutString(parts: readonly Buffer[]): void {
    for (const part of parts) this.#options.onLongString?.(part);
    this.#openString = undefined;
  }

  #endString(): void {
    const { onText, endLongString } = this.#options;
    this.#isInString = false;
    if (this.#openString === undefined) onText?.(Buffer.from(JSON.stringify(endLongString?.() ?? '')));
    else {
      onText?.(QUOTES);
      for (const part of this.#openString) onText?.(part);
      onText?.(QUOTES);
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
const QUOTES = Buffer.from('"');

/** Where the quote stands that ends a string, or -1. */
function endOfString(chunk: Buffer, from: number, isEscaping: boolean): number {
  let start = isEscaping ? from + 1 : from;
  for (;;) {
    const quote = chunk.indexOf(QUOTE, start);
    if (quote < 0) return -1;
    if (!endsEscaping(chunk.subarray(isEscaping ? from + 1 : from, quote), false)) return quote;
    start = quote + 1;
  }
}

/** Whether the bytes end in an odd number of backslashes. `isEscaping`: the first byte is escaped by one before it. */
function endsEscaping(bytes: Buffer, isEscaping: boolean): boolean {
  let count = 0;
  while (count < bytes.length && bytes[bytes.length - 1 - count] === BACKSLASH) count++;
  if (count === bytes.length && isEscaping) count++;
  return count % 2 === 1;
}
