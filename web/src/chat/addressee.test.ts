import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Assistant } from '../api/assistants.ts';
import type { Model } from '../api/chat.ts';
import { describeAssistant, describeModel, findAddressee, toRequest } from './addressee.ts';

const free = { input_token: 0, output_token: 0, call: 0 };
const model = (id: string, more: Partial<Model> = {}): Model => ({
  id,
  provider: 'openai-compatible',
  abilities: { tools: true, vision: false, audio: false },
  credits: free,
  default: false,
  ...more,
});
const stamp = { timestamp: 0, user_id: 'u' };
const owner = { user_id: 'u', group_id: null };
const helper: Assistant = {
  id: 'a',
  created: stamp,
  updated: stamp,
  permissions: { owner, write: true, run: true, export: true, copy: true },
  name: 'Helper',
  description: 'Helps',
  instructions: '',
  model: null,
  tools: ['hash'],
  sharing: [],
  group_sharing: [],
  workflow_id: null,
};
const models = [model('large'), model('small', { default: true })];
const known = { models, assistants: [helper], conversation: undefined };

suite('who answers', () => {
  test('is the default model, unless the address or the conversation says otherwise', () => {
    assert.deepEqual(findAddressee({}, known), { kind: 'model', id: 'small' });
    assert.deepEqual(findAddressee({ model: 'large' }, known), { kind: 'model', id: 'large' });
    assert.deepEqual(findAddressee({ assistant: 'a' }, known), { kind: 'assistant', id: 'a', name: 'Helper' });
    const conversation = { assistant: null, model: 'large' };
    assert.deepEqual(findAddressee({}, { ...known, conversation }), { kind: 'model', id: 'large' });
    const builder = { id: 'b', name: 'Builder', workflow_id: 'w' };
    const built = { ...known, conversation: { assistant: builder, model: 'large' } };
    assert.deepEqual(findAddressee({}, built), { kind: 'assistant', id: 'b', name: 'Builder' });
    assert.deepEqual(findAddressee({ model: 'small' }, built), { kind: 'model', id: 'small' });
  });

  test('is the default model where the chosen one is gone, and nobody without models', () => {
    assert.deepEqual(findAddressee({ model: 'gone', assistant: 'gone' }, known), { kind: 'model', id: 'small' });
    const conversation = { assistant: null, model: 'gone' };
    assert.deepEqual(findAddressee({}, { ...known, conversation }), { kind: 'model', id: 'small' });
    assert.equal(findAddressee({ assistant: 'a' }, { ...known, models: [] }), undefined);
  });

  test('is named in the request', () => {
    assert.deepEqual(toRequest({ kind: 'model', id: 'small' }), { model: 'small' });
    assert.deepEqual(toRequest({ kind: 'assistant', id: 'a', name: 'Helper' }), { assistant_id: 'a' });
  });

  test('is described by abilities and prices', () => {
    assert.equal(describeModel(model('small')), 'uses tools · free of charge');
    const abilities = { tools: false, vision: false, audio: false };
    const credits = { input_token: 0.000003, output_token: 0.000015, call: 2 };
    assert.equal(
      describeModel(model('x', { abilities, credits })),
      'reads text only · 0.003 credits for 1,000 tokens read, 0.015 written, 2 credits a call',
    );
    assert.equal(describeAssistant(helper), 'Helps · one tool');
    assert.equal(describeAssistant({ ...helper, description: '', tools: [], model: 'm' }), 'model m');
  });
});
