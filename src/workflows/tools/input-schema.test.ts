import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { specTypeSchemas } from '@modelcontextprotocol/server';
import { toolInputSchema } from './input-schema.ts';

const FORMS = /file_id.*filename.*mime_type.*data/;

suite('the schema of a tool', () => {
  const cases = [
    ['none', undefined, { type: 'object' }],
    ['a text', 'x', { type: 'object' }],
    ['a list', [1], { type: 'object' }],
    ['one of another type', { type: 'array', items: {} }, { type: 'object', items: {} }],
    ['one with other types', { type: ['object', 'null'] }, { type: 'object' }],
    ['one with odd parts', { properties: 'x', required: {}, $schema: 1 }, { type: 'object' }],
    [
      'one with odd properties',
      { properties: { a: null, b: false, c: [1] }, required: ['a', 2] },
      { type: 'object', properties: { a: true, b: false, c: true }, required: ['a'] },
    ],
    [
      'one with all there is',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        title: 'Order',
        properties: { sum: { $ref: '#/$defs/sum' } },
        required: ['sum'],
        additionalProperties: false,
        $defs: { sum: { type: 'number' } },
      },
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        title: 'Order',
        properties: { sum: { $ref: '#/$defs/sum' } },
        required: ['sum'],
        additionalProperties: false,
        $defs: { sum: { type: 'number' } },
      },
    ],
  ] as const;
  for (const [name, value, expected] of cases) {
    test(`is valid for ${name}`, async () => {
      const inputSchema = toolInputSchema(JSON.parse(JSON.stringify({ value })).value);
      assert.deepEqual(inputSchema, expected);
      const { issues } = await specTypeSchemas.Tool['~standard'].validate({ name: 'x', inputSchema });
      assert.equal(issues, undefined);
    });
  }

  test('explains how a file is sent, after its own description', () => {
    const { properties } = toolInputSchema({
      properties: {
        bare: { type: 'object', format: 'file' },
        told: { type: ['object', 'null'], format: 'file', description: 'The paper', title: 'Paper' },
        other: { type: 'object', format: 'date' },
      },
    });
    const { bare, told, other } = Object(properties);
    assert.match(bare.description, FORMS);
    assert.deepEqual({ ...bare, description: '' }, { type: 'object', format: 'file', description: '' });
    assert.match(told.description, new RegExp(`^The paper\n\n.*${FORMS.source}`));
    assert.deepEqual([told.type, told.title], [['object', 'null'], 'Paper']);
    assert.deepEqual(other, { type: 'object', format: 'date' });
  });
});
