import Type from 'typebox';
import { strict, text } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { OutboundError, type OutboundReply } from '../../platform/outbound/outbound.ts';
import { parseRetryAfter } from '../../platform/outbound/retry-after.ts';
import { isTransientStatus } from '../../platform/outbound/transient-status.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool, type ToolContext } from '../contract/tool.ts';
import { timeLimitMs, toolLimits } from '../contract/tool-limits.ts';
import { checkLength, flag, longText, requireExactlyOne } from '../contract/tool-params.ts';
import type { PageInput, PageResult } from './web-page-to-markdown-thread.ts';

const THREAD = new URL('./web-page-to-markdown-thread.ts', import.meta.url);

export const createWebPageToMarkdown = (threads: ThreadPool) =>
  defineTool({
    name: 'web_page_to_markdown',
    title: 'Web page to Markdown',
    description:
      'Fetches a public web page, or takes HTML, and gives its main text as Markdown. Result: url (after redirects; null ' +
      'for HTML), title, description, markdown.',
    outputSchema: Type.Object({
      url: Type.Unknown(),
      title: Type.Unknown(),
      description: Type.Unknown(),
      markdown: Type.String(),
    }),
    inputSchema: Type.Object(
      {
        url: Type.Optional(text('URL', 'Address of the page.')),
        html: Type.Optional(longText('HTML', 'The HTML itself, instead of an address.')),
        main_only: Type.Optional(flag('Main text only', 'Whether menus, footers and the like are left out.', true)),
        links: Type.Optional(flag('Links', 'Whether links are kept; otherwise only their texts.', true)),
        images: Type.Optional(flag('Images', 'Whether images are kept, as links to them.', false)),
      },
      strict,
    ),
    call: async ({ url, html, main_only = true, links = true, images = false }, context) => {
      requireExactlyOne({ url, html });
      const page = url === undefined ? { html: checkLength('html', html ?? '') } : await fetchPage(url, context);
      const input: PageInput = { ...page, mainOnly: main_only, links, images };
      const result = await runInThread<PageResult>(threads, THREAD, input, context, {
        timeoutMs: timeLimitMs(toolLimits.html.time, 'html' in page ? page.html.length : page.content.length),
      });
      const output = { url: 'url' in page ? page.url : null, ...result };
      return { output, text: result.title === '' ? 'Read the page' : `Read '${result.title}'` };
    },
  });

async function fetchPage(url: string, context: ToolContext) {
  context.progress(`Fetching ${url.slice(0, 200)}`);
  const reply = await get(url, context);
  checkStatus(reply);
  const contentType = reply.headers['content-type'] ?? 'text/html';
  if (!/^(text\/|application\/xhtml\+xml)/i.test(contentType.trim())) {
    throw new StepError(`'${reply.url}' is not a web page: it is ${contentType.slice(0, 100)}`);
  }
  return { url: reply.url, content: new Uint8Array(reply.body), contentType };
}

async function get(url: string, context: ToolContext): Promise<OutboundReply> {
  const { timeoutMs, bytes, redirects } = toolLimits.page;
  try {
    return await context.http.request({
      url,
      headers: { accept: 'text/html, application/xhtml+xml, text/*;q=0.8', 'user-agent': 'Heddle' },
      timeoutMs,
      limitBytes: bytes,
      maxRedirects: redirects,
      signal: context.signal,
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const retryable = error.reason === 'timeout' || error.reason === 'network';
    throw new StepError(error.message, { retryable, cause: error });
  }
}

function checkStatus({ status, url, headers }: OutboundReply): void {
  if (status >= 200 && status < 300) return;
  throw new StepError(`'${url}' answered with status ${status}`, {
    kind: 'http_status',
    status,
    retryable: isTransientStatus(status),
    retryAfterMs: parseRetryAfter(headers['retry-after']),
  });
}
