/**
 * Sends the bytes of a file: all of them, a range, or none when the client already has them (RFC 9110). The content
 * comes from a user, so a browser must neither guess its type nor execute it on our origin.
 */

import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileNotFound, rangeNotSatisfiable } from '../errors.ts';
import { type BlobKey, BlobNotFound, type Blobs, type ByteRange } from '../platform/blobs/blobs.ts';

export interface ServedFile {
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** The entity tag without quotes: files with the same bytes have the same tag. */
  tag: string;
  open(range: ByteRange | undefined): Promise<Readable | Uint8Array>;
}

interface FileReplyOptions {
  disposition: 'attachment' | 'inline';
  cacheControl: string;
}

/** Replies to a GET or HEAD request. */
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
  const { 'if-none-match': ifNoneMatch, 'if-range': ifRange, range: requestedRange } = request.headers;
  if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, etag)) return reply.code(304).headers(always).send();

  const described = {
    ...always,
    'content-type': file.contentType,
    'content-disposition': contentDisposition(disposition, file.filename),
  };
  if (request.method === 'HEAD') return reply.headers({ ...described, 'content-length': file.sizeBytes }).send();

  const range = ifRange === undefined || ifRange === etag ? parseRange(requestedRange, file.sizeBytes) : undefined;
  if (range === 'beyond') throw rangeNotSatisfiable(file.sizeBytes);
  const content = await file.open(range);
  // Fastify destroys a stream when the client disconnects.
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

/** Implements `ServedFile.open` for a file that is stored as a blob. */
export function openBlob(blobs: Pick<Blobs, 'get' | 'read'>, key: BlobKey, sizeBytes: number): ServedFile['open'] {
  return async range => {
    try {
      if (!range && sizeBytes <= AT_ONCE_BYTES) return await blobs.read(key, sizeBytes);
      return (await blobs.get(key, range && { range })).stream;
    } catch (error) {
      // The file was deleted after it was looked up.
      throw error instanceof BlobNotFound ? fileNotFound() : error;
    }
  };
}

/** Files up to this size are read in one piece, because a stream would cost more than the bytes. */
export const AT_ONCE_BYTES = 64 * 1024;

/**
 * Nothing in the file may execute, load or be embedded as if it were ours, but the page that a browser makes around an
 * image, a sound or a video may show it. Browsers refuse to show a PDF in a sandbox, and their viewers execute nothing
 * of it on our origin.
 */
function contentSecurityPolicy(disposition: FileReplyOptions['disposition'], contentType: string): string {
  const shown = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
  return disposition === 'inline' && /^application\/pdf[ \t]*(;|$)/.test(contentType)
    ? `${shown}; object-src 'self'`
    : `sandbox; ${shown}`;
}

/**
 * Returns the range that a header requests, cut at the end of the file. It is undefined when the whole file is to be
 * sent, which includes requests for several ranges and headers that are not a range of bytes.
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

/** RFC 6266: the exact name is for clients that know RFC 8187, as all of today do; others get its ASCII characters. */
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

/** An empty file has no last bytes that `Content-Range` could express, so it is sent as a whole. */
function lastBytes(count: number, sizeBytes: number): ByteRange | 'beyond' | undefined {
  if (count === 0) return 'beyond';
  return sizeBytes === 0 ? undefined : { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}

/** Uses the weak comparison, because caches on the way may have weakened our tag. */
function matchesTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag);
}
