/** Models on a scripted server, and requests to them, for tests. */
import type { TestContext } from 'node:test';
import { type ModelServer, openModelServer } from '../../../test/support/model-server.ts';
import type { ModelFile, ModelRequest, ModelSettings, Models } from './model.ts';
import { createModels } from './models.ts';

export const KEY = 'sk-secret-abcdefgh-0123456789';

export function modelSettings(server: { url: string }, changes: Partial<ModelSettings> = {}): ModelSettings {
  return {
    id: 'm',
    kind: 'chat',
    provider: 'openai-compatible',
    name: 'model-name',
    url: server.url,
    key: KEY,
    credits: { inputToken: 0, outputToken: 0, call: 0 },
    abilities: { vision: true, audio: true, tools: true },
    timeoutSeconds: 30,
    ...changes,
  };
}

/** The models are closed after the test. */
export function openModels(t: TestContext, ...settings: ModelSettings[]): Models {
  const models = createModels(settings);
  t.after(() => models.close());
  return models;
}

export async function scriptedModel(t: TestContext, changes: Partial<ModelSettings> = {}) {
  const server: ModelServer = await openModelServer({ after: act => t.after(act) });
  const chat = openModels(t, modelSettings(server, changes)).chat();
  if (!chat) throw new Error('no chat model');
  return { server, ask: (request: Partial<ModelRequest> = {}) => chat.ask({ ...question(), ...request }) };
}

export function question(text = 'What?', files: ModelFile[] = []): ModelRequest {
  return { instructions: 'Be brief.', messages: [{ role: 'user', text, files }], signal: new AbortController().signal };
}
