import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

/** What `readBody` decodes, for the Accept-Encoding header. */
export const acceptedEncodings = 'gzip, deflate, br, zstd';

export interface ReplyHead {
  status: number;
  headers: Readonly<Record<string, string>>;
}

export interface Reading {
  limitBytes: number;
  /** Asked once before the rest of a large body is read, which has so many bytes, or may have at most. */
  admit(bytes: number): Promise<void>;
}

const LARGE_BYTES = 2 ** 20;

/**
 * Reads and decodes a body of at most `limitBytes`. Bytes are counted as they arrive and again as they leave the
 * decoder, so a bomb ends within one chunk of the limit. One encoding is decoded; a body with an unknown one, or
 * with several on top of each other, is left as it came.
 */
export async function readBody(
  source: AsyncIterable<Buffer>,
  { status, headers }: ReplyHead,
  { limitBytes, admit }: Reading,
): Promise<{ body: Buffer; decoded: boolean }> {
  const encoding = headers['content-encoding'] ?? '';
  const announcedBytes = encoding === '' ? Number(headers['content-length'] ?? limitBytes) : limitBytes;
  const tooLarge = () => new OutboundError('too_large', `The reply is larger than ${limitBytes} bytes`, { status });
  const admission = { bytes: Math.min(announcedBytes, limitBytes), admit };
  // A few bytes more than the limit may arrive: encoding something incompressible makes it longer.
  const arriving = limited(source, Math.ceil(limitBytes * 1.001) + 1024, tooLarge);
  const first = await arriving.next();
  // A reply without a body may name an encoding all the same, and a decoder calls nothing at all a broken stream.
  if (first.done) return { body: Buffer.alloc(0), decoded: false };

  const chunks = startingWith(first.value, arriving);
  const decoder = decoderFor(encoding.toLowerCase(), first.value);
  if (!decoder) return { body: await collect(limited(chunks, limitBytes, tooLarge), admission), decoded: false };
  const body = await pipeline(chunks, decoder, decoded => collect(limited(decoded, limitBytes, tooLarge), admission));
  return { body, decoded: true };
}

function decoderFor(encoding: string, firstChunk: Buffer): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      // Meant is the zlib format, which begins with the method 8; some servers send the bare stream.
      return ((firstChunk[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      // RFC 9659: 8 MB is the largest window on the web; without this a reply could ask for 128 MB.
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } });
    default:
      return undefined;
  }
}

async function* limited(
  source: AsyncIterable<Buffer>,
  limitBytes: number,
  tooLarge: () => OutboundError,
): AsyncGenerator<Buffer, void> {
  let sizeBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw tooLarge();
    yield chunk;
  }
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield first;
  yield* rest;
}

async function collect(
  source: AsyncIterable<Buffer>,
  { bytes, admit }: { bytes: number; admit: Reading['admit'] },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let isAdmitted = false;
  for await (const chunk of source) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (isAdmitted || sizeBytes <= LARGE_BYTES) continue;
    isAdmitted = true;
    await admit(bytes);
  }
  return Buffer.concat(chunks);
}
