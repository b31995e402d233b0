import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FolderSettings } from '../api/panels.ts';
import { findHazards } from './hazards.ts';

const hazards = (
  before: Record<string, FolderSettings>,
  after: Record<string, FolderSettings>,
  used: readonly string[] = [],
) => findHazards({ folders: before }, { folders: after }, used);

test('what becomes public or is deleted is told', () => {
  assert.deepEqual(
    hazards({ docs: {} }, { docs: { read: 'public', list: 'public', public_links: true, keep_days: 7 } }),
    [
      'Everybody will be able to read and list files in the folder docs, without signing in.',
      'Links to files in the folder docs will never expire: whoever has one can always open the file.',
      'Files in the folder docs that came there more than 7 days ago will be deleted. This can not be undone.',
    ],
  );
});

test('what was so before, or becomes safer, is no hazard', () => {
  const open: FolderSettings = { read: 'public', public_links: true, keep_days: 7 };
  assert.deepEqual(hazards({ docs: open }, { docs: { ...open, keep_days: 8 } }), []);
  assert.deepEqual(hazards({ docs: open }, {}), []);
  assert.deepEqual(hazards({}, { docs: { read: 'none', max_files: 1 } }), []);
});

test('a folder that loses its rules gets those of other folders', () => {
  assert.deepEqual(hazards({ docs: {}, '*': { keep_days: 1 } }, { '*': { keep_days: 1 } }), [
    'Files in the folder docs that came there more than 1 day ago will be deleted. This can not be undone.',
  ]);
});

test('rules for other folders are told once', () => {
  assert.deepEqual(hazards({}, { '*': { public_links: true } }, ['docs', 'images']), [
    'Links to files in all other folders will never expire: whoever has one can always open the file.',
  ]);
});
