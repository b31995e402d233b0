/** A browser that opens an address of nobody gets a page that says so, where there are pages; programs get JSON. */
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers with a page. Only who serves pages has it. */
    sendUnknownPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  }
}

/** Returns undefined unless the request is that of a browser that opens a page. */
export function sendUnknownPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
  const { method, url, headers } = request;
  const isPage = method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
  return request.is404 && isPage ? request.server.sendUnknownPage?.(request, reply) : undefined;
}
