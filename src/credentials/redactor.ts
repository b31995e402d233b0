/**
 * Replaces the values of credentials in what comes back. A server may repeat what it was sent, and not only literally: an
 * error page escapes it, a log line encodes it. So each value is looked for in the forms that programs commonly use.
 */
import { fixedLimits } from '../configuration/limits.ts';
import type { TimeSlice } from '../platform/time-slice.ts';

export const REDACTED = '[secret]';

/** Shorter parts of an encoded value would be found everywhere. */
const SHORTEST_FORM = 8;
/** Searching so much takes well under a millisecond. */
const WINDOW_BYTES = 2 ** 20;

export class Redactor {
  readonly #values = new Set<string>();
  /** The longest first, because one form may be part of another. */
  #forms: readonly string[] = [];
  #bytes: readonly Buffer[] = [];

  /** Values that were rotated since stay known: what was sent before may still come back. */
  add(values: readonly string[]): void {
    const added = values.filter(value => value.length >= fixedLimits.credential.redactedCharacters);
    if (added.every(value => this.#values.has(value))) return;
    for (const value of added) this.#values.add(value);
    const forms = new Set([...this.#values].flatMap(listForms));
    this.#forms = [...forms].sort((one, other) => other.length - one.length);
    this.#bytes = this.#forms.map(form => Buffer.from(form));
  }

  get isEmpty(): boolean {
    return this.#forms.length === 0;
  }

  /** Addresses escape some characters and leave others as they are, so they are compared without escapes. */
  isInAddress(address: string): boolean {
    const plain = unescapePercent(address);
    return [address, plain, plain.replaceAll('+', ' ')].some(text => this.#forms.some(form => text.includes(form)));
  }

  /** Returns the same value when there is nothing to replace in it. */
  redact<Value>(value: Value): Value;
  redact(value: unknown): unknown {
    if (this.isEmpty) return value;
    if (typeof value === 'string') return this.#redactText(value);
    if (Array.isArray(value)) return this.#redactList(value);
    if (typeof value === 'object' && value !== null && isPlain(value)) return this.#redactObject(value);
    return value;
  }

  redactBytes(content: Uint8Array): Uint8Array {
    const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return (
      replaceBytes(
        buffer,
        this.#bytes.filter(form => buffer.includes(form)),
      ) ?? content
    );
  }

  /** Looks through a large content in slices, so that others are served meanwhile. */
  async redactLargeBytes(content: Buffer, slice: TimeSlice): Promise<Buffer> {
    const found: Buffer[] = [];
    for (const form of this.#bytes) if (await includesInSlices(content, form, slice)) found.push(form);
    return replaceBytes(content, found) ?? content;
  }

  #redactText(text: string): string {
    return this.#forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, REDACTED) : rest), text);
  }

  #redactList(list: readonly unknown[]): readonly unknown[] {
    const redacted = list.map(item => this.redact(item));
    return redacted.every((item, position) => item === list[position]) ? list : redacted;
  }

  #redactObject(object: object): object {
    let isChanged = false;
    const entries = Object.entries(object).map(([key, item]): [string, unknown] => {
      const redacted: [string, unknown] = [this.#redactText(key), this.redact<unknown>(item)];
      isChanged ||= redacted[0] !== key || redacted[1] !== item;
      return redacted;
    });
    return isChanged ? Object.fromEntries(entries) : object;
  }
}

/** Returns undefined when there is nothing to replace. */
function replaceBytes(content: Buffer, forms: readonly Buffer[]): Buffer | undefined {
  if (forms.length === 0) return undefined;
  // Latin-1 has one character for each byte, so whatever else the content is, it stays as it is.
  const clean = forms.reduce(
    (text, form) => text.replaceAll(form.toString('latin1'), REDACTED),
    content.toString('latin1'),
  );
  return Buffer.from(clean, 'latin1');
}

async function includesInSlices(content: Buffer, form: Buffer, slice: TimeSlice): Promise<boolean> {
  for (let start = 0; start < content.length; start += WINDOW_BYTES) {
    if (content.subarray(start, start + WINDOW_BYTES + form.length - 1).includes(form)) return true;
    if (slice.isOver) await slice.next();
  }
  return false;
}

/** Anything else, such as bytes or a date, has no texts inside. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function listForms(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const percent = encodeURIComponent(value.toWellFormed());
  const hex = Buffer.from(value).toString('hex');
  return [
    value,
    json,
    json.replaceAll('/', '\\/'),
    toAscii(json),
    // Texts within texts: a JSON document as a string of another.
    JSON.stringify(json).slice(1, -1),
    escapeHtml(value),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()),
    percent.replaceAll('%20', '+'),
    encodeURI(value.toWellFormed()),
    new URLSearchParams([['', value]]).toString().slice(1),
    hex,
    hex.toUpperCase(),
    ...listBase64Forms(value),
  ].filter(form => form.length >= SHORTEST_FORM);
}

/** What is no valid escape stays as it is. */
function unescapePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, escapes => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

function toAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * In the base64 of a longer text, a value looks different at each of three positions, and its first and last characters
 * depend on what stands around it. What is left in between is found.
 */
function listBase64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const inner = [0, 1, 2].map(before => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const start = before === 0 ? 0 : before + 1;
    const isCut = (bytes.length + before) % 3 !== 0;
    return encoded.slice(start, isCut ? -1 : undefined);
  });
  return [whole, ...inner].flatMap(form => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
