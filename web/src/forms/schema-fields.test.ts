import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  addSchemaField,
  fieldNameProblem,
  readSchemaFields,
  type SchemaField,
  writeSchemaFields,
} from './schema-fields.ts';

const schema = {
  type: 'object',
  title: 'Order',
  properties: {
    order: { type: 'integer', minimum: 1, description: 'The number' },
    city: { type: 'string', enum: ['Berlin', 'Bonn'] },
    receipt: { type: 'object', format: 'file' },
    note: { type: 'string', format: 'textarea' },
    tags: { type: 'array', items: { type: 'string' } },
    deep: { type: 'object', properties: { a: {} } },
  },
  required: ['order'],
};

function read(json: unknown): SchemaField[] {
  const fields = readSchemaFields(json);
  assert.ok(fields);
  return fields;
}

suite('the fields of a schema', () => {
  test('are read, and written again without a loss', () => {
    const fields = read(schema);
    assert.deepEqual(
      fields.map(({ name, kind, isRequired }) => [name, kind, isRequired]),
      [
        ['order', 'integer', true],
        ['city', 'choice', false],
        ['receipt', 'file', false],
        ['note', 'long text', false],
        ['tags', 'list', false],
        ['deep', 'any', false],
      ],
    );
    assert.deepEqual(writeSchemaFields(schema, fields), schema);
  });

  test('change their kind, name and description', () => {
    const [order, city] = read(schema);
    assert.ok(order && city);
    const written = writeSchemaFields(schema, [
      { ...order, kind: 'number', description: '' },
      { ...city, name: 'town', choices: ['Ulm'], isRequired: true },
    ]);
    assert.deepEqual(written, {
      type: 'object',
      title: 'Order',
      properties: { order: { type: 'number' }, town: { type: 'string', enum: ['Ulm'] } },
      required: ['order', 'town'],
    });
  });

  test('a new field counts when it has a name', () => {
    const fields = addSchemaField(read(undefined));
    assert.equal(writeSchemaFields(undefined, fields), undefined);
    const [field] = fields;
    assert.ok(field);
    assert.equal(fieldNameProblem(fields, field), 'A name is needed');
    const named = { ...field, name: 'a' };
    assert.deepEqual(writeSchemaFields(undefined, [named]), { type: 'object', properties: { a: { type: 'string' } } });
    assert.equal(fieldNameProblem([named, { ...named, id: 9 }], named), 'This name is there twice');
  });

  test('schemas of another shape are left to JSON', () => {
    assert.equal(readSchemaFields({ type: 'array' }), undefined);
    assert.equal(readSchemaFields('{{ input.schema }}'), undefined);
    assert.equal(readSchemaFields({ type: 'object', properties: { a: true } }), undefined);
  });
});
