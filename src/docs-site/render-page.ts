/** Markdown as a page of the site. The pages are our own, so HTML in them is kept. */
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../platform/markdown/escape-html.ts';
import { renderCode } from './highlight.ts';
import { siteUrl } from './links.ts';
import type { PageHeading } from './shell.ts';

/** What stands between two headings, for the search. */
export interface PageSection {
  /** Empty for what stands before the first heading below the title. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly description: string | undefined;
  readonly content: string;
  readonly headings: readonly PageHeading[];
  readonly sections: readonly PageSection[];
}

/** The file is relative to `docs/`. */
export function renderPage(markdown: string, file: string): RenderedPage {
  const slug = createSlugger();
  const headings: PageHeading[] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const html = this.parser.parseInline(tokens);
        const id = slug(pageText(html) || text);
        headings.push({ level: depth, id, html: withoutLinks(html) });
        if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`;
        const anchor = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${id}">${html}${anchor}</h${depth}>\n`;
      },
      code: ({ text, lang }) => renderCode(text, (lang ?? '').split(/\s/)[0] ?? ''),
      link({ href, tokens }) {
        return renderLink(siteUrl(href, file), this.parser.parseInline(tokens));
      },
      image: ({ href, text }) =>
        `<img src="${escapeHtml(siteUrl(href, file) ?? '')}" alt="${escapeHtml(text)}" loading="lazy">`,
      table(token) {
        return `<div class="table" tabindex="0" role="region" aria-label="Table">${renderTable(token, cell => this.parser.parseInline(cell.tokens))}</div>\n`;
      },
      html: ({ text }) => (/^<!--[\s\S]*-->\s*$/.test(text) ? '' : rewriteHtml(text, file)),
    },
  });
  const content = marked.parse(markdown, { async: false });
  const title = pageText(headings.find(({ level }) => level === 1)?.html ?? file);
  return { title, description: firstParagraph(content), content, headings, sections: splitSections(content, title) };
}

function renderLink(url: string | undefined, inner: string): string {
  if (url === undefined) return inner;
  const isOutside = /^https?:/.test(url);
  return `<a href="${escapeHtml(url)}"${isOutside ? ' rel="noopener"' : ''}>${inner}</a>`;
}

function renderTable(token: Tokens.Table, renderCell: (cell: Tokens.TableCell) => string): string {
  const cell = (name: 'th' | 'td') => (each: Tokens.TableCell) =>
    `<${name}${each.align ? ` class="${each.align}"` : ''}>${renderCell(each)}</${name}>`;
  const rows = token.rows.map(row => `<tr>${row.map(cell('td')).join('')}</tr>`);
  // An empty cell is no heading: screen readers would announce it.
  const head = token.header.map(each => (each.text === '' ? '<td></td>' : cell('th')(each)));
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Pages use HTML for pictures with a dark variant and for folded parts. */
function rewriteHtml(html: string, file: string): string {
  return html.replace(
    /\b(src|srcset|href)="([^"]+)"/g,
    (_whole, name: string, url: string) => `${name}="${siteUrl(url, file) ?? ''}"`,
  );
}

/** Makes the ids of headings as GitHub does, so that a link works there and here. */
export function createSlugger(): (text: string) => string {
  const used = new Map<string, number>();
  return text => {
    const base = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = used.get(base) ?? 0;
    used.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  };
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** Returns the text of our own HTML. */
export function pageText(html: string): string {
  return html
    .replace(/<a class="anchor"[^>]*>#<\/a>/g, '')
    .replace(/<\/(p|li|td|th|tr|h\d|pre|div|summary)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|amp|quot|#39);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A link in a heading would be a link in a link in the contents. */
function withoutLinks(html: string): string {
  return html.replace(/<\/?a\b[^>]*>/g, '');
}

function firstParagraph(content: string): string | undefined {
  const paragraph = /<p>([\s\S]*?)<\/p>/.exec(content)?.[1];
  if (paragraph === undefined) return undefined;
  const text = pageText(paragraph);
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}

function splitSections(content: string, title: string): PageSection[] {
  return content
    .split(/(?=<h[1-6] id=")/)
    .map(part => {
      const [, level = '', id = '', heading = ''] = /^<h([1-6]) id="([^"]*)">([\s\S]*?)<\/h\1>/.exec(part) ?? [];
      const text = pageText(part.slice(part.indexOf(`</h${level}>`) + 5));
      return level === '1' || level === '' ? { id: '', title, text } : { id, title: pageText(heading), text };
    })
    .filter(({ id, text }) => id !== '' || text !== '');
}
