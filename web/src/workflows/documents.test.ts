import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExportDocument } from '../api/workflows.ts';
import { describeImport, readDocuments, toFile } from './documents.ts';

const document = (name: string): ExportDocument => ({
  version: '1.0',
  exported_at: 0,
  workflow: { name, description: '', definition: {}, from_id: 'x', secret_keys: [] },
});

test('a file contains one document or a list of them, and an export can be read again', () => {
  const one = toFile([document('Orders → invoice')]);
  assert.equal(one.name, 'orders-invoice.json');
  assert.deepEqual(readDocuments(one.text, one.name), [document('Orders → invoice')]);
  const two = toFile([document('a'), document('b')]);
  assert.equal(two.name, '2-workflows.json');
  assert.equal(readDocuments(two.text, two.name).length, 2);
  assert.equal(toFile([document('注文')]).name, 'workflow.json');
});

test('another file is refused by its name', () => {
  assert.throws(() => readDocuments('no', 'a.txt'), { message: 'a.txt is not JSON' });
  assert.throws(() => readDocuments('{}', 'a.json'), { message: 'a.json is not an export of workflows' });
  assert.throws(() => readDocuments('[]', 'a.json'), { message: 'a.json contains no workflow' });
});

test('says what is left to do', () => {
  assert.equal(describeImport('A', 0, []), 'A was imported.');
  assert.equal(
    describeImport('A', 1, ['call.headers.Authorization']),
    'A was imported. Credentials to fill in: call.headers.Authorization. 1 issue to look at.',
  );
});
