import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAFT } from '../../test/panel-settings.ts';
import { describeDifferences, mergeDrafts, takeTheirs } from './merge-settings.ts';
import type { Draft } from './settings-draft.ts';

const withFolders = (draft: Draft, folders: Draft['file_storage']['folders']): Draft => ({
  ...draft,
  file_storage: { ...draft.file_storage, folders },
});

test('changes of different parts are all kept', () => {
  const mine = withFolders({ ...DRAFT, name: 'Mine' }, { docs: { max_files: 1 } });
  const theirs = withFolders(
    { ...DRAFT, enabled: false, sharing: [], webhooks: [...DRAFT.webhooks, { url: 'https://two', events: [] }] },
    { docs: {}, images: { read: 'public' } },
  );
  const { merged, conflicts } = mergeDrafts(DRAFT, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(merged, {
    ...theirs,
    name: 'Mine',
    file_storage: { ...DRAFT.file_storage, folders: { docs: { max_files: 1 }, images: { read: 'public' } } },
  });
});

test('what both changed differently is a conflict, in which either can win', () => {
  const mine = withFolders({ ...DRAFT, name: 'Mine', sharing: [] }, { docs: { max_files: 1 } });
  const theirs = withFolders({ ...DRAFT, name: 'Theirs', sharing: [{ user_email: 'A@example.org', write: true }] }, {});
  const { merged, conflicts } = mergeDrafts(DRAFT, mine, theirs);
  assert.deepEqual(
    conflicts.map(({ label }) => label),
    ['name', 'rules of the folder docs', 'share of A@example.org'],
  );
  assert.deepEqual(merged, mine);
  assert.deepEqual(conflicts.reduce(takeTheirs, merged), theirs);
});

test('the same change of both is no conflict', () => {
  const same = { ...DRAFT, name: 'Same' };
  assert.deepEqual(mergeDrafts(DRAFT, same, same), { merged: same, conflicts: [] });
});

test('differences are told in words', () => {
  const { file_storage } = DRAFT;
  const after = { ...DRAFT, database: false, file_storage: { ...file_storage, limit_mb: 1 }, webhooks: [] };
  assert.deepEqual(describeDifferences(DRAFT, after), [
    'database',
    'limit of the files',
    'webhook https://example.org/hook',
  ]);
});
