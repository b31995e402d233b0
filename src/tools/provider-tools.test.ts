import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { suite, type TestContext, test } from 'node:test';
import { modelSettings, openModels } from '../../test/fixtures/models.ts';
import { isStepError, workbench } from '../../test/fixtures/tools.ts';
import { openModelServer, SMALL_PNG, SMALL_SPEECH } from '../../test/support/model-server.ts';
import { parseWebSearch } from '../configuration/web-search.ts';
import type { Pay } from '../nodes/step.ts';
import type { Tool, ToolContext } from './contract/tool.ts';
import { createProviderTools, createToolBoxFrom } from './registry.ts';
import { createWebSearch } from './web-search/web-search.ts';

function createBench(t: TestContext, tools: Tool[], more: Partial<ToolContext> = {}) {
  const { context, files } = workbench(t, more);
  const box = createToolBoxFrom(tools);
  return { box, files, outcome: (name: string, params: object) => box.call(name, { ...params }, context) };
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A search engine that answers as the test requires, and records the requests. */
async function searchServer(t: TestContext, answer: Answer | (() => Answer)) {
  const seen: { line: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = await Array.fromAsync(request);
    seen.push({
      line: `${request.method} ${request.url}`,
      headers: request.headers,
      body: Buffer.concat(body).toString(),
    });
    const { status = 200, headers = {}, body: text = '' } = typeof answer === 'function' ? answer() : answer;
    response.writeHead(status, headers).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return { url: `http://127.0.0.1:${address.port}`, seen };
}

/** Returns an address at which nothing listens any more. */
async function nobodysUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${address.port}`;
}

const KEY = 'k-s3cret';
const USER = { id: 'u1', email: 'ann@example.org' };
const entry = (snippet: string) => ({ title: 'A page', url: 'https://example.org/', [snippet]: 'about it', more: 1 });
const found = [{ title: 'A page', url: 'https://example.org/', snippet: 'about it' }];

suite('web search', () => {
  for (const { provider, body, line, header, sent } of [
    {
      provider: 'searxng',
      body: { results: [entry('content'), { url: 'javascript:alert(1)' }, null, entry('content')] },
      line: 'GET /search?q=red+looms+%26+co&format=json',
      header: ['authorization', `Bearer ${KEY}`],
      sent: '',
    },
    {
      provider: 'brave',
      body: { web: { results: [entry('description'), entry('description')] } },
      line: 'GET /res/v1/web/search?q=red+looms+%26+co&count=1&text_decorations=false',
      header: ['x-subscription-token', KEY],
      sent: '',
    },
    {
      provider: 'tavily',
      body: { results: [entry('content'), entry('content')] },
      line: 'POST /search',
      header: ['authorization', `Bearer ${KEY}`],
      sent: '{"query":"red looms & co","max_results":1}',
    },
  ]) {
    test(`by ${provider}`, async t => {
      const { url, seen } = await searchServer(t, { body: JSON.stringify(body) });
      const settings = parseWebSearch(JSON.stringify({ provider, url: `${url}/`, key: KEY }));
      const { outcome } = createBench(t, [createWebSearch(settings)]);
      const params = { query: 'red looms & co', count: 1 };
      assert.deepEqual(await outcome('web_search', params), { output: { results: found }, text: 'Found 1 result' });
      assert.equal(seen[0]?.line, line);
      assert.equal(seen[0]?.headers[header[0] ?? ''], header[1]);
      assert.equal(seen[0]?.body, sent);
    });
  }

  test('returns an empty list when nothing is found', async t => {
    const { url } = await searchServer(t, { body: '{"type": "search"}' });
    const { outcome } = createBench(t, [createWebSearch({ provider: 'brave', url, key: KEY })]);
    assert.deepEqual((await outcome('web_search', { query: 'x' })).output, { results: [] });
  });

  for (const [answer, message, retryable] of [
    [{ status: 429, headers: { 'retry-after': '7' } }, 'The web search answered with status 429', true],
    [{ status: 503 }, 'The web search answered with status 503', true],
    [{ status: 401, body: KEY }, 'The web search answered with status 401', false],
    [{ status: 302, headers: { location: 'https://example.org' } }, /^The web search can not be reached: /, true],
    [{ body: '<html>' }, 'The web search gave an answer that is not JSON', false],
    [{ body: '{"results": 1}' }, 'The web search gave an answer without results', false],
    [{ body: '[]' }, 'The web search gave an answer without results', false],
    [{ body: ' '.repeat(2 ** 21 + 1) }, 'The web search gave too long an answer', false],
  ] as const) {
    test(`fails: ${message}`, async t => {
      const { url } = await searchServer(t, answer);
      const { outcome } = createBench(t, [createWebSearch({ provider: 'searxng', url })]);
      await assert.rejects(outcome('web_search', { query: 'x' }), isStepError(message, retryable));
    });
  }

  test('fails when the provider can not be reached, and stops when the call is aborted', async t => {
    const { outcome } = createBench(t, [createWebSearch({ provider: 'searxng', url: await nobodysUrl() })]);
    await assert.rejects(outcome('web_search', { query: 'x' }), isStepError(/can not be reached: ECONNREFUSED$/, true));
    const controller = new AbortController();
    const { url } = await searchServer(t, () => {
      controller.abort(new Error('enough'));
      return { body: '{}' };
    });
    const broken = createBench(t, [createWebSearch({ provider: 'searxng', url })], { signal: controller.signal });
    await assert.rejects(broken.outcome('web_search', { query: 'x' }), /enough/);
  });

  test('requires a setting with the provider and its fields', () => {
    const parse = (value: object) => parseWebSearch(JSON.stringify(value));
    assert.deepEqual(parse({ provider: 'brave', key: KEY }), {
      provider: 'brave',
      url: 'https://api.search.brave.com',
      key: KEY,
    });
    for (const [value, message] of [
      ['nothing', /a JSON object such as/],
      ['{"provider": "other"}', /'provider' is one of searxng, brave, tavily$/],
      ['{"provider": "searxng"}', /'url' is a URL with/],
      ['{"provider": "searxng", "url": "http://x?k-s3cret"}', /'url' is a URL with/],
      ['{"provider": "brave"}', /'key' is set: brave wants one$/],
      [`{"provider": "brave", "key": "${KEY} "}`, /'key' is a text of visible ASCII characters$/],
      ['{"provider": "brave", "keys": "k-s3cret"}', /'keys' is left out/],
      [`{"key": "${KEY}`, /a JSON object such as/],
    ] as const) {
      assert.throws(() => parseWebSearch(value), message);
      assert.throws(
        () => parseWebSearch(value),
        ({ message: text }: Error) => !text.includes('s3cret'),
      );
    }
  });
});

suite('images and speech of models', () => {
  /** Records what was reserved, and what was paid. */
  function purse() {
    const paid: [number, number][] = [];
    const pay: Pay = async (estimate, act) => {
      const { result, credits } = await act();
      paid.push([estimate, credits]);
      return result;
    };
    return { pay, paid };
  }

  async function opened(t: TestContext) {
    const server = await openModelServer(t);
    const credits = { inputToken: 0.5, outputToken: 0, call: 3 };
    const models = openModels(
      t,
      modelSettings(server, { id: 'draws', kind: 'image', credits }),
      modelSettings(server, { id: 'speaks', kind: 'speech', credits }),
    );
    const { pay, paid } = purse();
    return { server, paid, ...createBench(t, createProviderTools({ models, webSearch: undefined }), { pay }) };
  }

  test('exist only when a model is configured', async t => {
    const { box } = await opened(t);
    assert.deepEqual(
      (await box.list(USER)).map(({ name }) => name),
      ['image_generate', 'text_to_speech'],
    );
    const none = createProviderTools({ models: openModels(t), webSearch: { provider: 'searxng', url: 'http://x' } });
    assert.deepEqual(
      none.map(({ name }) => name),
      ['web_search'],
    );
  });

  test('become files, and are paid for', async t => {
    const { server, outcome, files, paid } = await opened(t);
    const drawn = await outcome('image_generate', { prompt: 'a loom', size: '512x512', filename: 'loom' });
    assert.deepEqual([drawn.credits, drawn.fileIds], [3, ['file-1']]);
    const image = await files.read('file-1');
    assert.deepEqual([image.attachment.filename, image.attachment.content_type], ['loom.png', 'image/png']);
    assert.ok(image.content.equals(SMALL_PNG));
    assert.partialDeepStrictEqual(server.seen[0]?.body, { prompt: 'a loom', size: '512x512' });

    const spoken = await outcome('text_to_speech', { text: 'good day', voice: 'ann' });
    assert.equal(spoken.credits, 7);
    const sound = await files.read('file-2');
    assert.equal(sound.attachment.filename, 'speech.mp3');
    assert.ok(sound.content.equals(SMALL_SPEECH));
    assert.partialDeepStrictEqual(server.seen[1]?.body, { input: 'good day', voice: 'ann' });
    assert.deepEqual(paid, [
      [3, 3],
      [7, 7],
    ]);
  });

  test('fail as the model does, and cost nothing', async t => {
    const { server, outcome, paid } = await opened(t);
    server.answer = () => ({ status: 400, text: 'no such size' });
    await assert.rejects(
      outcome('image_generate', { prompt: 'x', size: '11x11' }),
      isStepError("The model 'draws' answered with status 400: no such size"),
    );
    await assert.rejects(
      outcome('text_to_speech', { text: 'x'.repeat(10_001) }),
      isStepError(/at most 10000 characters/),
    );
    await assert.rejects(outcome('image_generate', { prompt: 'x', size: 'big' }), isStepError(/'size' does not fit/));
    assert.deepEqual(paid, []);
  });
});
