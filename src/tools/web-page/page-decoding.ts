import { decodeText } from '../text/text-decoding.ts';

/** As browsers do it, in short: the header wins, then what the page says of itself. */
export function decodePage(content: Uint8Array, contentType: string): string {
  const beginning = new TextDecoder('latin1').decode(content.subarray(0, 4096));
  const label = charsetIn(contentType) ?? charsetIn(/<meta[^>]*charset[^>]*>/i.exec(beginning)?.[0] ?? '');
  const decoder = label === undefined ? undefined : decoderOf(label);
  return decoder ? decoder.decode(content) : decodeText(content);
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(text)?.[1];
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    // An encoding that nobody knows.
    return undefined;
  }
}
