/** Links: routes that ask for no key, as what leads to them is the permission. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Link } from './endpoint.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-disposition, content-length, content-range, etag',
};
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

const UNKNOWN_TYPE = 'application/octet-stream';

function isMediaType(given: string | undefined): boolean {
  return given === undefined || /^[\w.+-]+\/[\w.+-]+(;\s*[\w-]+=[\w./-]+)*$/.test(given);
}

export function takesForm({ method, bodyBytes }: Link): boolean {
  return method === 'POST' && bodyBytes === undefined;
}

export function registerLink(server: FastifyInstance, { method, path, cors, bodyBytes, admit, handle }: Link): void {
  const headers = { 'x-content-type-options': 'nosniff', ...(cors && CORS) };
  server.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : 'POST',
    url: path,
    ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
    onRequest: [
      (_request, reply, done) => {
        reply.headers(headers);
        done();
      },
      ...(admit ? [async (request: FastifyRequest) => admit(request)] : []),
    ],
    handler: handle,
  });
  if (!cors) return;
  server.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({ ...headers, ...PREFLIGHT })
      .send(),
  );
}

/** Of those that take whatever is sent. In a scope of their own, so that bytes stay what they are. */
export function registerByteLinks(scope: FastifyInstance, links: readonly Link[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.addHook('onRequest', (request, _reply, done) => {
    // Fastify would refuse it. What was sent still stands in the raw request.
    if (!isMediaType(request.headers['content-type'])) request.headers = { 'content-type': UNKNOWN_TYPE };
    done();
  });
  for (const link of links.filter(({ bodyBytes }) => bodyBytes !== undefined)) registerLink(scope, link);
}
