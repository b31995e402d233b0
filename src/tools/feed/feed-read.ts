import Type from 'typebox';
import { fields } from '../../nodes/output-schemas.ts';
import { strict, text } from '../../nodes/param-schemas.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { credential, getReply, headers } from '../contract/get-reply.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { toTransferable } from '../contract/tool-files.ts';
import { timeLimitMs, toolLimits } from '../contract/tool-limits.ts';
import { checkLength, integer, longText, requireExactlyOne } from '../contract/tool-params.ts';
import type { FeedInput, ReadFeed } from './feed-read-thread.ts';

const THREAD = new URL('./feed-read-thread.ts', import.meta.url);
const { feed } = toolLimits;

export const createFeedRead = (threads: ThreadPool) =>
  defineTool({
    name: 'feed_read',
    title: 'Read feed',
    description:
      'Reads a feed: RSS, Atom, RDF or JSON Feed. Result: format, title, url, description, items (each with id, title, ' +
      'url, published, updated, author, summary, content, categories, attachments).',
    outputSchema: Type.Object({
      format: Type.String(),
      title: Type.Unknown(),
      url: Type.Unknown(),
      description: Type.Unknown(),
      items: Type.Array(
        fields(
          'id',
          'title',
          'url',
          'published',
          'updated',
          'author',
          'summary',
          'content',
          'categories',
          'attachments',
        ),
      ),
    }),
    inputSchema: Type.Object(
      {
        url: Type.Optional(text('URL', 'Address of the feed.')),
        text: Type.Optional(longText('Text', 'The feed itself, instead of an address.')),
        headers: Type.Optional(headers),
        credential: Type.Optional(credential),
        limit: Type.Optional(
          integer('Limit', 'Items to read at most, from the beginning of the feed.', {
            minimum: 1,
            maximum: feed.items,
            default: feed.items,
          }),
        ),
      },
      strict,
    ),
    call: async ({ url, text, headers, credential, limit = feed.items }, context) => {
      requireExactlyOne({ url, text });
      const accept = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml, */*;q=0.5';
      const reply =
        url === undefined
          ? undefined
          : await getReply({ url, headers, credential, accept, limitBytes: feed.bytes }, context);
      const content = reply && toTransferable(reply.body);
      const input: FeedInput = {
        ...(content
          ? { content, contentType: reply.headers['content-type'] ?? '' }
          : { text: checkLength('text', text ?? '') }),
        limit,
      };
      const bytes = content?.byteLength ?? text?.length ?? 0;
      const json = await runInThread<string>(threads, THREAD, input, context, {
        timeoutMs: timeLimitMs(feed.time, bytes),
        transfer: content ? [content] : [],
      });
      const output: ReadFeed = JSON.parse(json);
      return { output, text: `Read ${output.items.length} ${output.items.length === 1 ? 'item' : 'items'}` };
    },
  });
