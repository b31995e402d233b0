import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import fc from 'fast-check';
import { COMPLETE_ONLY, test } from '../../../test/support/tiers.ts';
import { createThreadPool } from '../threads/thread-pool.ts';
import { escapeMarkdown, unescapeMarkdown } from './escape-markdown.ts';
import renderMarkdown from './markdown.ts';
import { createMarkdownToHtml } from './markdown-html.ts';

const threads = createThreadPool({ atOnce: 1 });
after(() => threads.close());
const toHtml = createMarkdownToHtml(threads);
const never = new AbortController().signal;
const markdownToHtml = (markdown: string, signal = never) => toHtml(markdown, { owner: 'ann', signal });

describe('a message in Markdown becomes HTML:', () => {
  const cases: [markdown: string, html: string][] = [
    ['# Hi\n\n**a** _b_ `c`', '<h1>Hi</h1>\n<p><strong>a</strong> <em>b</em> <code>c</code></p>'],
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['a & b < c &copy;', '<p>a &amp; b &lt; c &copy;</p>'],
    ['```js" onx="1\n<b>\n```', '<pre><code class="language-js&quot;">&lt;b&gt;\n</code></pre>'],
    // HTML is text
    ['a <b>b</b>', '<p>a &lt;b&gt;b&lt;/b&gt;</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['<div>\n\n*a*\n\n</div>', '<p>&lt;div&gt;</p>\n<p><em>a</em></p>\n<p>&lt;/div&gt;</p>'],
    ['a <pre> <img src=x onerror=alert(1) //', '<p>a &lt;pre&gt; &lt;img src=x onerror=alert(1) //</p>'],
    ['<!-- a -->', '<p>&lt;!-- a --&gt;</p>'],
    // links
    ['[a](https://x.org/?a=1&b="c)', '<p><a href="https://x.org/?a=1&amp;b=%22c">a</a></p>'],
    ['[*a*](mailto:a@x.org "t")', '<p><a href="mailto:a@x.org"><em>a</em></a></p>'],
    ['https://x.org/a?b=1&c=2', '<p><a href="https://x.org/a?b=1&amp;c=2">https://x.org/a?b=1&amp;c=2</a></p>'],
    ['[a](javascript:alert(1))', '<p>a</p>'],
    ['[a](JAVA&#115;CRIPT:alert(1))', '<p>a</p>'],
    ['[a]( data:text/html,x)', '<p>a</p>'],
    ['<javascript:alert(1)>', '<p>javascript:alert(1)</p>'],
    ['[a][b]\n\n[b]: vbscript:x', '<p>a</p>'],
    ['[a](/relative)', '<p>a</p>'],
    // images
    ['![a "b"](https://t.org/x.png "t")', '<p><a href="https://t.org/x.png">a &quot;b&quot;</a></p>'],
    ['![](https://t.org/x.png)', '<p><a href="https://t.org/x.png">image</a></p>'],
    ['![a](data:image/png;base64,AA)', '<p>a</p>'],
  ];
  for (const [markdown, html] of cases) {
    test(JSON.stringify(markdown), async () => {
      assert.equal((await markdownToHtml(markdown))?.trim(), html);
    });
  }
});

test('a message can not add a tag or an attribute that is not ours', () => {
  const own =
    /<\/?(p|h[1-6]|strong|em|del|code|pre|ul|ol|li|blockquote|table|thead|tbody|tr|th|td)>|<(br|hr)>|<\/a>|<a href="(https?:|mailto:)[^"<>]*">|<code class="language-[^"<>]*">|<ol start="\d+">|<t[hd] align="\w+">|<input( checked="")? disabled="" type="checkbox">/g;
  const pieces = fc.constantFrom(
    ...['<', '>', '"', "'", '&', '=', '/', '\\', '!', '[', ']', '(', ')', '`', '```\n', '*', '_', '~~', '|', '-', '#'],
    ...[
      '\n',
      '\n\n',
      ' ',
      '    ',
      '1. ',
      '- [ ] ',
      '|-|-|\n',
      'a',
      '<a href=',
      '<img src=x ',
      '<pre>',
      '</pre>',
      '<!--',
    ],
    ...['javascript:', 'https://x.org/', 'data:', 'www.x.org', '&#58;', '&lt;', '\\<', '[a]: ', ':'],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), parts => {
      assert.doesNotMatch(renderMarkdown(parts.join('')).replaceAll(own, ''), /[<>]/);
    }),
    { numRuns: 1_000 },
  );
});

describe('a long message', () => {
  test('is the same in a thread', async () => {
    const markdown = '**a** <b>\n\n'.repeat(1000);
    assert.equal(await markdownToHtml(markdown), '<p><strong>a</strong> &lt;b&gt;</p>\n'.repeat(1000));
  });

  test('is not rendered when it would take minutes or is nested too deep', COMPLETE_ONLY, async () => {
    assert.equal(await markdownToHtml('_a'.repeat(500_000)), undefined);
    assert.equal(await markdownToHtml('>'.repeat(100_000)), undefined);
    assert.equal(typeof (await markdownToHtml('>'.repeat(100))), 'string');
  });

  test('is aborted by the signal', async () => {
    const reason = new Error('over');
    const aborting = new AbortController();
    const rendering = markdownToHtml('_a'.repeat(500_000), aborting.signal);
    aborting.abort(reason);
    await assert.rejects(rendering, error => error === reason);
  });
});

describe('the plain text of a message', () => {
  test('has no escapes, except in code, where they mean themselves', () => {
    const all = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
    assert.equal(unescapeMarkdown(escapeMarkdown(all)), all);
    assert.equal(unescapeMarkdown('1\\. `a\\.b` \\`c\\` \\d'), '1. `a\\.b` `c` \\d');
    assert.equal(unescapeMarkdown('```\na\\.b\n```\nc\\.d'), '```\na\\.b\n```\nc.d');
  });
});
