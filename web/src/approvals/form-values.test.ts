import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '../api/transport/client.ts';
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
  const refusal = (field: string | undefined, message: string) =>
    readRefusal(new ApiError(422, message, 'validation_error', field), schema);

  test('is about the field that it names', () => {
    assert.deepEqual(refusal('/data/amount', 'validation error: data.amount: must be >= 1'), {
      field: 'amount',
      message: 'must be >= 1',
    });
    assert.deepEqual(refusal('/data/amount.net', 'validation error: data.amount.net: must be number'), {
      field: 'amount.net',
      message: 'must be number',
    });
    assert.deepEqual(refusal('/data/address/city', 'validation error: data.address.city: is required'), {
      field: 'address',
      message: 'city: is required',
    });
    assert.deepEqual(refusal('/data/receipt', "The input 'receipt' must be one file"), {
      field: 'receipt',
      message: "The input 'receipt' must be one file",
    });
  });

  test('is about no field when it names none of the form', () => {
    const ended = 'The approval is approved already';
    assert.deepEqual(refusal(undefined, ended), { field: undefined, message: ended });
    const slow = 'validation error: data: takes too long to check';
    assert.deepEqual(refusal('/data', slow), { field: undefined, message: slow });
    const unknown = 'validation error: data.amounts: is required';
    assert.deepEqual(refusal('/data/amounts', unknown), { field: undefined, message: unknown });
    assert.deepEqual(readRefusal(new Error('lost'), schema), { field: undefined, message: 'lost' });
  });
});
