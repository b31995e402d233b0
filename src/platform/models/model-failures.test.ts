import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { suite, test } from 'node:test';
import { KEY, scriptedModel } from '../../../test/fixtures/models.ts';
import type { ScriptedAnswer } from '../../../test/support/model-server.ts';
import { ModelError } from './model.ts';

/** Makes retries immediate. */
const AT_ONCE = { 'retry-after-ms': '1' };
const never = new Promise<never>(() => {});

/** These tests mostly wait between attempts. */
const CONCURRENT = { concurrency: 8 };

suite('a faulty endpoint', CONCURRENT, () => {
  for (const status of [408, 409, 429, 500, 503]) {
    test(`that replies with ${status} is asked three times in all`, async t => {
      const { server, ask } = await scriptedModel(t);
      server.answer = (_request, index) => (index < 2 ? { status, headers: AT_ONCE } : {});
      assert.equal((await ask()).text, 'Hello');

      server.answer = () => ({ status, text: 'Not now', headers: AT_ONCE });
      await assert.rejects(ask(), {
        message: `The model 'm' answered with status ${status}: Not now`,
        retryable: true,
        retryAfterMs: 1,
      });
      assert.equal(server.seen.length, 6);
    });
  }

  for (const status of [301, 400, 401, 403, 404, 422]) {
    test(`that replies with ${status} is not asked again`, async t => {
      const { server, ask } = await scriptedModel(t);
      server.answer = () => ({ status, text: 'No', headers: { location: `${server.url}/elsewhere` } });
      await assert.rejects(ask(), { message: `The model 'm' answered with status ${status}: No`, retryable: false });
      assert.equal(server.seen.length, 1);
    });
  }

  test('that asks for a long delay is not waited for', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ status: 429, text: 'Later', headers: { 'retry-after': '31' } });
    await assert.rejects(ask(), { retryable: true, retryAfterMs: 31_000 });
    assert.equal(server.seen.length, 1);
  });

  test('that breaks off is asked again, and the text starts again', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = (_request, index) => ({ pieces: ['one', 'two'], breakOff: index === 0 });
    const pieces: string[] = [];
    const reply = await ask({ onText: piece => pieces.push(piece), onRestart: () => pieces.push('|') });
    assert.equal(reply.text, 'onetwo');
    assert.deepEqual(pieces, ['one', '|', 'one', 'two']);
  });

  test('that failed before any text is asked again without a restart', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = (_request, index) => (index === 0 ? { status: 500, headers: AT_ONCE } : {});
    await ask({ onText: () => {}, onRestart: () => assert.fail('no text was sent yet') });
    assert.equal(server.seen.length, 2);
  });

  const answers: Record<string, { answer: ScriptedAnswer; message: RegExp; tries: number }> = {
    'breaks off each time': { answer: { breakOff: true }, message: /^The model 'm' broke off its answer$/, tries: 3 },
    'ends in the middle': {
      answer: { raw: 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n' },
      message: /^The model 'm' broke off its answer$/,
      tries: 3,
    },
    'sends invalid JSON': {
      answer: { raw: `data: {"choices": ${KEY}\n\ndata: [DONE]\n\n` },
      message: /^The model 'm' gave an answer that can not be read$/,
      tries: 3,
    },
    'sends an error within its answer': {
      answer: { raw: 'data: {"error":{"message":"Out of memory","type":"BadRequestError","code":400}}\n\n' },
      message: /^The model 'm' answered with status 400: Out of memory$/,
      tries: 1,
    },
    'sends an error without a status': {
      answer: { raw: 'data: {"error":{"message":"Broken","type":"invalid_request"}}\n\n' },
      message: /^The model 'm' answered with an error: Broken$/,
      tries: 1,
    },
    'replies with an HTML page': {
      answer: { status: 404, raw: '<html><b>nginx</b></html>' },
      message: /^The model 'm' answered with status 404$/,
      tries: 1,
    },
    'sends a long message': {
      answer: { status: 400, raw: JSON.stringify({ detail: `long\n${'x'.repeat(1000)}` }) },
      message: /^The model 'm' answered with status 400: long x{295}$/,
      tries: 1,
    },
    refuses: {
      answer: { text: 'I can', finish: 'content_filter' },
      message: /^The model 'm' refused to answer \(content filter\)$/,
      tries: 1,
    },
    'is cut off before any text': {
      answer: { text: '', finish: 'length' },
      message: /^The answer of the model 'm' was cut off at its length limit$/,
      tries: 1,
    },
    'writes endlessly': {
      answer: { pieces: Array.from({ length: 21 }, () => 'x'.repeat(100_000)) },
      message: /^The answer of the model 'm' is too long$/,
      tries: 1,
    },
    'calls tools endlessly': {
      answer: { calls: Array.from({ length: 101 }, () => ({ name: 'weather', input: {} })) },
      message: /^The answer of the model 'm' is too long$/,
      tries: 1,
    },
    'sends an endless event': {
      answer: { raw: `data: ${'x\ndata: '.repeat(1_200_000)}` },
      message: /^The answer of the model 'm' is too long$/,
      tries: 1,
    },
    'sends an endless error': {
      answer: { status: 400, raw: 'x\n\n'.repeat(3_000_000) },
      message: /^The answer of the model 'm' is too long$/,
      tries: 1,
    },
  };
  for (const [what, { answer, message, tries }] of Object.entries(answers)) {
    test(`that ${what} causes a clear error`, async t => {
      const { server, ask } = await scriptedModel(t);
      server.answer = () => answer;
      await assert.rejects(ask(), error => error instanceof ModelError && message.test(error.message));
      assert.equal(server.seen.length, tries);
    });
  }

  test('that can not be reached is reported with the network error', async t => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    listener.close();
    await once(listener, 'close');
    const { ask } = await scriptedModel(t, { url: `http://127.0.0.1:${port}/v1` });
    await assert.rejects(ask(), { message: "The model 'm' can not be reached: ECONNREFUSED", retryable: true });
  });

  test('that does not support a kind of file is not asked', async t => {
    const { server, ask } = await scriptedModel(t);
    const file = { filename: 'a.ogg', contentType: 'audio/ogg', content: Buffer.from('OggS') };
    await assert.rejects(ask({ messages: [{ role: 'user', text: '', files: [file] }] }), {
      message: "The model 'm' can not be asked this: 'audio media type audio/ogg' functionality not supported.",
    });
    assert.equal(server.seen.length, 0);
  });
});

suite('an answer that is cut off at its length limit', () => {
  test('is returned when it has text, with the calls that are complete', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({
      text: 'Half an ans',
      finish: 'length',
      calls: [
        { id: 'a', name: 'weather', input: { city: 'Oslo' } },
        { id: 'b', name: 'weather', input: '{"ci' },
      ],
    });
    const { text, calls } = await ask();
    assert.equal(text, 'Half an ans');
    assert.deepEqual(calls, [{ id: 'a', name: 'weather', input: { city: 'Oslo' } }]);
  });

  test('is an error when it should be JSON', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ text: '{"yes": tr', finish: 'length' });
    const message = "The answer of the model 'm' was cut off at its length limit";
    await assert.rejects(ask({ answerSchema: { type: 'object' } }), { message });
  });
});

suite('a slow endpoint', CONCURRENT, () => {
  test('that does not answer is asked again after its timeout', async t => {
    const { server, ask } = await scriptedModel(t, { timeoutSeconds: 2 });
    server.answer = (_request, index) => (index === 0 ? { after: never } : {});
    assert.equal((await ask()).text, 'Hello');
    assert.equal(server.seen.length, 2);
  });

  for (const [when, answer] of Object.entries({
    'never answers': { after: never },
    'falls silent in the middle': { afterFirstPiece: never },
  })) {
    test(`that ${when} fails after three attempts`, async t => {
      const { server, ask } = await scriptedModel(t, { timeoutSeconds: 1 });
      server.answer = () => answer;
      await assert.rejects(ask(), { message: "The model 'm' did not answer within 1 second", retryable: true });
      assert.equal(server.seen.length, 3);
    });
  }
});

suite('an abort', () => {
  const reason = new Error('the run was cancelled');
  test('before the answer rejects with its reason', async t => {
    const { server, ask } = await scriptedModel(t);
    const abort = new AbortController();
    server.answer = () => {
      abort.abort(reason);
      return { after: never };
    };
    await assert.rejects(ask({ signal: abort.signal }), error => error === reason);
    assert.equal(server.seen.length, 1);
  });

  test('within the answer rejects with its reason', async t => {
    const { server, ask } = await scriptedModel(t);
    const abort = new AbortController();
    server.answer = () => ({ afterFirstPiece: never });
    const asking = ask({ signal: abort.signal, onText: () => abort.abort(reason) });
    await assert.rejects(asking, error => error === reason);
    assert.equal(server.seen.length, 1);
  });

  test('in the delay before the next attempt rejects with its reason', async t => {
    const { server, ask } = await scriptedModel(t);
    const abort = new AbortController();
    server.answer = () => {
      setTimeout(() => abort.abort(reason), 100); // no event says when the delay begins
      return { status: 429, headers: { 'retry-after': '30' } };
    };
    await assert.rejects(ask({ signal: abort.signal }), error => error === reason);
    assert.equal(server.seen.length, 1);
  });

  test('before the request sends no request', async t => {
    const { server, ask } = await scriptedModel(t);
    await assert.rejects(ask({ signal: AbortSignal.abort(reason) }), error => error === reason);
    assert.equal(server.seen.length, 0);
  });

  test('can also be an error of the function that receives the text', async t => {
    const { server, ask } = await scriptedModel(t);
    const onText = () => {
      throw reason;
    };
    await assert.rejects(ask({ onText }), error => error === reason);
    assert.equal(server.seen.length, 1);
  });
});

suite('keys', () => {
  for (const said of [
    `Incorrect API key provided: ${KEY}. See the page.`,
    `Incorrect API key provided: sk-se***************6789. See the page.`,
    `Incorrect API key provided: ${KEY.slice(0, 12)}... See the page.`,
    `Incorrect API key provided: ${KEY.slice(-8)} See the page.`,
    `Incorrect API key provided: sk-another-key-that-is-not-ours See the page.`,
  ]) {
    test(`are removed from messages: ${said}`, async t => {
      const { server, ask } = await scriptedModel(t);
      server.answer = () => ({ status: 401, text: said });
      await assert.rejects(ask(), error => {
        assert.ok(error instanceof ModelError);
        assert.match(
          error.message,
          /^The model 'm' answered with status 401: Incorrect API key provided: \*\*\*\S{0,3} ?See the page\.$/,
        );
        assert.equal(error.cause, undefined);
        return true;
      });
    });
  }

  test('are removed even where the message is cut', async t => {
    const { server, ask } = await scriptedModel(t);
    server.answer = () => ({ status: 401, text: `${'x'.repeat(290)} ${KEY}` });
    await assert.rejects(ask(), { message: `The model 'm' answered with status 401: ${'x'.repeat(290)} ***` });
  });
});
