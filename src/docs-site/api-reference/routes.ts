/** The routes of the API reference. Nothing is rendered before somebody opens the first page. */
import type { FastifyInstance } from 'fastify';
import { type Documented, openApiDocument } from '../../http/openapi.ts';
import { renderShell, type SitePage, sendDocument } from '../shell.ts';
import type { ApiDocument } from './document.ts';
import { REFERENCE_VERSIONS, type ReferenceVersion, renderReference } from './pages.ts';

interface ReferenceOptions extends Documented {
  version: string;
  publicUrl: () => string;
}

export function registerApiReference(server: FastifyInstance, { version, publicUrl, ...documented }: ReferenceOptions) {
  const rendered = new Map<ReferenceVersion, Map<string, SitePage>>();

  function pagesOf(api: ReferenceVersion): Map<string, SitePage> {
    const known = rendered.get(api);
    if (known) return known;
    const document = openApiDocument(documented, { api, version, serverUrl: publicUrl() }) as ApiDocument;
    const pages = renderReference(document, api);
    rendered.set(api, pages);
    return pages;
  }

  server.get('/docs/api', (_request, reply) => reply.redirect('/docs/api/v3', 302));
  for (const api of REFERENCE_VERSIONS) {
    server.get<{ Params: { page?: string } }>(`/docs/api/${api}/:page`, (request, reply) => {
      const page = pagesOf(api).get(request.params.page ?? '');
      if (page) return sendDocument(request, reply, renderShell(page));
      return sendDocument(
        request,
        reply.code(404),
        renderShell({ path: `api/${api}`, title: 'No such page', content: MISSING }),
      );
    });
    server.get(`/docs/api/${api}`, (request, reply) => {
      const page = pagesOf(api).get('');
      return sendDocument(request, reply, page ? renderShell(page) : '');
    });
  }
}

const MISSING = `<h1>No such page</h1><p>The API has no such area. <a href="/docs/api">See all of them.</a></p>`;
