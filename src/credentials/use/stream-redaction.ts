/** Redacts bytes that pass by, with the result that redacting all of them at once has. */
import { type FoundRange, join, REDACTED, WINDOW_BYTES, withoutGuesses } from './ranges.ts';

/** So much is searched at once. */
const SEARCHED_BYTES = 8 * WINDOW_BYTES;

export class StreamRedaction {
  /** A value that begins before the cut ends in this, and so does an unknown value that a known one overlaps. */
  readonly #lookaheadBytes: number;
  readonly #find: (bytes: Buffer) => Promise<FoundRange[]>;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** What was found before and reaches into what is pending. */
  #carried: FoundRange[] = [];
  /** Whether what is pending begins in a value that was already replaced. */
  #isInside = false;

  constructor(mostBytes: number, find: (bytes: Buffer) => Promise<FoundRange[]>) {
    this.#lookaheadBytes = 2 * mostBytes;
    this.#find = find;
  }

  async add(chunk: Uint8Array): Promise<Buffer[]> {
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.byteLength;
    if (this.#pendingBytes < SEARCHED_BYTES + this.#lookaheadBytes) return [];
    // Windows begin at the same places as when the whole is searched.
    const windows = Math.floor((this.#pendingBytes - this.#lookaheadBytes) / WINDOW_BYTES);
    return this.#takeUntil(windows * WINDOW_BYTES);
  }

  end(): Promise<Buffer[]> {
    return this.#takeUntil(this.#pendingBytes);
  }

  async #takeUntil(cut: number): Promise<Buffer[]> {
    const bytes = Buffer.concat(this.#pending);
    const found = withoutGuesses([...this.#carried, ...(await this.#find(bytes))]);
    const parts: Buffer[] = [];
    let kept = 0;
    let isInside = this.#isInside && cut === 0;
    for (const { start, end } of join(found)) {
      if (start >= cut) break;
      const isReplaced = start === 0 && this.#isInside;
      parts.push(bytes.subarray(kept, start));
      if (!isReplaced) parts.push(Buffer.from(REDACTED));
      kept = Math.min(end, cut);
      isInside = end >= cut;
    }
    parts.push(bytes.subarray(kept, cut));
    this.#isInside = isInside;
    this.#carried = found
      .filter(({ end }) => end >= cut)
      .map(({ start, end, isKnown }) => ({ start: Math.max(0, start - cut), end: end - cut, isKnown }));
    const rest = bytes.subarray(cut);
    this.#pending = [rest];
    this.#pendingBytes = rest.byteLength;
    return parts.filter(part => part.byteLength > 0);
  }
}
