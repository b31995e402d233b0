/** The descriptions of the API for tools. */
import type { FastifyInstance } from 'fastify';
import { sendCached } from './cached-reply.ts';
import { API_VERSIONS, type Documented, openApiDocument } from './openapi/openapi.ts';

interface OperationsOptions extends Documented {
  version: string;
  publicUrl: () => string;
}

export function registerOperations(server: FastifyInstance, options: OperationsOptions): void {
  const { endpoints, links, version, publicUrl } = options;
  for (const api of API_VERSIONS) {
    const document = cacheLast(serverUrl =>
      JSON.stringify(openApiDocument({ endpoints, links }, { api, version, serverUrl })),
    );
    server.get(`/api/${api}/openapi.json`, (request, reply) =>
      sendCached(
        request,
        reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache'),
        document(publicUrl()),
      ),
    );
  }
}

/** Caches the text for the last input. */
function cacheLast(build: (input: string) => string): (input: string) => string {
  let last: { input: string; text: string } | undefined;
  return input => {
    if (last?.input !== input) last = { input, text: build(input) };
    return last.text;
  };
}
