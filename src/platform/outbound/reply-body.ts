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

/** The encodings that `readBody` decodes, for the Accept-Encoding header. */
export const acceptedEncodings = 'gzip, deflate, br, zstd';

interface ReplyHead {
  status: number;
  headers: Readonly<Record<string, string>>;
}

export interface ReplyBodyOptions {
  limitBytes: number;
  /** Called once before the rest of a large body is read, with its size or its largest possible size. */
  admit(bytes: number): Promise<void>;
}

const LARGE_BYTES = 2 ** 20;

/**
 * Reads and decodes a body of at most `limitBytes`. Bytes are counted as they arrive and again as they leave the
 * decoder, so reading a decompression bomb stops within one chunk of the limit. A body with an unknown encoding, or
 * with several encodings, is not decoded.
 */
export async function readBody(
  source: AsyncIterable<Buffer>,
  { status, headers }: ReplyHead,
  { limitBytes, admit }: ReplyBodyOptions,
): Promise<{ body: Buffer; decoded: boolean }> {
  const encoding = headers['content-encoding'] ?? '';
  const announcedBytes = encoding === '' ? Number(headers['content-length'] ?? limitBytes) : limitBytes;
  const tooLarge = () => new OutboundError('too_large', `The reply is larger than ${limitBytes} bytes`, { status });
  const admission = { bytes: Math.min(announcedBytes, limitBytes), admit };
  // A few bytes more than the limit may arrive, because encoding makes incompressible data longer.
  const arriving = limitSize(source, Math.ceil(limitBytes * 1.001) + 1024, tooLarge);
  const first = await arriving.next();
  // A reply without a body may still name an encoding, and a decoder would report an empty stream as broken.
  if (first.done) return { body: Buffer.alloc(0), decoded: false };

  const chunks = prepend(first.value, arriving);
  const decoder = decoderFor(encoding.toLowerCase(), first.value);
  if (!decoder) return { body: await collect(limitSize(chunks, limitBytes, tooLarge), admission), decoded: false };
  const body = await pipeline(chunks, decoder, decoded => collect(limitSize(decoded, limitBytes, tooLarge), admission));
  return { body, decoded: true };
}

function decoderFor(encoding: string, firstChunk: Buffer): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      // The standard means the zlib format, which begins with the method 8; some servers send the raw stream.
      return ((firstChunk[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      // RFC 9659: 8 MB is the largest window on the web. Without this limit a reply could require 128 MB.
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } });
    default:
      return undefined;
  }
}

async function* limitSize(
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

async function* prepend(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield first;
  yield* rest;
}

async function collect(
  source: AsyncIterable<Buffer>,
  { bytes, admit }: { bytes: number; admit: ReplyBodyOptions['admit'] },
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
