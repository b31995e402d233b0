/**
 * Documents that anybody may read: the descriptions of the API and the pages of the documentation. Each is compressed
 * once, however often it is asked for, and whoever has it already is told so.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keepNewest } from '../platform/keep-newest.ts';
import { chooseEncoding, type Encodings } from './encodings.ts';

/** Shorter ones fit into a packet anyway. */
const LEAST_BYTES = 1_000;
/** The site has some hundred pages. */
const KEPT = 500;
/** As small as gzip makes it at its best, in a tenth of the time that the best quality takes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

const compressed = new Map<string, Promise<Encodings>>();

/** Sends content with its hash as the tag, compressed if the client can read that, and a 304 to those who have it. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string | Buffer,
): Promise<FastifyReply> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  // The tag is weak, because it stands for all encodings.
  reply.headers({ etag: `W/"${hash}"`, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.replace(/^W\//, '') === `"${hash}"`) return reply.code(304).send();
  if (bytes.length < LEAST_BYTES || !COMPRESSIBLE.test(String(reply.getHeader('content-type'))))
    return reply.send(bytes);
  const chosen = chooseEncoding(await compress(hash, bytes), request.headers['accept-encoding'] ?? '');
  if (chosen.encoding !== undefined) reply.header('content-encoding', chosen.encoding);
  return reply.send(chosen.content);
}

function compress(hash: string, content: Buffer): Promise<Encodings> {
  const known = compressed.get(hash);
  if (known) return known;
  const both = Promise.all([promisify(brotliCompress)(content, BROTLI), promisify(gzip)(content)]);
  const encodings = both.then(([brotli, gzipped]) => ({ content, brotli, gzip: gzipped }));
  keepNewest(compressed, hash, encodings, KEPT);
  return encodings;
}
