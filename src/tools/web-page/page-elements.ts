/** Parses a web page, and finds the element that holds its main text. */
import TurndownService from 'turndown';
import { toolLimits } from '../contract/tool-limits.ts';
import { limitHtmlParser, nestedTooDeeply } from './html-parser-limits.ts';

/** The part of the DOM that this service uses. */
export interface PageElement {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly children: ArrayLike<PageElement>;
  readonly parentNode: PageElement | null;
  /** Only tables have rows. */
  readonly rows?: ArrayLike<PageElement>;
  getAttribute(name: string): string | null;
  closest(selector: string): PageElement | null;
  querySelector(selector: string): PageElement | null | undefined;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
  remove(): void;
}

interface PageDocument {
  createElement(name: string): PageElement & { innerHTML: string };
}

limitHtmlParser();

/** Executes and loads nothing: scripts are text like any other. */
export function parseHtml(html: string): PageElement {
  const root = emptyDocument().createElement('div');
  root.innerHTML = html;
  checkDepth(root);
  return root;
}

/**
 * Misnested elements can end up below more elements than were ever open at once. The later steps are recursive and
 * spend time on each level, so the depth is checked before them, level by level.
 */
function checkDepth(root: PageElement): void {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > toolLimits.html.depth) throw nestedTooDeeply();
    level = level.flatMap(({ children }) => Array.from(children));
  }
}

export function readAttribute(element: PageElement | null | undefined, name: string): string {
  return element?.getAttribute(name) ?? '';
}

const NEVER_TEXT =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, video, audio, head, title, meta, link, base';
const AROUND_TEXT =
  'nav, footer, aside, form, button, select, dialog, [role="navigation"], [role="banner"], [role="contentinfo"], ' +
  '[role="complementary"], [role="search"], [role="dialog"], [aria-hidden="true"], [hidden]';

/** Removes what is not text from the page, and returns the element that holds the text of the page. */
export function mainElement(page: PageElement, mainOnly: boolean): PageElement {
  removeAll(page, NEVER_TEXT);
  if (!mainOnly) return page;
  const marked = longest(page, 'main, [role="main"], article');
  const whole = textLength(page);
  removeAll(page, AROUND_TEXT);
  // Some pages mark every teaser as an article. One that has only little of the text is not the main article.
  if (marked && textLength(marked) > Math.min(whole * 0.25, 2000)) return marked;
  for (const header of Array.from(page.querySelectorAll('header'))) {
    if (!header.querySelector('h1')) header.remove();
  }
  return densest(page);
}

/**
 * Whether the element is part of a table whose cells hold more than a Markdown table can show. The page must not change
 * any more, because the result is cached for each table.
 */
export function isInLayoutTable(element: PageElement): boolean {
  if (!/^(TABLE|THEAD|TBODY|TFOOT|TR|TD|TH)$/.test(element.nodeName)) return false;
  const table = element.closest('table');
  if (!table) return false;
  const known = layoutTables.get(table);
  if (known !== undefined) return known;
  const isLayout = Boolean(table.querySelector('ul, ol, h1, h2, h3, h4, h5, h6, hr, blockquote, pre, table'));
  layoutTables.set(table, isLayout);
  // The parser searches for the rows at each access, and there is one access for each row: 1,000 rows took 15 seconds.
  Object.defineProperty(table, 'rows', { value: Array.from(table.rows ?? []) });
  return isLayout;
}

/** The question comes up for each cell, and the answer requires a search through all of them. */
const layoutTables = new WeakMap<PageElement, boolean>();

function removeAll(page: PageElement, selector: string): void {
  for (const element of Array.from(page.querySelectorAll(selector))) element.remove();
}

function longest(page: PageElement, selector: string): PageElement | undefined {
  const found = Array.from(page.querySelectorAll(selector));
  return found.sort((one, other) => textLength(other) - textLength(one))[0];
}

/** Descends as long as one child holds nearly all of the text in paragraphs. */
function densest(page: PageElement): PageElement {
  const countProse = (element: PageElement) =>
    Array.from(element.querySelectorAll('p, li, pre, blockquote, td, h1, h2, h3')).reduce(
      (sum, each) => sum + textLength(each),
      0,
    );
  let chosen = page;
  const whole = countProse(page);
  for (;;) {
    const next = Array.from(chosen.children).find(child => countProse(child) > whole * 0.85);
    if (!next || whole === 0 || !/^(DIV|SECTION|CENTER)$/.test(next.nodeName)) return chosen;
    chosen = next;
  }
}

function textLength(element: PageElement): number {
  return element.textContent?.trim().length ?? 0;
}

/** Turndown does not expose its HTML parser. But it passes nodes to its rules, and nodes know their document. */
function emptyDocument(): PageDocument {
  const found: PageDocument[] = [];
  const service = new TurndownService();
  service.addRule('capture document', {
    filter: node => {
      found.push(node.ownerDocument);
      return false;
    },
  });
  service.turndown('<p>text</p>');
  const [document] = found;
  if (!document) throw new Error('Turndown has not passed a node to its rule');
  return document;
}
