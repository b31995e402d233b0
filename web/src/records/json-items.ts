/**
 * Splits a JSON file of any length into its items, as it arrives: the elements of one array, or values one after the
 * other, such as one in each line. Pure.
 */

export type JsonItem = { text: string; value: unknown } | { text: string; problem: true };

const WHITESPACE = /\s/;

/** Looks at every character once, however the text is cut. */
export class JsonItems {
  #pending = '';
  #position = 0;
  #depth = 0;
  #inItem = false;
  #inString = false;
  #escaped = false;
  #inArray = false;
  #isFirst = true;

  /** Returns the items that are complete with this piece of text. */
  push(piece: string): JsonItem[] {
    this.#pending += piece;
    const items: JsonItem[] = [];
    let start = 0;
    for (; this.#position < this.#pending.length; this.#position++) {
      const character = this.#pending.charAt(this.#position);
      if (!this.#inItem) {
        if (this.#isBetween(character)) {
          start = this.#position + 1;
          continue;
        }
        this.#inItem = true;
        start = this.#position;
      }
      const end = this.#endOfItem(character);
      if (end === undefined) continue;
      items.push(readItem(this.#pending.slice(start, this.#position + end)));
      start = this.#position + end;
      // The character behind a number or a word belongs to what follows.
      if (end === 0) this.#position--;
    }
    this.#pending = this.#pending.slice(start);
    this.#position -= start;
    return items;
  }

  /** Returns what is left: a number at the end, or an item that was cut. */
  end(): JsonItem[] {
    const rest = this.#pending.trim();
    this.#pending = '';
    this.#position = 0;
    return this.#inItem && rest !== '' ? [readItem(rest)] : [];
  }

  #isBetween(character: string): boolean {
    if (WHITESPACE.test(character) || character === '\uFEFF') return true;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (isFirst && character === '[') {
      this.#inArray = true;
      return true;
    }
    return this.#inArray && (character === ',' || character === ']');
  }

  /** Returns how many characters from here still belong to the item that ends, or undefined if none ends. */
  #endOfItem(character: string): 0 | 1 | undefined {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (character === '\\') this.#escaped = true;
      else if (character === '"') {
        this.#inString = false;
        if (this.#depth === 0) return this.#finish(1);
      }
      return undefined;
    }
    if (character === '"') this.#inString = true;
    else if (character === '{' || character === '[') this.#depth++;
    else if (this.#depth === 0) {
      const isEnd = WHITESPACE.test(character) || (this.#inArray && (character === ',' || character === ']'));
      return isEnd ? this.#finish(0) : undefined;
    } else if (character === '}' || character === ']') {
      this.#depth--;
      if (this.#depth === 0) return this.#finish(1);
    }
    return undefined;
  }

  #finish(end: 0 | 1): 0 | 1 {
    this.#inItem = false;
    return end;
  }
}

function readItem(text: string): JsonItem {
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return { text, problem: true };
  }
}
