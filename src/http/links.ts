/** Links: routes that need no key, because their URL is the permission. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BoundLink } from './binding.ts';
import type { Admission } from './endpoint.ts';
import { type BodyServices, withBodyResources } from './request-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    link?: BoundLink;
  }
  interface FastifyRequest {
    /** What `admit` of the link returned. */
    admitted: unknown;
  }
}

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

function isMediaType(header: string | undefined): boolean {
  return header === undefined || /^[\w.+-]+\/[\w.+-]+(;\s*[\w-]+=[\w./-]+)*$/.test(header);
}

export function acceptsForm({ method, readBody }: BoundLink): boolean {
  return method === 'POST' && readBody === undefined;
}

export function registerLink(server: FastifyInstance, link: BoundLink): void {
  const { method, otherMethods = [], path, cors, admit, handle } = link;
  const headers = { 'x-content-type-options': 'nosniff', ...(cors && CORS) };
  server.route({
    method: [...(method === 'GET' ? ['GET', 'HEAD'] : ['POST']), ...otherMethods],
    url: path,
    config: { link },
    onRequest: [
      (_request, reply, done) => {
        reply.headers(headers);
        done();
      },
      ...(admit
        ? [async (request: FastifyRequest, reply: FastifyReply) => keep(request, await admit(request, reply))]
        : []),
    ],
    handler: async (request, reply) => withBodyResources(request, () => handle(request, reply, request.admitted)),
  });
  if (!cors) return;
  server.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({ ...headers, ...PREFLIGHT })
      .send(),
  );
}

function keep(request: FastifyRequest, admitted: unknown): void {
  const { bodyOwner = '', bodyWatch }: Admission = Object(admitted);
  request.admitted = admitted;
  request.bodyOwner = bodyOwner;
  request.bodyWatch = bodyWatch;
}

/** Registers the links that read their bodies themselves, in a scope without any other parser. */
export function registerReadingLinks(
  scope: FastifyInstance,
  links: readonly BoundLink[],
  services: BodyServices,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, _payload, done) => {
    const { link } = request.routeOptions.config;
    const reading = link?.readBody?.(request, services, request.admitted) ?? Promise.resolve();
    reading.then(body => done(null, body), done);
  });
  scope.addHook('onRequest', (request, _reply, done) => {
    // Fastify would refuse such a header. The raw request still has the original one.
    if (!isMediaType(request.headers['content-type'])) request.headers = { 'content-type': UNKNOWN_TYPE };
    done();
  });
  for (const link of links.filter(({ readBody }) => readBody)) registerLink(scope, link);
}
