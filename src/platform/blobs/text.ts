/** Stores long texts as blobs. They are encoded in pieces, so that no text blocks the event loop. */
import type { BlobKey, Blobs } from './blobs.ts';

const PIECE_CHARACTERS = 256 * 1024;

export async function writeTextBlob(blobs: Blobs, key: BlobKey, text: string, signal: AbortSignal): Promise<void> {
  // UTF-8 has at most three bytes for each UTF-16 unit.
  await blobs.put(key, splitText(text), { limitBytes: 3 * text.length, signal });
}

export async function readTextBlob(blobs: Blobs, key: BlobKey, signal: AbortSignal): Promise<string> {
  const { stream } = await blobs.get(key, { signal });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: string[] = [];
  for await (const chunk of stream) pieces.push(decoder.decode(chunk, { stream: true }));
  pieces.push(decoder.decode());
  return pieces.join('');
}

/** Does not cut a surrogate pair in two. */
async function* splitText(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + PIECE_CHARACTERS);
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff && end < text.length) end--;
    yield Buffer.from(text.slice(start, end));
    start = end;
  }
}
