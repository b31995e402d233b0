/**
 * Checks and decodes base64 that may be tens of megabytes long, slice by slice, so that the event loop can do other
 * work in between: 100 MB in one piece would block it for a third of a second.
 *
 * This is standard base64 (RFC 4648, section 4) with padding. White space is allowed anywhere, as many tools break
 * lines.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LongText } from '../platform/memory/long-text.ts';

/** A text in memory, or a long text and the position in it at which the base64 begins. */
export type Base64Text = string | { text: LongText; start: number };

/** Checking a slice takes about a millisecond. */
const SLICE_CHARACTERS = 256 * 1024;
const WHITE_SPACE = /[\t\n\f\r ]+/g;

/** Returns undefined when the text is not base64. Without `blanks`, only line breaks are allowed as white space. */
export async function decodedBase64Bytes(text: Base64Text, { blanks = true } = {}): Promise<number | undefined> {
  let characters = 0;
  let padding = 0;
  try {
    for await (const slice of slices(text)) {
      if (!blanks && /[\t ]/.test(slice)) return undefined;
      const packed = slice.replace(WHITE_SPACE, '');
      const [, digits = '', signs = ''] = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(packed) ?? [];
      if (digits.length + signs.length < packed.length || (padding > 0 && digits !== '')) return undefined;
      characters += packed.length;
      padding += signs.length;
    }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return characters % 4 === 0 && padding <= 2 ? (characters / 4) * 3 - padding : undefined;
}

/** The text must have been checked with `decodedBase64Bytes`. */
export async function* decodeBase64(text: Base64Text): AsyncGenerator<Buffer, void, undefined> {
  let rest = '';
  for await (const slice of slices(text)) {
    const packed = rest + slice.replace(WHITE_SPACE, '');
    // Four characters encode three bytes, so the remainder of a slice becomes the beginning of the next one.
    const whole = packed.length - (packed.length % 4);
    rest = packed.slice(whole);
    yield Buffer.from(packed.slice(0, whole), 'base64');
  }
}

async function* slices(base64: Base64Text): AsyncGenerator<string, void, undefined> {
  if (typeof base64 === 'string') {
    for (let start = 0; start < base64.length; start += SLICE_CHARACTERS) {
      if (start > 0) await nextTurn();
      yield base64.slice(start, start + SLICE_CHARACTERS);
    }
    return;
  }
  let left = base64.start;
  for await (const piece of base64.text.read()) {
    if (left < piece.length) yield piece.slice(left);
    left = Math.max(0, left - piece.length);
  }
}
