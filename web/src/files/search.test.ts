import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { directoriesAbove, folderOf, nextOrder, parentOf, readFilesSearch } from './search.ts';

const FILE = '0192f0c4-0000-7000-8000-000000000001';

suite('the address of the page of files', () => {
  test('keeps what it knows', () => {
    const search = { folder: 'docs/2026', text: 'inv', sort: 'size', order: 'descending', view: 'grid', file: FILE };
    assert.deepEqual(readFilesSearch(search), search);
  });

  test('leaves out what it does not know, and what is so anyway', () => {
    const raw = { folder: '//', text: ' ', sort: 'name', order: 'up', view: 'cube', file: 'x', other: 1 };
    assert.deepEqual(readFilesSearch(raw), {});
  });

  test('takes folders that look like numbers, and drops needless slashes', () => {
    assert.deepEqual(readFilesSearch({ folder: 2026 }), { folder: '2026' });
    assert.deepEqual(readFilesSearch({ folder: '/docs//2026/' }), { folder: 'docs/2026' });
  });
});

test('a column sorts in the direction that is asked for most, and a second click turns it around', () => {
  assert.deepEqual(nextOrder({}, 'name'), { sort: 'name', order: 'descending' });
  assert.deepEqual(nextOrder({ order: 'descending' }, 'name'), { sort: 'name' });
  assert.deepEqual(nextOrder({}, 'size'), { sort: 'size', order: 'descending' });
  assert.deepEqual(nextOrder({ sort: 'size', order: 'descending' }, 'size'), { sort: 'size' });
  assert.deepEqual(nextOrder({ sort: 'size' }, 'type'), { sort: 'type' });
});

test('a directory has a folder, a parent and those above it', () => {
  assert.deepEqual(directoriesAbove('docs/2026/q1'), [
    { name: 'docs', path: 'docs' },
    { name: '2026', path: 'docs/2026' },
    { name: 'q1', path: 'docs/2026/q1' },
  ]);
  assert.deepEqual(directoriesAbove(''), []);
  assert.equal(parentOf('docs/2026/q1'), 'docs/2026');
  assert.equal(parentOf('docs'), '');
  assert.equal(folderOf('docs/2026'), 'docs');
  assert.equal(folderOf(''), '');
});
