/** The elements of a web page, and which of them hold its main text. */
import TurndownService from 'turndown';
import { toolLimits } from '../contract/tool-limits.ts';
import { limitHtmlParser, nestedTooDeeply } from './html-parser-limits.ts';

/** The little of the DOM that is used here. */
export interface PageElement {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly children: ArrayLike<PageElement>;
  readonly parentNode: PageElement | null;
  /** Of a table. */
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

/** Scripts in it are text like any other: nothing is executed or loaded. */
export function parseHtml(html: string): PageElement {
  const root = emptyDocument().createElement('div');
  root.innerHTML = html;
  checkDepth(root);
  return root;
}

/**
 * Misnested elements can be moved below more of them than were open at once. Level by level: what comes after this goes
 * down by calling itself, and takes its time on each level.
 */
function checkDepth(root: PageElement): void {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > toolLimits.html.depth) throw nestedTooDeeply();
    level = level.flatMap(({ children }) => Array.from(children));
  }
}

export function attributeOf(element: PageElement | null | undefined, name: string): string {
  return element?.getAttribute(name) ?? '';
}

const NEVER_TEXT =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, video, audio, head, title, meta, link, base';
const AROUND_TEXT =
  'nav, footer, aside, form, button, select, dialog, [role="navigation"], [role="banner"], [role="contentinfo"], ' +
  '[role="complementary"], [role="search"], [role="dialog"], [aria-hidden="true"], [hidden]';

/** Takes away from the page what is no text, and gives the element whose text is the page's. */
export function mainElement(page: PageElement, mainOnly: boolean): PageElement {
  removeAll(page, NEVER_TEXT);
  if (!mainOnly) return page;
  const marked = longest(page, 'main, [role="main"], article');
  const whole = textLength(page);
  removeAll(page, AROUND_TEXT);
  // Some pages mark every teaser as an article: one with little of the text is not the main one.
  if (marked && textLength(marked) > Math.min(whole * 0.25, 2000)) return marked;
  for (const header of Array.from(page.querySelectorAll('header'))) {
    if (!header.querySelector('h1')) header.remove();
  }
  return densest(page);
}

/** Whether a part of a table, which does not change any more, stands in one whose cells hold more than Markdown can show in a table. */
export function isInLayoutTable(element: PageElement): boolean {
  if (!/^(TABLE|THEAD|TBODY|TFOOT|TR|TD|TH)$/.test(element.nodeName)) return false;
  const table = element.closest('table');
  if (!table) return false;
  const known = layoutTables.get(table);
  if (known !== undefined) return known;
  const isLayout = Boolean(table.querySelector('ul, ol, h1, h2, h3, h4, h5, h6, hr, blockquote, pre, table'));
  layoutTables.set(table, isLayout);
  // The parser finds the rows anew whenever they are asked for, which is for each of them: 1,000 rows took 15 seconds.
  Object.defineProperty(table, 'rows', { value: Array.from(table.rows ?? []) });
  return isLayout;
}

/** Asked for each cell, and found by looking through all of them. */
const layoutTables = new WeakMap<PageElement, boolean>();

function removeAll(page: PageElement, selector: string): void {
  for (const element of Array.from(page.querySelectorAll(selector))) element.remove();
}

function longest(page: PageElement, selector: string): PageElement | undefined {
  const found = Array.from(page.querySelectorAll(selector));
  return found.sort((one, other) => textLength(other) - textLength(one))[0];
}

/** Goes down as long as one child holds nearly all of the text that stands in paragraphs. */
function densest(page: PageElement): PageElement {
  const proseOf = (element: PageElement) =>
    Array.from(element.querySelectorAll('p, li, pre, blockquote, td, h1, h2, h3')).reduce(
      (sum, each) => sum + textLength(each),
      0,
    );
  let chosen = page;
  const whole = proseOf(page);
  for (;;) {
    const next = Array.from(chosen.children).find(child => proseOf(child) > whole * 0.85);
    if (!next || whole === 0 || !/^(DIV|SECTION|CENTER)$/.test(next.nodeName)) return chosen;
    chosen = next;
  }
}

function textLength(element: PageElement): number {
  return element.textContent?.trim().length ?? 0;
}

/** Turndown has an HTML parser but hands it to nobody. Its rules, though, are handed nodes, and those know their document. */
function emptyDocument(): PageDocument {
  const found: PageDocument[] = [];
  const service = new TurndownService();
  service.addRule('look', {
    filter: node => {
      found.push(node.ownerDocument);
      return false;
    },
  });
  service.turndown('<p>text</p>');
  const [document] = found;
  if (!document) throw new Error('Turndown has not shown its document');
  return document;
}
