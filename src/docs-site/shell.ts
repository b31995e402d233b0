/**
 * The shell of the documentation site: the bar, the navigation and the contents around the HTML of one page.
 *
 * A page that is not made from Markdown (the API reference) uses it as well: `renderShell` gives the document, and
 * `sendDocument` sends it with the headers of the site. Its scripts and styles are files in `web/docs/`, which are served
 * as they are below `/docs/assets/`:
 *
 *     server.get('/docs/api/v3', async (request, reply) =>
 *       sendDocument(request, reply, renderShell({
 *         path: 'api/v3', title: 'Integration API', content: '<h1>…</h1>', wide: true,
 *         scripts: ['api-reference.js'], styles: ['api-reference.css'],
 *       })));
 *
 * The Content-Security-Policy allows no inline script or style and no `eval`; requests may go to this service only. The
 * scripts are plain JavaScript modules with types in JSDoc, checked by `tsc -p web`. The colours to use are the variables
 * at the top of `web/docs/site.css`; code blocks as `highlight.ts` renders them get their copy buttons from `site.js`,
 * those that are added later by `addCopyButtons(element)` of `copy.js`.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCached } from '../http/cached-reply.ts';
import { escapeHtml } from '../platform/markdown/escape-html.ts';
import { findSection, NAVIGATION, type NavigationPage, type NavigationSection, neighbours } from './navigation.ts';

export interface PageHeading {
  readonly level: number;
  readonly id: string;
  /** As HTML, because headings contain code. */
  readonly html: string;
}

export interface SitePage {
  /** Below `/docs/`; empty for the index. */
  readonly path: string;
  /** As text. */
  readonly title: string;
  /** One sentence for search engines and previews. */
  readonly description?: string | undefined;
  /** The HTML of the page, its `<h1>` included. */
  readonly content: string;
  /** What the contents of the page list. */
  readonly headings?: readonly PageHeading[];
  /** Names of modules and style sheets in `web/docs/` that only this page loads. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  /** Uses the whole width, without the contents beside the text. */
  readonly wide?: boolean;
  /** HTML that stands in the place of the list of pages, for parts of the site with a list of their own. */
  readonly navigation?: string;
}

export function renderShell(page: SitePage): string {
  const {
    path,
    title,
    description,
    content,
    headings = [],
    scripts = [],
    styles = [],
    wide = false,
    navigation,
  } = page;
  const contents = headings.filter(({ level }) => level === 2 || level === 3);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(path === '' ? title : `${title} · Heddle`)}</title>
${description === undefined ? '' : `<meta name="description" content="${escapeHtml(description)}">\n`}<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
${['site.css', 'layout.css', 'search.css', ...styles].map(name => `<link rel="stylesheet" href="${assetUrl(name)}">`).join('\n')}
<script src="${assetUrl('theme.js')}"></script>
${['site.js', ...scripts].map(name => `<script type="module" src="${assetUrl(name)}"></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${BAR}
<div class="frame${wide ? ' wide' : ''}">
<nav id="navigation" class="navigation" popover aria-label="Documentation">
${navigation ?? NAVIGATION.map(section => renderSection(section, path)).join('\n')}
</nav>
<main id="content" tabindex="-1">
${contents.length > 1 ? renderContents(contents, 'details') : ''}
<article>
${content}
</article>
${renderNeighbours(path)}
</main>
${wide || contents.length < 2 ? '' : renderContents(contents, 'aside')}
</div>
</body>
</html>
`;
}

function assetUrl(name: string): string {
  return `/docs/assets/${escapeHtml(name)}`;
}

const BAR = `<header class="bar">
<button type="button" class="menu-button" popovertarget="navigation">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg><span>Menu</span></button>
<a class="brand" href="/docs"><img src="/docs/assets/icon.svg" width="24" height="24" alt="">Heddle<span class="brand-part">Docs</span></a>
<button type="button" class="search-button" data-search hidden>
<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/></svg>
<span>Search</span><kbd aria-hidden="true">/</kbd></button>
<nav class="bar-links" aria-label="Product"><a href="/docs/api">API</a><a href="/">Console</a></nav>
<button type="button" class="theme-button" data-theme-toggle hidden aria-label="Light or dark colours">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z"/></svg></button>
</header>`;

function renderSection(section: NavigationSection, path: string): string {
  const { title, pages, folded = false } = section;
  const list = `<ul>${pages.map(page => renderNavigationLink(page, path)).join('')}</ul>`;
  const heading = escapeHtml(title);
  if (!folded) return `<section><h2>${heading}</h2>${list}</section>`;
  return `<details${findSection(path) === section ? ' open' : ''}><summary>${heading}</summary>${list}</details>`;
}

function renderNavigationLink({ path, label }: NavigationPage, current: string): string {
  const marked = path === current ? ' aria-current="page"' : '';
  return `<li><a href="${pageUrl(path)}"${marked}>${escapeHtml(label)}</a></li>`;
}

export function pageUrl(path: string): string {
  return path === '' ? '/docs' : `/docs/${path}`;
}

/** The contents stand beside the text, or folded above it where there is no room beside it. */
function renderContents(headings: readonly PageHeading[], form: 'aside' | 'details'): string {
  const links = headings.map(
    ({ level, id, html }) => `<li class="level-${level}"><a href="#${escapeHtml(id)}">${html}</a></li>`,
  );
  const list = `<ul>${links.join('')}</ul>`;
  return form === 'aside'
    ? `<aside class="contents"><nav aria-labelledby="contents-title"><h2 id="contents-title">On this page</h2>${list}</nav></aside>`
    : `<details class="contents-folded"><summary>On this page</summary>${list}</details>`;
}

function renderNeighbours(path: string): string {
  const { previous, next } = neighbours(path);
  if (!previous && !next) return '';
  const link = (page: NavigationPage | undefined, direction: 'Previous' | 'Next') =>
    page
      ? `<a class="${direction.toLowerCase()}" href="${pageUrl(page.path)}"><span>${direction}</span>${escapeHtml(page.label)}</a>`
      : '';
  return `<nav class="neighbours" aria-label="Neighbouring pages">${link(previous, 'Previous')}${link(next, 'Next')}</nav>`;
}

const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** Sends a document of the site, or nothing when the browser has this version already. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  return sendCached(request, reply.type('text/html; charset=utf-8').headers(HEADERS), html);
}
