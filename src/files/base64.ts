/**
 * Base64 that may be tens of megabytes long, checked and decoded slice by slice with turns of the event loop between
 * them: whole, 100 MB would hold up everything else for a third of a second.
 *
 * Standard base64 (RFC 4648, section 4) with its padding. White space may stand anywhere, as many tools break lines.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LongText } from '../platform/memory/long-text.ts';

/** In memory; or a long text, from the character at which its base64 begins. */
export type Base64Text = string | { text: LongText; start: number };

/** A millisecond of checking. */
const SLICE_CHARACTERS = 256 * 1024;
const WHITE_SPACE = /[\t\n\f\r ]+/g;

/** How many bytes it decodes to; undefined when it is not base64. Without blanks, lines may still be broken. */
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

/** Of what was found to be base64. */
export async function* decodeBase64(text: Base64Text): AsyncGenerator<Buffer, void, undefined> {
  let rest = '';
  for await (const slice of slices(text)) {
    const packed = rest + slice.replace(WHITE_SPACE, '');
    // Four characters are three bytes: what is left over of a slice begins the next one.
    const whole = packed.length - (packed.length % 4);
    rest = packed.slice(whole);
    yield Buffer.from(packed.slice(0, whole), 'base64');
  }
}

async function* slices(given: Base64Text): AsyncGenerator<string, void, undefined> {
  if (typeof given === 'string') {
    for (let start = 0; start < given.length; start += SLICE_CHARACTERS) {
      if (start > 0) await nextTurn();
      yield given.slice(start, start + SLICE_CHARACTERS);
    }
    return;
  }
  let left = given.start;
  for await (const piece of given.text.read()) {
    if (left < piece.length) yield piece.slice(left);
    left = Math.max(0, left - piece.length);
  }
}
