import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import { extendPointer, fitToSchema, printedBelow } from './printed-params.ts';

const validate = new Ajv({ allErrors: true }).compile({
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: 'number' },
    either: { type: ['string', 'array'] },
    names: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
    'a/b~c': { type: 'object', properties: { x: { type: 'string' } } },
  },
});

suite('rendered params', () => {
  test('are printed where the schema requires a string, and only there', () => {
    const params = { title: 2, count: 2, either: true, names: [1, 'b', 3], 'a/b~c': { x: 4 } };
    const inner = extendPointer(extendPointer('', 'a/b~c'), 'x');
    assert.equal(inner, '/a~1b~0c/x');
    const printed = {
      '/title': '2.0',
      '/count': '2.0',
      '/either': 'True',
      '/names/0': '1',
      '/names/2': '3',
      [inner]: '4',
    };
    assert.deepEqual(fitToSchema(validate, { params, printed }), {
      title: '2.0',
      count: 2,
      either: 'True',
      names: ['1', 'b', '3'],
      'a/b~c': { x: '4' },
    });
    assert.deepEqual(validate.errors, null);
    assert.equal(params.title, 2, 'the original params do not change');
  });

  test('are not printed when they do not come from a single expression', () => {
    const params = { title: 2, names: [1] };
    assert.deepEqual(fitToSchema(validate, { params, printed: { '/names': '[1]' } }), params);
    assert.ok((validate.errors ?? []).length > 0);
  });

  test('provide the printed values of a part of them', () => {
    assert.deepEqual(printedBelow('/params', { '/params/a': '1', '/params': '2', '/paramsx/a': '3', '/tool': '4' }), {
      '/a': '1',
    });
  });
});
