/**
 * Replaces the values of credentials in what comes back. A server may repeat what it was sent, and not only literally: an
 * error page escapes it, a log line encodes it. So each value is looked for in the forms that programs commonly use.
 *
 * All forms are looked for in the original, and only then what was found is replaced. Replacing one form after the other
 * would leave a part of a value wherever another one overlaps it.
 */
import { fixedLimits } from '../../configuration/limits.ts';
import type { TimeSlice } from '../../platform/concurrency/time-slice.ts';
import { type FoundRange, join, REDACTED, replaceRanges, WINDOW_BYTES } from './ranges.ts';
import { bytesOf, type SecretForm, toForms } from './secret-forms.ts';
import { StreamRedaction } from './stream-redaction.ts';

/** How often an address is unescaped: it may be escaped again for each address in which it is a parameter. */
const ADDRESS_LEVELS = 3;

/** A text of which each character stands for one byte, so that texts and bytes are searched in the same way. */
interface ByteText {
  readonly length: number;
  read(start: number, end: number): string;
}

export interface AddedValues {
  /** Whether the user has entered the values, and so knows them. */
  isKnown?: boolean;
}

interface SoughtValue {
  isKnown: boolean;
  forms: readonly SecretForm[];
}

export class Redactor {
  readonly #values = new Map<string, SoughtValue>();
  #mostBytes = 0;

  /** Values that were rotated since stay known: what was sent before may still come back. */
  add(values: readonly string[], { isKnown = false }: AddedValues = {}): void {
    for (const value of values) {
      if (value.length < fixedLimits.credential.redactedCharacters) continue;
      const sought = this.#values.get(value) ?? { isKnown, forms: toForms(value) };
      sought.isKnown &&= isKnown;
      this.#values.set(value, sought);
      for (const { mostBytes } of sought.forms) this.#mostBytes = Math.max(this.#mostBytes, mostBytes);
    }
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  isInAddress(address: string): boolean {
    return this.#findInAddress(address).length > 0;
  }

  /** Addresses escape some characters and leave others as they are, so they are searched without escapes as well. */
  redactAddress(address: string): string {
    return replaceInText(address, this.#findInAddress(address));
  }

  /** For short texts. */
  redactText(text: string): string {
    if (this.isEmpty || text.length < fixedLimits.credential.redactedCharacters) return text;
    return replaceInText(text, this.#search(textOf(bytesOf(text))));
  }

  /** Replaces in texts anywhere inside of the value. Returns the same value when there is nothing to replace in it. */
  redact<Value>(value: Value, slice: TimeSlice): Promise<Value>;
  async redact(value: unknown, slice: TimeSlice): Promise<unknown> {
    return this.isEmpty ? value : this.#redactValue(value, slice);
  }

  async redactBytes<Content extends Uint8Array>(content: Content, slice: TimeSlice): Promise<Content | Buffer> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const ranges = join(await this.#findInBytes(bytes, slice));
    if (ranges.length === 0) return content;
    return Buffer.concat(
      replaceRanges(ranges, bytes.length, (start, end) => bytes.subarray(start, end), Buffer.from(REDACTED)),
    );
  }

  /** The same bytes as those of the whole, whatever the chunks are. */
  async *redactStream(
    chunks: AsyncIterable<Uint8Array>,
    slice: TimeSlice,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.isEmpty) {
      yield* chunks;
      return;
    }
    const redacting = new StreamRedaction(this.#mostBytes, bytes => this.#findInBytes(bytes, slice));
    for await (const chunk of chunks) yield* await redacting.add(chunk);
    yield* await redacting.end();
  }

  #findInBytes(bytes: Buffer, slice: TimeSlice): Promise<FoundRange[]> {
    const read = (start: number, end: number) => bytes.toString('latin1', start, end);
    return this.#searchInSlices({ length: bytes.length, read }, slice);
  }

  async #redactValue(value: unknown, slice: TimeSlice): Promise<unknown> {
    if (typeof value === 'string') return this.#redactLongText(value, slice);
    if (Array.isArray(value)) return this.#redactList(value, slice);
    if (typeof value === 'object' && value !== null && isPlain(value)) return this.#redactObject(value, slice);
    return value;
  }

  async #redactLongText(text: string, slice: TimeSlice): Promise<string> {
    return replaceInText(text, await this.#searchInSlices(textOf(bytesOf(text)), slice));
  }

  async #redactList(list: readonly unknown[], slice: TimeSlice): Promise<readonly unknown[]> {
    const redacted: unknown[] = [];
    for (const item of list) redacted.push(await this.#redactItem(item, slice));
    return redacted.every((item, position) => Object.is(item, list[position])) ? list : redacted;
  }

  async #redactObject(object: object, slice: TimeSlice): Promise<object> {
    let isChanged = false;
    const entries: [string, unknown][] = [];
    for (const [key, item] of Object.entries(object)) {
      const redacted: [string, unknown] = [this.redactText(key), await this.#redactItem(item, slice)];
      isChanged ||= redacted[0] !== key || !Object.is(redacted[1], item);
      entries.push(redacted);
    }
    return isChanged ? Object.fromEntries(entries) : object;
  }

  /** Nearly all items are short, and waiting for each of them would take longer than to search it. */
  #redactItem(item: unknown, slice: TimeSlice): unknown {
    if (slice.isOver) return slice.next().then(() => this.#redactValue(item, slice));
    if (typeof item === 'string' && item.length < WINDOW_BYTES) return this.redactText(item);
    return typeof item === 'object' || typeof item === 'string' ? this.#redactValue(item, slice) : item;
  }

  #findInAddress(address: string): FoundRange[] {
    const written = bytesOf(address);
    const ranges: FoundRange[] = [];
    let unescaped = { text: written, offsets: Array.from({ length: written.length + 1 }, (_, offset) => offset) };
    for (let level = 0; level <= ADDRESS_LEVELS; level++) {
      const { text, offsets } = unescaped;
      const original = (offset: number) => offsets[offset] ?? written.length;
      for (const { start, end, isKnown } of this.#search(textOf(text))) {
        ranges.push({ start: original(start), end: original(end), isKnown });
      }
      unescaped = unescapePercent(unescaped);
      if (unescaped.text === text) break;
    }
    return ranges;
  }

  async #searchInSlices(text: ByteText, slice: TimeSlice): Promise<FoundRange[]> {
    const found: FoundRange[] = [];
    for (let offset = 0; offset < text.length; offset += WINDOW_BYTES) {
      this.#searchPart(text, offset, found);
      if (slice.isOver) await slice.next();
    }
    return found;
  }

  #search(text: ByteText): FoundRange[] {
    const found: FoundRange[] = [];
    for (let offset = 0; offset < text.length; offset += WINDOW_BYTES) this.#searchPart(text, offset, found);
    return found;
  }

  #searchPart({ read }: ByteText, offset: number, found: FoundRange[]): void {
    // A value that begins in this part may end in the next one.
    const text = read(offset, offset + WINDOW_BYTES + this.#mostBytes);
    const lower = text.toLowerCase();
    for (const { isKnown, forms } of this.#values.values()) {
      for (const form of forms) {
        if (!lower.includes(form.anchor)) continue;
        for (const { start, end } of form.find(text)) {
          found.push({ start: offset + start, end: offset + end, isKnown });
        }
      }
    }
  }
}

function textOf(bytes: string): ByteText {
  return { length: bytes.length, read: (start, end) => bytes.slice(start, end) };
}

function replaceInText(text: string, found: FoundRange[]): string {
  const ranges = join(found);
  if (ranges.length === 0) return text;
  const bytes = bytesOf(text);
  const clean = replaceRanges(ranges, bytes.length, (start, end) => bytes.slice(start, end), REDACTED).join('');
  return bytes === text ? clean : Buffer.from(clean, 'latin1').toString();
}

/** Anything else, such as bytes or a date, has no texts inside. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

interface Unescaped {
  text: string;
  /** Where each character, and the end, stands in the original. */
  offsets: number[];
}

function unescapePercent({ text, offsets }: Unescaped): Unescaped {
  const unescaped: Unescaped = { text: '', offsets: [] };
  for (const { 0: written, 1: code, index } of text.matchAll(/%([0-9a-f]{2})|./gis)) {
    unescaped.text += code === undefined ? written : String.fromCharCode(Number.parseInt(code, 16));
    unescaped.offsets.push(offsets[index] ?? 0);
  }
  unescaped.offsets.push(offsets[text.length] ?? 0);
  return unescaped;
}
