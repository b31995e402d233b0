/**
 * Markdown of a message to HTML for a mail. What stands in a message may come from strangers, so that HTML in it is
 * text like any other, links lead to web pages and mailboxes alone, and images are links: a picture that a mail
 * loads tells its sender who read it, and when.
 */
import { Marked } from 'marked';
import { escapeHtml } from './escape-html.ts';

/** Also what a thread is given to do. */
export default function renderMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

const marked = new Marked({
  gfm: true,
  // Not tokens that are escaped later: inside `<pre>` and the like marked would also trust the text around them.
  tokenizer: { html: () => undefined, tag: () => undefined },
  renderer: {
    html: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      return link(href, this.parser.parseInline(tokens));
    },
    image: ({ href, text }) => link(href, escapeHtml(text || 'image')),
  },
});

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

function link(href: string, inner: string): string {
  const url = URL.parse(href);
  return url && PROTOCOLS.has(url.protocol) ? `<a href="${escapeHtml(url.href)}">${inner}</a>` : inner;
}
