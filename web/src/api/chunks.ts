/**
 * Splits a stream of JSON objects that follow one another without separators, as the service sends them. It looks at
 * every character once, however the network cuts the text.
 */
export class ChunkSplitter {
  #pending = '';
  #position = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Returns the objects that are complete with this piece of text. */
  push(text: string): unknown[] {
    this.#pending += text;
    const objects: unknown[] = [];
    let start = 0;
    for (; this.#position < this.#pending.length; this.#position++) {
      if (!this.#endsObject(this.#pending.charCodeAt(this.#position))) continue;
      objects.push(JSON.parse(this.#pending.slice(start, this.#position + 1)));
      start = this.#position + 1;
    }
    this.#pending = this.#pending.slice(start);
    this.#position -= start;
    return objects;
  }

  #endsObject(code: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (code === BACKSLASH) this.#escaped = true;
      else if (code === QUOTE) this.#inString = false;
      return false;
    }
    if (code === QUOTE) this.#inString = true;
    else if (code === OPEN) this.#depth++;
    else if (code === CLOSE) return --this.#depth === 0;
    return false;
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
