import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonSchema } from '../forms/json-schema.ts';
import { formSchema, missingFields, readRefusal, toDecisionData } from './form-values.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    amount: { type: 'number' },
    'amount.net': { type: 'number' },
    note: { type: 'string' },
    receipt: { type: 'object', format: 'file' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
  },
  required: ['amount', 'receipt', 'unknown'],
};

suite('the form of an approval', () => {
  test('exists when the schema has fields', () => {
    assert.equal(formSchema(null), undefined);
    assert.equal(formSchema({ type: 'object', properties: {} }), undefined);
    assert.deepEqual(formSchema({ properties: { a: {} } }), { properties: { a: {} } });
  });

  test('sends fields that were emptied, because the service keeps what is left out', () => {
    const prefilled = { amount: 5, note: 'old', receipt: { file_id: 'x' } };
    assert.deepEqual(toDecisionData(schema, {}, prefilled), { amount: null, note: '', receipt: null });
    assert.deepEqual(toDecisionData(schema, { ...prefilled, amount: 6 }, prefilled), { ...prefilled, amount: 6 });
    assert.deepEqual(toDecisionData(schema, {}, {}), {});
  });

  test('names all required fields without a value', () => {
    assert.deepEqual(
      missingFields(schema, { amount: 0, receipt: null }).map(({ field }) => field),
      ['receipt'],
    );
  });
});

suite('a refusal of the service', () => {
  test('is about the field that it names', () => {
    assert.deepEqual(readRefusal('validation error: data.amount: must be >= 1', schema), {
      field: 'amount',
      message: 'must be >= 1',
    });
    assert.deepEqual(readRefusal('validation error: data.amount.net: must be number', schema), {
      field: 'amount.net',
      message: 'must be number',
    });
    assert.deepEqual(readRefusal('validation error: data.address.city: is required', schema), {
      field: 'address',
      message: 'city: is required',
    });
    assert.deepEqual(readRefusal("The input 'receipt' must be one file", schema), {
      field: 'receipt',
      message: "The input 'receipt' must be one file",
    });
  });

  test('is about no field when it names none', () => {
    for (const text of ['The approval is approved already', 'validation error: data: takes too long to check']) {
      assert.deepEqual(readRefusal(text, schema), { field: undefined, message: text });
    }
    assert.equal(readRefusal('validation error: data.amounts: is required', schema).field, undefined);
  });
});
