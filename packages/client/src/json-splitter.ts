/**
 * Splits a stream of JSON objects that follow each other without separators, as the streams of the API do.
 *
 * Bytes may be cut anywhere, also inside of a character. Each character is looked at once, however many pieces an object
 * comes in, and white space between objects (as in NDJSON) is skipped.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]); // { [
const CLOSING = new Set([0x7d, 0x5d]); // } ]

export class JsonSplitter {
  readonly #decoder = new TextDecoder();
  /** The pieces of the object that has begun. */
  #pieces: string[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Returns the texts of the objects that these bytes complete. */
  push(bytes: Uint8Array): string[] {
    return this.#split(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Whether an object has begun that was not completed. */
  get isIncomplete(): boolean {
    return this.#depth > 0;
  }

  #split(text: string): string[] {
    const complete: string[] = [];
    let from = this.#depth > 0 ? 0 : -1;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (this.#isInString) this.#passString(code);
      else if (code === QUOTE) this.#isInString = this.#depth > 0;
      else if (OPENING.has(code)) {
        if (this.#depth === 0) from = index;
        this.#depth++;
      } else if (CLOSING.has(code) && this.#depth > 0) {
        this.#depth--;
        if (this.#depth > 0) continue;
        complete.push(this.#pieces.join('') + text.slice(from, index + 1));
        this.#pieces = [];
        from = -1;
      }
    }
    if (from >= 0) this.#pieces.push(text.slice(from));
    return complete;
  }

  #passString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#isInString = false;
  }
}
