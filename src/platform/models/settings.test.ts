import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';
import { parseModels } from './settings.ts';

const url = 'http://127.0.0.1:11434/v1';
const secret = 'sk-do-not-tell';

suite('configured models', () => {
  test('have defaults', () => {
    assert.deepEqual(parseModels(` [{"id": "llama", "url": "${url}/"}]`), [
      {
        id: 'llama',
        kind: 'chat',
        provider: 'openai-compatible',
        name: 'llama',
        url,
        credits: { inputToken: 0, outputToken: 0, call: 0 },
        abilities: { vision: false, audio: false, tools: true },
        timeoutSeconds: 120,
      },
    ]);
    assert.deepEqual(parseModels('[]'), []);
  });

  test('are read with all their fields, and from a file too', async t => {
    const model = {
      id: 'claude',
      provider: 'anthropic',
      name: 'claude-sonnet-5',
      key: secret,
      credits: { input_token: 0.003, output_token: 0.015, call: 1 },
      abilities: ['vision', 'audio'],
      timeout_seconds: 60,
    };
    const image = { id: 'claude', kind: 'image', provider: 'openai' };
    const text = JSON.stringify([model, image]);
    const models = parseModels(text);
    assert.deepEqual(models[0], {
      id: 'claude',
      kind: 'chat',
      provider: 'anthropic',
      name: 'claude-sonnet-5',
      key: secret,
      credits: { inputToken: 0.003, outputToken: 0.015, call: 1 },
      abilities: { vision: true, audio: true, tools: false },
      timeoutSeconds: 60,
    });
    assert.deepEqual([models[1]?.kind, models[1]?.url, models.length], ['image', undefined, 2]);

    const folder = await mkdtemp(path.join(tmpdir(), 'models-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'models.json');
    await writeFile(file, text);
    assert.deepEqual(parseModels(file), models);

    await writeFile(file, '{"id": "claude"}');
    assert.throws(() => parseModels(file), {
      message: `a JSON list of models, which the file '${file}' does not hold`,
    });
    await writeFile(file, `[{"key": "${secret}"`);
    assert.throws(() => parseModels(file), {
      message: `a JSON list of models; the file '${file}' is not valid JSON`,
    });
  });

  const fields = (more: object) => [{ id: 'one', url, key: secret, ...more }];
  const wrong: Record<string, { list: unknown[]; message: string }> = {
    'an entry that is no object': { list: [1], message: 'in entry 1 it must be an object' },
    'no id': { list: [{ url }], message: "in entry 1 'id' must be a text of 1 to 200 characters" },
    'no url': {
      list: [...fields({}), { id: 'two' }],
      message: "in entry 2 ('two') 'url' is missing",
    },
    'an unknown field': { list: fields({ colour: 'red' }), message: "in entry 1 ('one') there is no field 'colour'" },
    'another url': {
      list: fields({ url: 'ftp://a' }),
      message: "in entry 1 ('one') 'url' must be a URL with http:// or https://",
    },
    'a password in the url': {
      list: fields({ url: `http://a:${secret}@b/v1` }),
      message: "in entry 1 ('one') 'url' must hold no user and password",
    },
    'an unknown kind': {
      list: fields({ kind: 'video' }),
      message: "in entry 1 ('one') 'kind' must be one of chat, image, speech, transcription",
    },
    'an unknown provider': {
      list: fields({ provider: 'acme' }),
      message: "in entry 1 ('one') 'provider' must be one of openai-compatible, openai, anthropic, google",
    },
    'a kind that the provider lacks': {
      list: fields({ kind: 'speech', provider: 'google' }),
      message: "in entry 1 ('one') 'provider' must be openai or openai-compatible for a model of kind speech",
    },
    'an empty name': {
      list: fields({ name: ' ' }),
      message: "in entry 1 ('one') 'name' must be a text of 1 to 200 characters",
    },
    'a key that is no header': {
      list: fields({ key: `${secret}\n` }),
      message: "in entry 1 ('one') 'key' must be a text of visible ASCII characters",
    },
    'a negative price': {
      list: fields({ credits: { call: -1 } }),
      message: "in entry 1 ('one') 'credits.call' must be a number of at least 0",
    },
    'an unknown price': {
      list: fields({ credits: { token: 1 } }),
      message: "in entry 1 ('one') 'credits' must be an object with input_token, output_token, call",
    },
    'an unknown ability': {
      list: fields({ abilities: ['flight'] }),
      message: "in entry 1 ('one') 'abilities' must be a list of vision, audio, tools",
    },
    'no time': {
      list: fields({ timeout_seconds: 0 }),
      message: "in entry 1 ('one') 'timeout_seconds' must be a number from 1 to 600",
    },
    'two of a kind': {
      list: [...fields({}), ...fields({ kind: 'image' }), ...fields({})],
      message: "in entry 3 ('one') there is another chat model with this 'id'",
    },
  };
  for (const [what, { list, message }] of Object.entries(wrong)) {
    test(`are refused with ${what}`, () => {
      assert.throws(() => parseModels(JSON.stringify(list)), { message: `a list of valid models; ${message}` });
    });
  }

  test('are refused when there are too many, or when they are invalid JSON or missing', () => {
    const many = Array.from({ length: 201 }, (_, index) => ({ id: String(index), url }));
    assert.equal(parseModels(JSON.stringify(many.slice(1))).length, 200);
    assert.throws(() => parseModels(JSON.stringify(many)), { message: 'a list of at most 200 models, not 201' });
    assert.throws(() => parseModels(`[{"key": "${secret}"`), {
      message: 'a JSON list of models; it is not valid JSON',
    });
    assert.throws(() => parseModels('/nowhere/models.json'), {
      message:
        "a JSON list of models, or the path of a file that holds one; '/nowhere/models.json' can not be read: ENOENT",
    });
  });
});
