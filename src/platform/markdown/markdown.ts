/**
 * Renders the Markdown of a message as HTML for a mail. The message may come from strangers, so HTML in it is shown as
 * text, links lead only to web pages and mailboxes, and images become links: a picture that a mail loads tells its
 * sender who read it and when.
 */
import { Marked } from 'marked';
import { escapeHtml } from './escape-html.ts';

/** The default export, because threads run this module too. */
export default function renderMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

const marked = new Marked({
  gfm: true,
  // Escaping the tokens later would not be safe: inside `<pre>` and similar tags, marked also trusts the text around
  // them.
  tokenizer: { html: () => undefined, tag: () => undefined },
  renderer: {
    html: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      return renderLink(href, this.parser.parseInline(tokens));
    },
    image: ({ href, text }) => renderLink(href, escapeHtml(text || 'image')),
  },
});

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

function renderLink(href: string, inner: string): string {
  const url = URL.parse(href);
  return url && PROTOCOLS.has(url.protocol) ? `<a href="${escapeHtml(url.href)}">${inner}</a>` : inner;
}
