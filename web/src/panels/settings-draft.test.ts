import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAFT } from '../../test/panel-settings.ts';
import {
  type Draft,
  eventsProblem,
  folderNameProblem,
  isEqual,
  isValid,
  limitProblem,
  panelLimitProblem,
  toChanges,
  typesProblem,
  urlProblem,
  validRules,
} from './settings-draft.ts';

const withRules = (rules: Draft['file_storage']['folders'][string]): Draft => ({
  ...DRAFT,
  file_storage: { ...DRAFT.file_storage, folders: { docs: rules } },
});

test('only what differs is sent', () => {
  assert.deepEqual(toChanges(DRAFT, DRAFT), {});
  assert.deepEqual(toChanges(DRAFT, { ...DRAFT, name: ' Other ', enabled: false }), { name: 'Other', enabled: false });
  assert.deepEqual(toChanges(DRAFT, withRules({ max_files: 3 })), {
    file_storage: { enabled: true, limit_mb: 1024, folders: { docs: { max_files: 3 } } },
  });
});

test('a draft is valid when the service could accept it', () => {
  assert.equal(isValid(DRAFT), true);
  assert.equal(isValid(withRules({ keep_days: 30, types: ['image/*', '.csv'], max_files: 0 })), true);
  const wrong: Draft[] = [
    { ...DRAFT, name: ' ' },
    { ...DRAFT, file_storage: { ...DRAFT.file_storage, limit_mb: undefined } },
    { ...DRAFT, file_storage: { ...DRAFT.file_storage, limit_mb: 'many' } },
    withRules({ keep_days: 0 }),
    withRules({ max_files: 1.5 }),
    withRules({ max_file_mb: '1x' }),
    withRules({ types: ['pdf'] }),
    { ...DRAFT, webhooks: [{ url: 'ftp://example.org', events: ['file.stored'] }] },
    { ...DRAFT, webhooks: [{ url: 'https://example.org', events: [] }] },
  ];
  assert.deepEqual(
    wrong.map(isValid),
    wrong.map(() => false),
  );
});

test('each problem is told at its field', () => {
  assert.equal(limitProblem('keep_days', 0), 'At least 1.');
  assert.equal(limitProblem('max_files', undefined), undefined);
  assert.equal(panelLimitProblem(''), 'A whole number.');
  assert.equal(typesProblem(['image/*', 'pdf']), '“pdf” is no type: write image/*, application/pdf or .csv.');
  assert.equal(folderNameProblem('docs', ['docs']), 'This folder has rules already.');
  assert.equal(folderNameProblem('a/b', []), 'Only letters, digits, _ and -.');
  assert.equal(urlProblem('https://'), 'An address that begins with https:// or http://.');
  assert.equal(eventsProblem([]), 'Choose at least one event.');
});

test('what is not valid yet is left out of the sentences', () => {
  assert.deepEqual(validRules({ max_files: 'x', keep_days: 3, read: 'none' }), { keep_days: 3, read: 'none' });
});

test('values are compared by what they contain', () => {
  assert.equal(isEqual({ a: [1, { b: null }], c: undefined }, { a: [1, { b: null }] }), true);
  for (const [one, other] of [
    [[], {}],
    [{ a: 1 }, { b: 1 }],
    [[1, 2], [1]],
    [null, {}],
  ]) {
    assert.equal(isEqual(one, other), false);
  }
});
