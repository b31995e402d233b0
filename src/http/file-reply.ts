/**
 * Sends the bytes of a file: whole, in part, or not at all when the client has them (RFC 9110). Its content is its
 * owner's, not ours: a browser must neither guess at its type nor run what is in it on our origin.
 */

import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileNotFound, rangeNotSatisfiable } from '../errors.ts';
import { type BlobKey, BlobNotFound, type Blobs, type ByteRange } from '../platform/blobs/blobs.ts';

export interface ServedFile {
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** Equal for equal bytes. Without quotes. */
  tag: string;
  open(range: ByteRange | undefined): Promise<Readable | Uint8Array>;
}

export interface FileReplyOptions {
  disposition: 'attachment' | 'inline';
  cacheControl: string;
}

/** Answers a GET or HEAD. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  { disposition, cacheControl }: FileReplyOptions,
): Promise<FastifyReply> {
  const etag = `"${file.tag}"`;
  const always = {
    etag,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    'content-security-policy': contentSecurityPolicy(disposition, file.contentType),
    'cross-origin-resource-policy': 'cross-origin',
  };
  const { 'if-none-match': known, 'if-range': sameAs, range: asked } = request.headers;
  if (known !== undefined && namesTag(known, etag)) return reply.code(304).headers(always).send();

  const described = {
    ...always,
    'content-type': file.contentType,
    'content-disposition': contentDisposition(disposition, file.filename),
  };
  if (request.method === 'HEAD') return reply.headers({ ...described, 'content-length': file.sizeBytes }).send();

  const range = sameAs === undefined || sameAs === etag ? parseRange(asked, file.sizeBytes) : undefined;
  if (range === 'beyond') throw rangeNotSatisfiable(file.sizeBytes);
  const content = await file.open(range);
  // Fastify destroys a stream when the client goes away.
  if (!range) return reply.headers({ ...described, 'content-length': file.sizeBytes }).send(content);
  const { start, end } = range;
  return reply
    .code(206)
    .headers({
      ...described,
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${file.sizeBytes}`,
    })
    .send(content);
}

/** For `ServedFile`, of what is kept as a blob. */
export function openBlob(blobs: Pick<Blobs, 'get' | 'read'>, key: BlobKey, sizeBytes: number): ServedFile['open'] {
  return async range => {
    try {
      if (!range && sizeBytes <= AT_ONCE_BYTES) return await blobs.read(key, sizeBytes);
      return (await blobs.get(key, range && { range })).stream;
    } catch (error) {
      // Deleted since it was looked up.
      throw error instanceof BlobNotFound ? fileNotFound() : error;
    }
  };
}

/** In one piece: a stream for so little would cost more than the bytes. */
const AT_ONCE_BYTES = 64 * 1024;

/**
 * Nothing in it may run, load or be embedded as ours; a browser's own page around an image, a sound or a film may show
 * it. Browsers refuse to show a PDF in a sandbox, and their viewers run nothing of it on our origin.
 */
function contentSecurityPolicy(disposition: FileReplyOptions['disposition'], contentType: string): string {
  const shown = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
  return disposition === 'inline' && /^application\/pdf[ \t]*(;|$)/.test(contentType)
    ? `${shown}; object-src 'self'`
    : `sandbox; ${shown}`;
}

/**
 * The one range that a header asks for, cut to what there is; undefined when the whole is to be sent, which is the
 * answer to several ranges and to whatever is no range of bytes.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'beyond' | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') return lastBytes(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < sizeBytes ? { start, end } : 'beyond';
}

/** RFC 6266: the name itself for clients that know RFC 8187, which are all of today, and as much of it for others. */
export function contentDisposition(disposition: FileReplyOptions['disposition'], filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '\\$&');
  const plain = `${disposition}; filename="${ascii}"`;
  if (/^[\w .,()+@=~-]*$/.test(filename)) return plain;
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${plain}; filename*=UTF-8''${encoded}`;
}

/** An empty file has no last bytes that a reply could name: the whole of it is sent. */
function lastBytes(count: number, sizeBytes: number): ByteRange | 'beyond' | undefined {
  if (count === 0) return 'beyond';
  return sizeBytes === 0 ? undefined : { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}

/** By the weak comparison: caches on the way may have weakened our tag. */
function namesTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag);
}
