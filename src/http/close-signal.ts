import type { FastifyReply } from 'fastify';

/** Aborts when the client goes away. Not by the socket, which outlives the request: its listeners would grow many. */
export function closeSignal(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  const onClose = () => {
    // Who has the whole answer does not go away; and the reason of an abort takes a while to make.
    if (!reply.raw.writableFinished) abort.abort();
  };
  if (reply.raw.destroyed) onClose();
  else reply.raw.once('close', onClose);
  return abort.signal;
}
