/** Links between the pages as they are written, relative and to `*.md`, and as the site has them. */
import path from 'node:path/posix';
import { pageUrl } from './shell.ts';

/** Returns the path of a page on the site: `guides/runs` for `guides/runs.md`, `tutorial` for `tutorial/README.md`. */
export function pagePath(file: string): string {
  return file.replace(/\.md$/, '').replace(/(^|\/)README$/, '');
}

/**
 * Returns the address on the site for a link in a page. The file of the page is relative to `docs/`. Undefined for what the site
 * does not have: the sources of Heddle, to which pages for contributors lead.
 */
export function siteUrl(href: string, file: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(href)) return href;
  const [target = '', anchor] = href.split('#', 2);
  const joined = path.join(path.dirname(file), target);
  if (joined.startsWith('..')) return undefined;
  if (joined.endsWith('.md')) return pageUrl(pagePath(joined)) + (anchor === undefined ? '' : `#${anchor}`);
  return path.extname(joined) === '' ? pageUrl(joined.replace(/\/$/, '')) : `/docs/${joined}`;
}
