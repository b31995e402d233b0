import assert from 'node:assert/strict';
import { after, suite, type TestContext, test } from 'node:test';
import { failure, openReader } from '../../test/fixtures/documents.ts';
import { openModelServer } from '../../test/support/model-server.ts';
import { StepError } from '../nodes/step.ts';
import { createModels } from '../platform/models/models.ts';

/** A second of silence. */
function wav(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + 16_000, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(16_000, 40);
  return Buffer.concat([header, Buffer.alloc(16_000)]);
}

async function openEndpoint(t: TestContext) {
  const server = await openModelServer({ after: act => t.after(act) });
  const models = createModels([
    {
      id: 'ears',
      kind: 'transcription',
      provider: 'openai-compatible',
      name: 'ears-1',
      url: server.url,
      key: 'secret key',
      credits: { inputToken: 0, outputToken: 0, call: 3 },
      abilities: { vision: false, audio: true, tools: false },
      timeoutSeconds: 20,
    },
  ]);
  t.after(() => models.close());
  return { server, read: openReader(t, { models }) };
}

suite('audio', () => {
  test('is transcribed by a model, and paid for', async t => {
    const { server, read } = await openEndpoint(t);
    server.answer = () => ({ text: ' Good morning. ' });
    const paid: number[][] = [];
    const { text, credits } = await read('a.wav', wav(), {
      declared: 'text/plain',
      pay: async (estimate, act) => {
        const { result, credits } = await act();
        paid.push([estimate, credits]);
        return result;
      },
    });
    assert.deepEqual({ text, credits, paid }, { text: 'Good morning.', credits: 3, paid: [[3, 3]] });
    assert.deepEqual(
      server.seen.map(({ path, model }) => [path, model]),
      [['/v1/audio/transcriptions', 'ears-1']],
    );
    const { file } = server.seen[0]?.body ?? {};
    assert.ok(typeof file === 'object' && file && 'content' in file && file.content instanceof Uint8Array);
    assert.deepEqual(Buffer.from(file.content), wav());
  });

  test('fails the step when the endpoint fails', async t => {
    const { server, read } = await openEndpoint(t);
    server.answer = () => ({ status: 400, text: 'no such voice' });
    await assert.rejects(read('a.wav', wav()), failure(/^The model 'ears' answered with status 400: no such voice/));
    const poor = { pay: () => Promise.reject(new StepError('Not enough credits')) };
    await assert.rejects(read('a.wav', wav(), poor), failure('Not enough credits'));
    assert.equal(server.seen.length, 1);
  });

  test('can not be read without a transcription model', async () => {
    const read = openReader({ after });
    const missing = failure('Audio can not be read: no transcription model is configured');
    await assert.rejects(read('a.wav', wav()), missing);
    for (const head of ['OggS\0\x02', 'fLaC\0\0\0\x22', 'ID3\x04\0\0\0\0\0\0', '\0\0\0\x14ftypM4A \0\0\0\0M4A ']) {
      await assert.rejects(read('a', Buffer.from(head.padEnd(100, '\0'), 'latin1')), missing);
    }
  });
});
