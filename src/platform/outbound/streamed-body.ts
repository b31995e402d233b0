/** Bodies of requests that are never in memory as a whole, such as those with large files. */
import type { Hash, Hmac } from 'node:crypto';
import { OwnFailure } from './outbound-error.ts';

/** Bytes that can be read again, because a redirect, a signature or another try needs them once more. */
export interface ByteSource {
  sizeBytes: number;
  read(): AsyncIterable<Uint8Array>;
}

export interface StreamedBody {
  parts: readonly (Buffer | ByteSource)[];
}

export type OutboundBody = string | Uint8Array | StreamedBody;

export function isStreamed(body: OutboundBody | undefined): body is StreamedBody {
  return typeof body === 'object' && 'parts' in body;
}

export function sizeOfStreamed({ parts }: StreamedBody): number {
  return parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.byteLength : part.sizeBytes), 0);
}

export async function* readStreamed({ parts }: StreamedBody): AsyncGenerator<Uint8Array, void, undefined> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* readSource(part);
  }
}

async function* readSource(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* source.read();
  } catch (error) {
    throw new OwnFailure(error);
  }
}

export async function digestBody<Digest extends Hash | Hmac>(
  digest: Digest,
  body: OutboundBody | undefined,
): Promise<Digest> {
  if (!isStreamed(body)) digest.update(body ?? '');
  else for await (const chunk of readStreamed(body)) digest.update(chunk);
  return digest;
}
