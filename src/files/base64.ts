/**
 * Base64 that may be tens of megabytes long, checked and decoded slice by slice with turns of the event loop between
 * them: whole, 100 MB would hold up everything else for a third of a second.
 *
 * Standard base64 (RFC 4648, section 4) with its padding. White space may stand anywhere, as many tools break lines.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A millisecond of checking. */
const SLICE_CHARACTERS = 256 * 1024;
const WHITE_SPACE = /[\t\n\f\r ]+/g;

/** How many bytes it decodes to; undefined when it is not base64. */
export async function base64Bytes(text: string): Promise<number | undefined> {
  let characters = 0;
  let padding = 0;
  for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
    if (start > 0) await nextTurn();
    const slice = sliceAt(text, start);
    const [, digits = '', signs = ''] = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(slice) ?? [];
    if (digits.length + signs.length < slice.length || (padding > 0 && digits !== '')) return undefined;
    characters += slice.length;
    padding += signs.length;
  }
  return characters % 4 === 0 && padding <= 2 ? (characters / 4) * 3 - padding : undefined;
}

/** Of what was found to be base64. */
export async function* decodeBase64(text: string): AsyncGenerator<Buffer, void, undefined> {
  let rest = '';
  for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
    const slice = rest + sliceAt(text, start);
    // Four characters are three bytes: what is left over of a slice begins the next one.
    const whole = slice.length - (slice.length % 4);
    rest = slice.slice(whole);
    yield Buffer.from(slice.slice(0, whole), 'base64');
    await nextTurn();
  }
}

function sliceAt(text: string, start: number): string {
  return text.slice(start, start + SLICE_CHARACTERS).replace(WHITE_SPACE, '');
}
