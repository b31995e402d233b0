/** The routes of the documentation site. Nothing is read before somebody opens the first page. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unknownPath } from '../errors.ts';
import { sendCached } from '../http/cached-reply.ts';
import type { SiteFolders } from './folders.ts';
import { pagePath } from './links.ts';
import { type RenderedPage, renderPage } from './render-page.ts';
import { buildSearchIndex } from './search-index.ts';
import { renderShell, sendDocument } from './shell.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};
/** Paths are made of plain names, so that none leads out of the folder. */
const PAGE = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/;
const FILE = /^([a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*\.[a-z0-9]+$/;
const FILE_HEADERS = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  // A picture in SVG is a document of its own when somebody opens it.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

export function registerDocsSite(server: FastifyInstance, folders: SiteFolders): void {
  const pages = createPageCache(folders.pages);
  const searchIndex = cacheOnce(() => buildSearchIndex(path => pages.read(path)));

  async function sendPage(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const page = PAGE.test(name) || name === '' ? await pages.read(name) : undefined;
    if (page) return sendDocument(request, reply, renderShell({ path: name, ...page }));
    return sendDocument(request, reply.code(404), renderShell({ path: name, title: 'No such page', content: MISSING }));
  }

  server.get('/docs', (request, reply) => sendPage(request, reply, ''));
  server.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const name = request.params['*'];
    if (name === '' || name.endsWith('/')) return reply.redirect(`/docs/${name}`.replace(/\/+$/, ''), 308);
    // A link that was copied from the sources leads to the page as well.
    if (name.endsWith('.md')) return reply.redirect(`/docs/${pagePath(name)}`.replace(/\/$/, ''), 308);
    return path.extname(name) === '' ? sendPage(request, reply, name) : sendFile(request, reply, folders.pages, name);
  });
  server.get<{ Params: { '*': string } }>('/docs/assets/*', (request, reply) =>
    sendFile(request, reply, folders.assets, request.params['*']),
  );
  server.get('/docs/search.json', async (request, reply) =>
    sendCached(request, reply.type(TYPES['.json'] ?? '').headers(FILE_HEADERS), await searchIndex()),
  );
}

const MISSING = `<h1>No such page</h1><p>Nothing is documented at this address. Try the search, or
<a href="/docs">start at the beginning</a>.</p>`;

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  name: string,
): Promise<FastifyReply> {
  const type = TYPES[path.extname(name)];
  const content = type !== undefined && FILE.test(name) && (await readIfThere(path.join(folder, name)));
  if (!content) throw unknownPath();
  return sendCached(request, reply.type(type).headers(FILE_HEADERS), content);
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR') return undefined;
    throw error;
  });
}

interface PageCache {
  /** Returns undefined when there is no such page. */
  read(path: string): Promise<RenderedPage | undefined>;
}

/** Renders each page once, and again when its file has changed: whoever writes a page sees it at the next request. */
function createPageCache(folder: string): PageCache {
  const rendered = new Map<string, { changed: number; page: RenderedPage }>();

  async function readPage(file: string): Promise<RenderedPage | undefined> {
    const found = await stat(path.join(folder, file)).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const cached = rendered.get(file);
    if (cached?.changed === found.mtimeMs) return cached.page;
    const page = renderPage(await readFile(path.join(folder, file), 'utf8'), file);
    rendered.set(file, { changed: found.mtimeMs, page });
    return page;
  }

  return {
    read: async name =>
      (name === '' ? undefined : await readPage(`${name}.md`)) ?? (await readPage(path.join(name, 'README.md'))),
  };
}

/** A build that failed is tried again by the next request. */
function cacheOnce(build: () => Promise<string>): () => Promise<string> {
  let cached: Promise<string> | undefined;
  return () => {
    cached ??= build().catch(error => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}
