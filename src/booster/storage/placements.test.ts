import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseFormPlacement, parseJsonPlacement } from './placements.ts';

const KEY = '0199A000-0000-7000-8000-00000000000A';
const MOST_METADATA = 100;
const placed = { path: 'docs/a.txt', metadata: {}, record: null, overwrite: false, rename: false };

const ofForm = (fields: Record<string, string>) =>
  parseFormPlacement(new Map(Object.entries({ path: 'docs/a.txt', ...fields })), 'name.txt', MOST_METADATA);
const refusal = (detail: string) => ({ status: 422, message: `validation error: ${detail}` });

suite('the place of an upload', () => {
  test('has no metadata and no record, and replaces nothing, unless the form says so', () => {
    assert.deepEqual(ofForm({}), placed);
    const fields = { metadata: '{"a":1}', record_collection: 'orders', record_key: KEY };
    const record = { collection: 'orders', key: KEY.toLowerCase() };
    assert.deepEqual(ofForm(fields), { ...placed, metadata: { a: 1 }, record });
  });

  test('needs a path', () => {
    assert.throws(() => parseFormPlacement(new Map(), 'name.txt', MOST_METADATA), refusal('path: is required'));
  });

  for (const name of ['overwrite', 'rename']) {
    test(`takes only yes and no for ${name}`, () => {
      for (const text of ['true', 'TRUE', '1']) assert.deepEqual(ofForm({ [name]: text }), { ...placed, [name]: true });
      for (const text of ['false', 'False', '0']) assert.deepEqual(ofForm({ [name]: text }), placed);
      for (const text of ['', 'yes', '2', ' true']) {
        assert.throws(() => ofForm({ [name]: text }), refusal(`${name}: must be true or false`), text);
      }
    });
  }

  test('is not both overwritten and renamed', () => {
    const both = refusal('overwrite: can not go with rename');
    assert.throws(() => ofForm({ overwrite: 'true', rename: 'true' }), both);
    assert.throws(() => parseJsonPlacement('docs/a.txt', { overwrite: true, rename: true }, MOST_METADATA), both);
  });

  test('names a record by both its collection and its key', () => {
    const incomplete = refusal('record_key: is needed with record_collection');
    const incompletes: Record<string, string>[] = [
      { record_collection: 'orders' },
      { record_key: KEY },
      { record_collection: '', record_key: KEY },
      { record_collection: 'orders', record_key: 'no id' },
    ];
    for (const fields of incompletes) assert.throws(() => ofForm(fields), incomplete, JSON.stringify(fields));
  });

  test('of an upload as JSON is read in the same way', () => {
    assert.deepEqual(parseJsonPlacement('docs/a.txt', {}, MOST_METADATA), placed);
    const options = { metadata: { a: 1 }, record: { collection: 'orders', key: KEY }, overwrite: true };
    assert.deepEqual(parseJsonPlacement('docs/a.txt', options, MOST_METADATA), {
      ...placed,
      metadata: { a: 1 },
      record: { collection: 'orders', key: KEY.toLowerCase() },
      overwrite: true,
    });
  });
});
