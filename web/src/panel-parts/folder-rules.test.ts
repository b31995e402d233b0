import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRules, effectiveRules, findRulesSource } from './folder-rules.ts';

test('a folder without rules is open to users, without limits of its own', () => {
  assert.deepEqual(describeRules({}), [
    'Users may upload, read, list, change and delete files.',
    'Files of every type are accepted.',
    'Only the limit of the panel applies to their size and number.',
    'Files are kept until somebody deletes them.',
    'Links to files expire after some time.',
    'A file is deleted together with its record.',
  ]);
});

test('every rule is told', () => {
  assert.deepEqual(
    describeRules({
      upload: 'owner',
      read: 'public',
      list: 'none',
      update: 'none',
      types: ['image/*', 'application/pdf', '.csv'],
      max_file_mb: 20,
      max_files: 1,
      max_total_mb: 500,
      keep_days: 30,
      public_links: true,
      record_required: true,
      keep_without_record: true,
    }),
    [
      'Everybody may read files, without signing in.',
      'Users may delete files.',
      'Only owners may upload files.',
      'Nobody may list and change files, not even through the API.',
      'Only image/*, application/pdf and .csv files are accepted.',
      'A file has at most 20 MB and the folder holds at most 1 file and 500 MB.',
      'Files are deleted 30 days after they come to the folder.',
      'Links to files never expire: whoever has one can always open the file.',
      'Every file must belong to a record.',
      'A file stays when its record is deleted.',
    ],
  );
});

test('limits of zero are none, and an empty list of types accepts nothing', () => {
  const sentences = describeRules({ max_file_mb: 0, max_files: 7, max_total_mb: 0, types: [] });
  assert.equal(sentences[1], 'No file is accepted, because the list of types is empty.');
  assert.equal(sentences[2], 'The folder holds at most 7 files.');
  assert.equal(describeRules({ max_total_mb: 1 })[2], 'The folder holds at most 1 MB.');
});

test('a folder has its own rules, or those of other folders, or none', () => {
  const storage = { folders: { docs: { max_files: 3 }, '*': { keep_days: 1 } } };
  assert.deepEqual(effectiveRules(storage, 'docs'), { max_files: 3 });
  assert.deepEqual(effectiveRules(storage, 'images'), { keep_days: 1 });
  assert.deepEqual(effectiveRules({ folders: {} }, 'constructor'), {});
  assert.deepEqual(
    ['docs', 'images', '*'].map(folder => findRulesSource(storage, folder)),
    ['folder', 'others', 'others'],
  );
  assert.equal(findRulesSource({ folders: { docs: {} } }, 'images'), 'nowhere');
});
