/** The GET endpoints for the readers of the reference. */
import type { FastifyInstance } from 'fastify';
import { API_VERSIONS, type Documented, openApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';

interface OperationsOptions extends Documented {
  version: string;
  publicUrl: () => string;
}

export function registerOperations(server: FastifyInstance, options: OperationsOptions): void {
  const { endpoints, links, version, publicUrl } = options;
  const page = cacheLast(() => referencePage(endpoints, version));
  for (const api of API_VERSIONS) {
    const document = cacheLast(serverUrl =>
      JSON.stringify(openApiDocument({ endpoints, links }, { api, version, serverUrl })),
    );
    server.get(`/api/${api}/openapi.json`, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(document(publicUrl())),
    );
  }

  server.get('/docs/api', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page('')),
  );
}

/** Caches the text for the last input. */
function cacheLast(build: (input: string) => string): (input: string) => string {
  let last: { input: string; text: string } | undefined;
  return input => {
    if (last?.input !== input) last = { input, text: build(input) };
    return last.text;
  };
}
