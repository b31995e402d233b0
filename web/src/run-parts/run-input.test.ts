import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeMode, inputSchema, missingFields, readDraft, startDraft } from './run-input.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual', params: { input_schema: schema } },
    { id: 'bare', type: 'trigger.manual', params: { input_schema: { type: 'object' } } },
  ],
  edges: [],
};

test('a trigger with fields is asked for by a form, another by JSON', () => {
  assert.equal(inputSchema(definition, 'start'), schema);
  assert.equal(inputSchema(definition, 'bare'), undefined);
  assert.equal(inputSchema(undefined, 'start'), undefined);
  assert.equal(startDraft({ name: 'Ann' }, schema).mode, 'form');
  assert.deepEqual(startDraft('text', undefined), { mode: 'json', value: {}, text: '{}' });
});

test('what is edited survives a change between form and JSON', () => {
  const form = startDraft({ name: 'Ann', extra: 1 }, schema);
  const json = changeMode(form, 'json');
  assert.deepEqual(JSON.parse(json.text), { name: 'Ann', extra: 1 });
  const edited = { ...json, text: '{"name": "Ben"}' };
  assert.deepEqual(changeMode(edited, 'form').value, { name: 'Ben' });
});

test('text that is no JSON is neither lost nor sent', () => {
  const broken = { ...startDraft({}, undefined), text: '{"name": ' };
  assert.equal(changeMode(broken, 'form'), broken);
  assert.ok('problem' in readDraft(broken));
});

test('required fields without a value are named', () => {
  assert.deepEqual(missingFields(schema, {}), ['name']);
  assert.deepEqual(missingFields(schema, { name: 'Ann' }), []);
  assert.deepEqual(missingFields(undefined, {}), []);
});
