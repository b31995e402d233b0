import { decodeText } from '../text/text-decoding.ts';

/** Decodes a page roughly as browsers do: the header takes precedence over what the page itself declares. */
export function decodePage(content: Uint8Array, contentType: string): string {
  const beginning = new TextDecoder('latin1').decode(content.subarray(0, 4096));
  const label = charsetIn(contentType) ?? charsetIn(/<meta[^>]*charset[^>]*>/i.exec(beginning)?.[0] ?? '');
  const decoder = label === undefined ? undefined : createDecoder(label);
  return decoder ? decoder.decode(content) : decodeText(content);
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(text)?.[1];
}

function createDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    // The encoding is unknown.
    return undefined;
  }
}
