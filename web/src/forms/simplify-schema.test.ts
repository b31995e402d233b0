import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fieldKind } from './field-kind.ts';
import { simplifySchema } from './simplify-schema.ts';

suite('schemas of other services', () => {
  test('without references and choices stay the same', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    assert.equal(simplifySchema(schema), schema);
    assert.deepEqual(simplifySchema('nothing'), {});
  });

  test('get what their references lead to, with their own descriptions', () => {
    const schema = simplifySchema({
      type: 'object',
      properties: { owner: { $ref: '#/$defs/User', description: 'Whose it is' }, gone: { $ref: '#/$defs/Gone' } },
      required: ['owner'],
      $defs: { User: { type: 'object', description: 'A user', properties: { id: { type: 'integer' } } } },
    });
    assert.deepEqual(schema, {
      type: 'object',
      properties: {
        owner: { type: 'object', description: 'Whose it is', properties: { id: { type: 'integer' } } },
        gone: {},
      },
      required: ['owner'],
    });
  });

  test('that go in circles are edited as JSON from where the circle begins again', () => {
    const schema = simplifySchema({
      type: 'object',
      properties: { folder: { $ref: '#/$defs/Folder' } },
      $defs: {
        Folder: {
          type: 'object',
          properties: { name: { type: 'string' }, parent: { $ref: '#/$defs/Folder', title: 'Parent' } },
        },
      },
    });
    const folder = schema.properties?.folder;
    assert.deepEqual(folder?.properties, { name: { type: 'string' }, parent: { title: 'Parent' } });
    assert.equal(fieldKind(folder?.properties?.parent ?? {}), 'json');
  });

  test('that grow with each level are cut', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `L${level}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 10 }, (_, field) => [`f${field}`, { $ref: `#/$defs/L${level + 1}` }]),
          ),
        },
      ]),
    );
    const schema = simplifySchema({ type: 'object', properties: { a: { $ref: '#/$defs/L0' } }, $defs });
    assert.ok(JSON.stringify(schema).length < 20_000);
  });

  test('choose the one that is not null, the values of all, or the types of all', () => {
    const simple = (choice: object) => simplifySchema({ type: 'object', properties: { x: choice } }).properties?.x;
    assert.deepEqual(simple({ anyOf: [{ type: 'string' }, { type: 'null' }], title: 'X' }), {
      type: 'string',
      title: 'X',
    });
    assert.deepEqual(simple({ oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }), { enum: ['a', 'b', 'c'] });
    assert.deepEqual(simple({ anyOf: [{ type: 'string' }, { type: 'integer' }] }), { type: ['string', 'integer'] });
    const objects = [
      { type: 'object', properties: { a: {} } },
      { type: 'object', properties: { b: {} } },
    ];
    assert.deepEqual(simple({ anyOf: objects, description: 'One of two' }), { description: 'One of two' });
  });

  test('merge what must hold together', () => {
    const schema = simplifySchema({
      allOf: [
        { $ref: '#/$defs/Named' },
        { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] },
      ],
      description: 'Both',
      $defs: { Named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    });
    assert.deepEqual(schema, {
      type: 'object',
      description: 'Both',
      properties: { name: { type: 'string' }, size: { type: 'integer' } },
      required: ['name', 'size'],
    });
  });
});
