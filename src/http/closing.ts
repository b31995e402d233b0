import type { FastifyReply } from 'fastify';

/** Aborts when the client goes away. Not by the socket, which outlives the request: its listeners would grow many. */
export function closing(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  reply.raw.once('close', () => {
    // Who has the whole answer does not go away; and the reason of an abort takes a while to make.
    if (!reply.raw.writableFinished) abort.abort();
  });
  return abort.signal;
}
