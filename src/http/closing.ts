import type { FastifyReply } from 'fastify';

/** Aborts when the client goes away. Not by the socket, which outlives the request: its listeners would grow many. */
export function closing(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  reply.raw.once('close', () => abort.abort());
  return abort.signal;
}
