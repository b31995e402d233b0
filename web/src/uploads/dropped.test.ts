import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readChosen, readDropped } from './dropped.ts';

const PER_CALL = 100;

function fileEntry(name: string, content = name) {
  const file = (found: (file: File) => void) => found(new File([content], name));
  return { isFile: true, isDirectory: false, name, file };
}

function unreadable(name: string) {
  const file = (_found: unknown, failed: (error: Error) => void) => failed(new Error('no'));
  return { isFile: true, isDirectory: false, name, file };
}

/** A folder as browsers give it: a hundred entries at a time. */
function folderEntry(name: string, entries: readonly object[]) {
  const createReader = () => {
    let read = 0;
    return {
      readEntries(found: (entries: readonly object[]) => void) {
        found(entries.slice(read, read + PER_CALL));
        read += PER_CALL;
      },
    };
  };
  return { isFile: false, isDirectory: true, name, createReader };
}

function drop(...entries: readonly object[]): Parameters<typeof readDropped>[0] {
  const items = entries.map(entry => ({ kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null }));
  return { items, files: [] } as object as Parameters<typeof readDropped>[0];
}

suite('what is dropped', () => {
  test('is read with all that is in its folders, however many', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `${index}.txt`);
    const found = await readDropped(
      drop(
        folderEntry('photos', [
          folderEntry(
            '2026',
            names.map(name => fileEntry(name)),
          ),
          fileEntry('note.md'),
        ]),
        fileEntry('alone.txt'),
      ),
    );
    assert.equal(found.length, 252);
    assert.deepEqual(
      [found[0]?.path, found[249]?.path, found[250]?.path, found[251]?.path],
      ['photos/2026/0.txt', 'photos/2026/249.txt', 'photos/note.md', 'alone.txt'],
    );
    assert.equal(await found[10]?.file.text(), '10.txt');
  });

  test('keeps the files that can be read when others can not', async () => {
    const found = await readDropped(drop(folderEntry('a', [unreadable('locked.txt'), fileEntry('open.txt')])));
    assert.deepEqual(
      found.map(({ path, problem }) => [path, problem !== undefined]),
      [
        ['a/locked.txt', true],
        ['a/open.txt', false],
      ],
    );
  });

  test('may be plain files, in browsers that tell no folders', async () => {
    const file = new File(['x'], 'x.txt');
    const dropped = { items: [], files: [file] } as object as Parameters<typeof readDropped>[0];
    assert.deepEqual(await readDropped(dropped), [{ file, path: 'x.txt' }]);
  });
});

suite('what is chosen', () => {
  test('keeps the folders of a chosen folder', () => {
    const inFolder = Object.assign(new File(['x'], 'x.txt'), { webkitRelativePath: 'a/b/x.txt' });
    const alone = Object.assign(new File(['y'], 'y.txt'), { webkitRelativePath: '' });
    assert.deepEqual(
      readChosen([inFolder, alone]).map(({ path }) => path),
      ['a/b/x.txt', 'y.txt'],
    );
  });
});
