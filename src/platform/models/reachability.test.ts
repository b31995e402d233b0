import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { KEY, modelSettings, openModels } from '../../../test/fixtures/models.ts';
import { openModelServer } from '../../../test/support/model-server.ts';
import { ModelError, type ModelSettings } from './model.ts';

async function check(t: TestContext, status: number, changes: Partial<ModelSettings> = {}) {
  const server = await openModelServer({ after: act => t.after(act) });
  server.answer = () => ({ status, text: `the key ${KEY} is wrong` });
  const settings = modelSettings(server, changes);
  const checked = openModels(t, settings).check(settings, AbortSignal.timeout(60_000));
  return { server, checked };
}

suite('a check of a model', () => {
  test('asks for the list of models with the key, and nothing else', async t => {
    const { server, checked } = await check(t, 200);
    await checked;
    assert.deepEqual(
      server.seen.map(({ path, authorization }) => [path, authorization]),
      [['/v1/models', `Bearer ${KEY}`]],
    );
  });

  test('accepts an endpoint that has no such list', async t => {
    await (await check(t, 404)).checked;
  });

  test('fails when the key is refused or the endpoint is broken, without naming the key', async t => {
    for (const status of [401, 403, 429, 500, 503]) {
      const { checked } = await check(t, status);
      const refused = (error: unknown) =>
        error instanceof ModelError &&
        error.kind === 'status' &&
        error.status === status &&
        !error.message.includes(KEY);
      await assert.rejects(checked, refused, String(status));
    }
  });

  test('fails when nobody answers in time', async t => {
    const server = await openModelServer({ after: act => t.after(act) });
    server.answer = () => new Promise(() => {});
    const settings = modelSettings(server);
    const signal = AbortSignal.timeout(50);
    await assert.rejects(openModels(t, settings).check(settings, signal), error => error === signal.reason);
  });
});
