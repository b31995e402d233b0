import assert from 'node:assert/strict';
import { suite, type TestContext } from 'node:test';
import { KEY, modelSettings, openModels } from '../../../test/fixtures/models.ts';
import { openModelServer, SMALL_PNG, SMALL_SPEECH } from '../../../test/support/model-server.ts';
import { COMPLETE_ONLY, test } from '../../../test/support/tiers.ts';
import type { ModelKind, ModelSettings } from './model.ts';

const { signal } = new AbortController();
const audio = { filename: 'talk.mp3', contentType: 'audio/mpeg', content: Buffer.from('ID3 talk') };

async function scripted(t: TestContext, kind: ModelKind, changes: Partial<ModelSettings> = {}) {
  const server = await openModelServer({ after: act => t.after(act) });
  const models = openModels(t, modelSettings(server, { kind, ...changes }));
  return {
    server,
    draw: async (prompt: string, size?: string) => models.image()?.draw(prompt, { size, signal }),
    speak: async (text: string, voice?: string) => models.speech()?.speak(text, { voice, signal }),
    transcribe: async () => models.transcription()?.transcribe(audio, { signal }),
  };
}

suite('models of other kinds', { concurrency: 8 }, () => {
  test('draw', async t => {
    const { server, draw } = await scripted(t, 'image');
    assert.deepEqual(await draw('a loom', '512x512'), {
      filename: 'image.png',
      contentType: 'image/png',
      content: SMALL_PNG,
    });
    const [{ path, authorization, body } = {}] = server.seen;
    assert.deepEqual([path, authorization], ['/v1/images/generations', `Bearer ${KEY}`]);
    assert.deepEqual(body, {
      model: 'model-name',
      prompt: 'a loom',
      n: 1,
      size: '512x512',
      response_format: 'b64_json',
    });
  });

  test('draw without naming a format where that would be refused', async t => {
    const { server, draw } = await scripted(t, 'image', { provider: 'openai', name: 'gpt-image-1' });
    await draw('a loom');
    assert.deepEqual(server.seen[0]?.body, { model: 'gpt-image-1', prompt: 'a loom', n: 1 });
  });

  test('speak', async t => {
    const { server, speak } = await scripted(t, 'speech');
    assert.deepEqual(await speak('Hello', 'nova'), {
      filename: 'speech.mp3',
      contentType: 'audio/mpeg',
      content: SMALL_SPEECH,
    });
    assert.deepEqual(server.seen[0]?.body, {
      model: 'model-name',
      input: 'Hello',
      voice: 'nova',
      response_format: 'mp3',
    });

    server.answer = () => ({ raw: 'RIFF', headers: { 'content-type': 'audio/wav' } });
    const { filename, contentType } = (await speak('Hello')) ?? {};
    assert.deepEqual([filename, contentType, server.seen[1]?.body.voice], ['speech.wav', 'audio/wav', 'alloy']);
  });

  test('transcribe', async t => {
    const { server, transcribe } = await scripted(t, 'transcription');
    server.answer = () => ({ text: 'Good morning' });
    assert.equal(await transcribe(), 'Good morning');
    const { model, file } = server.seen[0]?.body ?? {};
    assert.deepEqual({ model, file }, { model: 'model-name', file: audio });
  });

  test('retry where that may help, with the whole request', async t => {
    const { server, transcribe } = await scripted(t, 'transcription');
    server.answer = (_request, index) => (index < 2 ? { status: 503, headers: { 'retry-after-ms': '1' } } : {});
    assert.equal(await transcribe(), 'Hello');
    assert.deepEqual(
      server.seen.map(({ body }) => body.file),
      [audio, audio, audio],
    );
  });

  test('fail with a clear message that contains no key', async t => {
    const { server, draw } = await scripted(t, 'image');
    server.answer = () => ({ status: 401, text: `Wrong key ${KEY}` });
    await assert.rejects(draw('a loom'), { message: "The model 'm' answered with status 401: Wrong key ***" });
    server.answer = () => ({ status: 400, raw: 'x'.repeat(1_000_000) });
    await assert.rejects(draw('a loom'), { message: `The model 'm' answered with status 400: ${'x'.repeat(300)}` });
    assert.equal(server.seen.length, 2);
  });

  test('fail after three attempts when they do not answer or break off', async t => {
    const { server, speak } = await scripted(t, 'speech', { timeoutSeconds: 1 });
    server.answer = () => ({ after: new Promise(() => {}) });
    await assert.rejects(speak('Hello'), { message: "The model 'm' did not answer within 1 second" });
    server.answer = () => ({ breakOff: true });
    await assert.rejects(speak('Hello'), { message: "The model 'm' broke off its answer" });
    assert.equal(server.seen.length, 6);
  });

  const unreadable = { message: "The model 'm' gave an answer that can not be read", retryable: true };
  for (const [what, raw] of Object.entries({
    'no JSON': 'oops',
    'a list': '[]',
    'a link instead of an image': '{"data":[{"url":"http://127.0.0.1/a.png"}]}',
  })) {
    test(`do not accept ${what} as an image`, async t => {
      const { server, draw } = await scripted(t, 'image');
      server.answer = () => ({ raw });
      await assert.rejects(draw('a loom'), unreadable);
    });
  }

  test('return no more than 50 MB', COMPLETE_ONLY, async t => {
    const { server, speak } = await scripted(t, 'speech');
    server.answer = () => ({ raw: Buffer.alloc(50 * 2 ** 20 + 1), headers: { 'content-type': 'audio/mpeg' } });
    await assert.rejects(speak('Hello'), { message: "The answer of the model 'm' is too long", retryable: false });
  });
});
