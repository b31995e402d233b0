import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Type from 'typebox';
import { createUnknownFieldFinder } from './unknown-fields.ts';

const find = createUnknownFieldFinder(
  Type.Object({
    name: Type.String(),
    input: Type.Unsafe<object>({ type: 'object' }),
    open: Type.Object({ known: Type.Boolean() }, { additionalProperties: true }),
    labels: Type.Record(Type.String(), Type.String()),
    filter: Type.Object({ from: Type.Integer(), inner: Type.Object({ deep: Type.Boolean() }) }),
    sharing: Type.Array(Type.Object({ email: Type.String() })),
  }),
);

suite('the fields that an endpoint does not know', () => {
  test('are named with their paths', () => {
    assert.equal(
      find({ nam: 1, filter: { form: 1, inner: { deeep: 1 } }, sharing: [{ email: '' }, { mail: '' }] }),
      '299 - "Unknown fields are ignored: nam, filter.form, filter.inner.deeep, sharing.mail"',
    );
  });

  test('are none in objects that may contain anything, and in values of other types', () => {
    for (const body of [
      {},
      { name: 'x', input: { a: 1 }, open: { b: 1 }, labels: { c: '' }, filter: { from: 1 }, sharing: [] },
      { filter: 'x', sharing: [1, null, 'x'] },
      { filter: [{ other: 1 }], sharing: { other: 1 } },
      [],
      [{ other: 1 }],
      null,
      'text',
    ]) {
      assert.equal(find(body), undefined, JSON.stringify(body));
    }
    assert.equal(createUnknownFieldFinder(undefined)({ a: 1 }), undefined);
  });

  test('are named only as far as a header has room, and in its characters', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`f${index}`, 1]));
    assert.equal(find(many), '299 - "Unknown fields are ignored: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 15 more"');
    const long = find({ ['ä"\r\nx\\'.repeat(50)]: 1 }) ?? '';
    assert.match(long, /^299 - "Unknown fields are ignored: [\x20-\x7e]{60}"$/);
    assert.match(find({ ['__proto__']: 1, constructor: 1 }) ?? '', /constructor/);
  });
});
