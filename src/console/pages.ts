/** The routes of the console: its pages, which are one document, and the files that the document loads. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unknownPath } from '../errors.ts';
import { chooseEncoding } from '../http/encodings.ts';
import { readCookie } from '../http/session-cookie.ts';
import { chooseLanguage, LANGUAGE_COOKIE } from '../platform/languages.ts';
import type { Console } from './console.ts';

/** Every other path is unknown: to programs in JSON, to browsers as a page. */
const PAGES = [
  '/',
  '/workflows',
  '/workflows/*',
  '/runs',
  '/runs/*',
  '/failures',
  '/approvals',
  '/approvals/*',
  '/panels',
  '/panels/*',
  '/chat',
  '/chat/*',
  '/assistants',
  '/assistants/*',
  '/credentials',
  '/credentials/*',
  '/connectors',
  '/connectors/*',
  '/variables',
  '/notifications',
  '/administration',
  '/administration/*',
  '/settings',
  '/settings/*',
  '/sign-in',
  '/welcome',
];
const NONCE_PLACEHOLDER = '__NONCE__';
const ICON_PATH = '/favicon.svg';
/** The names of assets contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

interface PageOptions {
  /** Where browsers post files past the API; undefined if they post them to us. */
  uploadOrigin?: string | undefined;
}

export function registerConsole(server: FastifyInstance, { read }: Console, { uploadOrigin }: PageOptions = {}): void {
  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const state = await read();
    const nonce = randomBytes(16).toString('base64');
    reply.type('text/html; charset=utf-8').headers(pageHeaders(nonce, uploadOrigin));
    if (state === 'missing') return reply.code(503).send(notice('The console is not built', MISSING));
    if (state === 'building') return reply.code(503).header('refresh', '2').send(notice('One moment', BUILDING));
    const language = chooseLanguage(readCookie(request, LANGUAGE_COOKIE), request.headers['accept-language']);
    return reply
      .header('vary', 'accept-language, cookie')
      .send(state.pages[language].replaceAll(NONCE_PLACEHOLDER, nonce));
  }

  async function sendAsset(request: FastifyRequest, reply: FastifyReply, caching: string): Promise<FastifyReply> {
    const state = await read();
    const asset = typeof state === 'string' ? undefined : state.assets.get(request.url.split('?', 1)[0] ?? '');
    if (!asset) throw unknownPath();
    const { content, encoding } = chooseEncoding(asset, request.headers['accept-encoding'] ?? '');
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply
      .type(asset.type)
      .headers({ 'cache-control': caching, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' })
      .send(content);
  }

  for (const path of PAGES) server.get(path, sendPage);
  server.decorate('sendUnknownPage', sendPage);
  server.get('/assets/*', (request, reply) => sendAsset(request, reply, IMMUTABLE));
  server.get(ICON_PATH, (request, reply) => sendAsset(request, reply, A_DAY));
}

/**
 * No script but our own files, no style but our own and those that carry the nonce, and no other site may show our
 * pages in a frame. Files are always read through the service, so pictures and media come from nowhere else, also when
 * the files are on S3.
 */
function pageHeaders(nonce: string, uploadOrigin: string | undefined): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${uploadOrigin === undefined ? '' : ` ${uploadOrigin}`}`,
    "worker-src 'self'",
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}

const MISSING =
  'Run <code>npm ci</code> in the folder of Heddle and restart the service. The API works without the console.';
const BUILDING = 'The console is being built from its sources. This page opens it in a few seconds.';

function notice(title: string, text: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Heddle</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
}
