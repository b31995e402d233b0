/** The routes of the API reference. Nothing is rendered before somebody opens the first page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Documented, openApiDocument } from '../../http/openapi/openapi.ts';
import { renderShell, sendDocument } from '../shell.ts';
import type { ApiDocument } from './document.ts';
import { type ApiReference, createReference, REFERENCE_VERSIONS } from './pages.ts';

interface ReferenceOptions extends Documented {
  version: string;
  publicUrl: () => string;
}

export function registerApiReference(
  server: FastifyInstance,
  { version, publicUrl, ...documented }: ReferenceOptions,
): void {
  server.get('/docs/api', (_request, reply) => reply.redirect('/docs/api/v3', 302));
  for (const api of REFERENCE_VERSIONS) {
    const describe = () => openApiDocument(documented, { api, version, serverUrl: publicUrl() }) as ApiDocument;
    const pages = createPages(() => createReference(describe(), api));
    const send = (request: FastifyRequest, reply: FastifyReply, name: string) => {
      const html = pages(name);
      if (html !== undefined) return sendDocument(request, reply, html);
      const missing = renderShell({ path: `api/${api}`, title: 'No such page', content: MISSING });
      return sendDocument(request, reply.code(404), missing);
    };
    server.get(`/docs/api/${api}`, (request, reply) => send(request, reply, ''));
    server.get<{ Params: { page: string } }>(`/docs/api/${api}/:page`, (request, reply) =>
      send(request, reply, request.params.page),
    );
  }
}

/** Renders each page once. */
function createPages(open: () => ApiReference): (name: string) => string | undefined {
  const rendered = new Map<string, string>();
  let reference: ApiReference | undefined;
  return name => {
    const known = rendered.get(name);
    if (known !== undefined) return known;
    reference ??= open();
    const page = reference.render(name);
    if (page) rendered.set(name, renderShell(page));
    return rendered.get(name);
  };
}

const MISSING = `<h1>No such page</h1><p>The API has no such area. <a href="/docs/api">See all of them.</a></p>`;
