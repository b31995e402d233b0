/** Reads the text of HTML and SVG as `web_page_to_markdown` does. */
import { decodePage } from '../tools/web-page/page-decoding.ts';
import { type PageElement, parseHtml } from '../tools/web-page/page-elements.ts';
import pageToMarkdown from '../tools/web-page/web-page-to-markdown-thread.ts';

export function htmlText(html: Uint8Array | string): string {
  const text = typeof html === 'string' ? html : decodePage(html, 'text/html');
  return pageToMarkdown({ html: text, mainOnly: false, links: true, images: false }).markdown;
}

/** Returns the visible texts, the titles and the descriptions, each on its own line. */
export function svgText(content: Uint8Array): string {
  // A part of a text with its own position starts a new line.
  const source = decodePage(content, 'image/svg+xml').replaceAll(/<tspan(?=[^<>]*\s(?:x|y|dy)=)/g, '\n<tspan');
  const pieces: PageElement[] = Array.from(parseHtml(source).querySelectorAll('title, desc, text, foreignObject'));
  const lines = pieces.flatMap(({ textContent }) => (textContent ?? '').split('\n'));
  return lines
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(line => line !== '')
    .join('\n');
}
