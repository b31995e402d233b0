import type { FastifyReply } from 'fastify';

/** Aborts when the client disconnects. Listeners on the socket would pile up, because it outlives the request. */
export function closeSignal(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  const onClose = () => {
    // A client that has the whole response did not leave early, and creating the reason of an abort is slow.
    if (!reply.raw.writableFinished) abort.abort();
  };
  if (reply.raw.destroyed) onClose();
  else reply.raw.once('close', onClose);
  return abort.signal;
}
