/** Text of HTML and SVG, with the HTML parser and the Markdown of web pages. */
import { decodePage } from '../tools/web-page/page-decoding.ts';
import { type PageElement, parseHtml } from '../tools/web-page/page-elements.ts';
import pageToMarkdown from '../tools/web-page/web-page-to-markdown-thread.ts';

export function htmlText(html: Uint8Array | string): string {
  const text = typeof html === 'string' ? html : decodePage(html, 'text/html');
  return pageToMarkdown({ html: text, mainOnly: false, links: true, images: false }).markdown;
}

/** What it shows as text and says of itself, each piece on a line. */
export function svgText(content: Uint8Array): string {
  // A part of a text that is placed on its own is a line of its own.
  const source = decodePage(content, 'image/svg+xml').replaceAll(/<tspan(?=[^<>]*\s(?:x|y|dy)=)/g, '\n<tspan');
  const pieces: PageElement[] = Array.from(parseHtml(source).querySelectorAll('title, desc, text, foreignObject'));
  const lines = pieces.flatMap(({ textContent }) => (textContent ?? '').split('\n'));
  return lines
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(line => line !== '')
    .join('\n');
}
