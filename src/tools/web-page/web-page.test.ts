import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { suite, type TestContext, test } from 'node:test';
import { serve } from '../../../test/fixtures/outbound.ts';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';
import { createOutboundHttp } from '../../platform/outbound/outbound.ts';

const PAGE = `<!doctype html><html><head><title>The  title &amp; more</title>
<meta name="description" content="What it is about"><style>p { color: red }</style></head><body>
<header><a href="/">Home</a></header><nav><ul><li><a href="/menu">Menu</a></li></ul></nav>
<main><h1>A heading</h1><script>alert('no')</script>
<p>Some <b>bold</b> text with a <a href="../next(1)?q=1">link</a>, <a href="javascript:alert(1)">none</a>
and <del>old</del> <code>code</code>.<img src="/a.png" alt="A picture"></p>
<ul><li>one</li><li>two<ol><li>three</li></ol></li></ul>
<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2 | 3</td></tr></table>
<pre><code class="language-js">let x = 1;
</code></pre></main>
<aside>An advertisement</aside><footer>Imprint</footer></body></html>`;

interface Page {
  url: string | null;
  title: string;
  description: string;
  markdown: string;
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'markdown' in value && typeof value.markdown === 'string';
}

async function convert(t: TestContext, params: Record<string, unknown>): Promise<Page> {
  const http = createOutboundHttp({ allowedCidrs: ['127.0.0.0/8'] });
  t.after(() => http.close());
  const page = await workbench(t, { http }).call('web_page_to_markdown', params);
  assert.ok(isPage(page));
  return page;
}

function reply(body: string | Buffer, headers: Record<string, string> = {}, status = 200) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  };
}

suite('web_page_to_markdown', () => {
  test('returns the main text of a page', async t => {
    const { origin, seen } = await serve(t, reply(PAGE));
    const { url, title, description, markdown } = await convert(t, { url: `${origin}/folder/page` });
    assert.deepEqual([url, title, description], [`${origin}/folder/page`, 'The title & more', 'What it is about']);
    assert.match(String(seen[0]?.headers.accept), /text\/html/);
    assert.equal(
      markdown,
      `# A heading

Some **bold** text with a [link](${origin}/next%281%29?q=1), none and ~~old~~ \`code\`.

-   one
-   two
    1.  three

| a   | b   |
| --- | --- |
| 1   | 2 \\| 3 |

\`\`\`js
let x = 1;
\`\`\``,
    );
  });

  test('returns the whole page, with images and without links, on request', async t => {
    const { markdown } = await convert(t, { html: PAGE, main_only: false, links: false, images: true });
    assert.match(markdown, /Home.*Menu.*A heading.*An advertisement.*Imprint/s);
    // Without the address of the page, a relative image has no address.
    assert.ok(!markdown.includes('](') && !markdown.includes('alert'));
    const based = await convert(t, { html: `<base href="https://example.org/x/">${PAGE}`, images: true });
    assert.match(based.markdown, /!\[A picture\]\(https:\/\/example\.org\/a\.png\)/);
    assert.equal(based.url, null);
  });

  test('finds the main text without any markers', async t => {
    const prose = '<p>A long paragraph that says a lot about something.</p>'.repeat(20);
    const html = `<div id="top"><div>Menu</div></div><div><div><h1>Story</h1>${prose}</div></div>`;
    const { markdown, title } = await convert(t, { html });
    assert.match(markdown, /^# Story\n\nA long paragraph/);
    assert.ok(!markdown.includes('Menu'));
    assert.equal(title, 'Story');
    const teasers = await convert(t, { html: `<article>Teaser</article>${prose}` });
    assert.match(teasers.markdown, /A long paragraph/);
  });

  test('preserves the contents of layout tables', async t => {
    const html = '<table><tr><td><h2>Left</h2><ul><li>one</li></ul></td><td>right</td></tr></table>';
    assert.equal((await convert(t, { html })).markdown, '## Left\n\n-   one\n\nright');
  });

  test('decodes pages as they declare', async t => {
    const windows = Buffer.from('<p>\xe4\x80</p>', 'latin1');
    for (const [body, type] of [
      [windows, 'text/html; charset=windows-1252'],
      [Buffer.concat([Buffer.from('<meta charset="windows-1252">'), windows]), 'text/html'],
      [Buffer.from('<p>ä€</p>'), 'text/html; charset=nonsense'],
      ['<p>ä€</p>', 'application/xhtml+xml; charset=utf-8'],
    ] as const) {
      const { origin } = await serve(t, reply(Buffer.from(body), { 'content-type': type }));
      assert.equal((await convert(t, { url: origin })).markdown, 'ä€');
    }
  });

  test('does not change plain text', async t => {
    const { origin } = await serve(t, reply('# a <b>\n', { 'content-type': 'text/markdown' }));
    assert.equal((await convert(t, { url: origin })).markdown, '# a <b>\n');
  });

  test('returns the address after redirects', async t => {
    const { origin } = await serve(t, (request, response) => {
      if (request.url === '/there') reply('<p>x</p>')(request, response);
      else response.writeHead(302, { location: '/there' }).end();
    });
    assert.equal((await convert(t, { url: `${origin}/here` })).url, `${origin}/there`);
  });
});

suite('web_page_to_markdown fails', () => {
  const statuses: [number, boolean][] = [
    [404, false],
    [403, false],
    [429, true],
    [503, true],
  ];
  for (const [status, retryable] of statuses) {
    test(`with status ${status}, ${retryable ? 'temporarily' : 'permanently'}`, async t => {
      const { origin } = await serve(t, reply('', { 'retry-after': '7' }, status));
      await assert.rejects(convert(t, { url: origin }), error => {
        assert.ok(isStepError(`'${origin}/' answered with status ${status}`, retryable)(error));
        return error instanceof Error && 'retryAfterMs' in error && error.retryAfterMs === 7000;
      });
    });
  }

  test('for content that is not a page', async t => {
    const { origin } = await serve(t, reply('%PDF', { 'content-type': 'application/pdf' }));
    await assert.rejects(
      convert(t, { url: origin }),
      isStepError(`'${origin}/' is not a web page: it is application/pdf`),
    );
  });

  test('permanently for forbidden addresses, and temporarily when nobody answers', async t => {
    await assert.rejects(convert(t, { url: 'http://10.0.0.1/' }), isStepError(/is not public/));
    await assert.rejects(convert(t, { url: 'file:///etc/passwd' }), isStepError(/./));
    const { origin } = await serve(t, (_request, response) => response.destroy());
    await assert.rejects(convert(t, { url: origin }), isStepError(/broke off/, true));
  });

  test('when a page is nested too deeply', async t => {
    const html = '<div>'.repeat(2000);
    await assert.rejects(convert(t, { html }), isStepError('The page is nested too deeply'));
  });

  test('when the step is over', async t => {
    const ending = new AbortController();
    const { origin } = await serve(t, () => ending.abort(new Error('over')));
    const http = createOutboundHttp({ allowedCidrs: ['127.0.0.0/8'] });
    t.after(() => http.close());
    const { call } = workbench(t, { http, signal: ending.signal });
    await assert.rejects(call('web_page_to_markdown', { url: origin }), /over/);
  });
});
