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
import { OutboundError, OwnFailure } from './outbound-error.ts';
import type { TimeLimit } from './time-limit.ts';

/** The encodings that `readBody` decodes, for the Accept-Encoding header. */
export const acceptedEncodings = 'gzip, deflate, br, zstd';

export interface ReplyHead {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The URL of the reply, after redirects. */
  url: string;
}

/** Takes replies that may not fit into memory. */
export interface ReplySink {
  /** The limit of the decoded body. */
  limitBytes: number;
  /** Whether it takes a reply, of which the beginning is known. It is not asked about replies of less than 1 MB. */
  takes(head: ReplyHead, beginning: Buffer): boolean;
  /** Reads the body to its end. The size is undefined when the server does not say it. */
  save(head: ReplyHead, body: AsyncIterable<Buffer>, sizeBytes: number | undefined): Promise<void>;
}

export interface ReplyBodyOptions {
  limitBytes: number;
  /** Called once before the rest of a large body is read, with its size or its largest possible size. */
  admit(bytes: number): Promise<void>;
  sink?: ReplySink | undefined;
  timer?: TimeLimit;
}

const LARGE_BYTES = 2 ** 20;

/**
 * Reads and decodes a body of at most `limitBytes`, or gives a large one to the sink, with the limit of that. Bytes are
 * counted as they arrive and again as they leave the decoder, so reading a decompression bomb stops within one chunk of
 * the limit. A body with an unknown encoding, or with several encodings, is not decoded.
 */
export async function readBody(
  source: AsyncIterable<Buffer>,
  head: ReplyHead,
  options: ReplyBodyOptions,
): Promise<{ body: Buffer; decoded: boolean }> {
  const { headers } = head;
  const encoding = headers['content-encoding'] ?? '';
  const reading = new BodyReading(head, options);
  // A few bytes more than the limit may arrive, because encoding makes incompressible data longer.
  const arriving = reading.limitSize(reading.limitTime(source), limit => Math.ceil(limit * 1.001) + 1024);
  const first = await arriving.next();
  // A reply without a body may still name an encoding, and a decoder would report an empty stream as broken.
  if (first.done) return { body: Buffer.alloc(0), decoded: false };

  const chunks = prepend([first.value], arriving);
  const decoder = decoderFor(encoding.toLowerCase(), first.value);
  if (!decoder) return { body: await reading.read(chunks), decoded: false };
  return { body: await pipeline(chunks, decoder, decoded => reading.read(decoded)), decoded: true };
}

/** Reads one body: into memory until it is large, and then on, or into the sink. */
class BodyReading {
  readonly #head: ReplyHead;
  readonly #options: ReplyBodyOptions;
  readonly #sizeBytes: number | undefined;
  #limitBytes: number;
  #isStreaming = false;

  constructor(head: ReplyHead, options: ReplyBodyOptions) {
    const { 'content-encoding': encoding = '', 'content-length': length } = head.headers;
    this.#head = head;
    this.#options = options;
    this.#limitBytes = options.limitBytes;
    this.#sizeBytes = encoding === '' && length !== undefined ? Number(length) : undefined;
  }

  /** While a sink is busy, the other server is not to blame. */
  async *limitTime(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    const { timer } = this.#options;
    for await (const chunk of source) {
      if (this.#isStreaming) timer?.stop();
      yield chunk;
      if (this.#isStreaming) timer?.restart();
    }
    if (this.#isStreaming) timer?.stop();
  }

  /** The limit grows when the sink takes the body. */
  async *limitSize(source: AsyncIterable<Buffer>, most = (limit: number) => limit): AsyncGenerator<Buffer, void> {
    let sizeBytes = 0;
    for await (const chunk of source) {
      sizeBytes += chunk.length;
      if (sizeBytes > most(this.#limitBytes)) {
        const { status } = this.#head;
        throw new OutboundError('too_large', `The reply is larger than ${this.#limitBytes} bytes`, { status });
      }
      yield chunk;
    }
  }

  /** Returns nothing of what the sink took. */
  async read(source: AsyncIterable<Buffer>): Promise<Buffer> {
    const { admit, sink } = this.#options;
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    let isLarge = false;
    const decoded = this.limitSize(source);
    for (let next = await decoded.next(); !next.done; next = await decoded.next()) {
      chunks.push(next.value);
      sizeBytes += next.value.length;
      if (isLarge || sizeBytes <= LARGE_BYTES) continue;
      isLarge = true;
      if (sink?.takes(this.#head, Buffer.concat(chunks))) {
        await this.#stream(sink, prepend(chunks, decoded));
        return Buffer.alloc(0);
      }
      await admit(Math.min(this.#sizeBytes ?? this.#limitBytes, this.#limitBytes));
    }
    return Buffer.concat(chunks);
  }

  async #stream(sink: ReplySink, body: AsyncIterable<Buffer>): Promise<void> {
    this.#limitBytes = sink.limitBytes;
    this.#isStreaming = true;
    let failure: { error: unknown } | undefined;
    const watched = async function* () {
      try {
        yield* body;
      } catch (error) {
        failure = { error };
        throw error;
      }
    };
    this.#options.timer?.restart();
    try {
      await sink.save(this.#head, watched(), this.#sizeBytes);
    } catch (error) {
      throw failure ? failure.error : new OwnFailure(error);
    }
  }
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

async function* prepend(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield* first;
  yield* rest;
}
