import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRepeatable, type KeyPress, readCommand, readPageCommand } from './keyboard.ts';

/** Reads `Ctrl+Shift+z` as the browser reports it. */
function press(keys: string): KeyPress {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
  };
}

const nameOf = (keys: string, hasSelection = true) => readCommand(press(keys), hasSelection)?.name;

describe('keys on the canvas', () => {
  it('do what the help says', () => {
    const expected = {
      'Ctrl+z': 'undo',
      'Meta+z': 'undo',
      'Ctrl+Shift+Z': 'redo',
      'Ctrl+y': 'redo',
      'Ctrl+a': 'select-all',
      'Ctrl+d': 'duplicate',
      Delete: 'delete',
      Backspace: 'delete',
      'Shift+L': 'tidy',
      Tab: 'add',
      a: 'add',
      '.': 'test',
      p: 'pin',
      'Shift+?': 'help',
      '0': 'fit',
      Escape: 'close',
      'Shift+Enter': 'widen',
    };
    for (const [keys, name] of Object.entries(expected)) assert.equal(nameOf(keys), name, keys);
    assert.deepEqual(readCommand(press('Shift+ArrowLeft'), true), { name: 'move', x: -8, y: 0 });
  });

  it('leave the browser and the canvas what is theirs', () => {
    for (const keys of [
      'Ctrl+c',
      'Ctrl+v',
      'Ctrl+k',
      'Alt+ArrowLeft',
      'ArrowLeft',
      'Enter',
      'Shift+Tab',
      'Ctrl+Shift+a',
      'l',
    ]) {
      assert.equal(nameOf(keys), undefined, keys);
    }
  });

  it('do not catch the focus without a selection', () => {
    for (const keys of ['Tab', 'Delete', 'Shift+ArrowUp', 'Shift+Enter'])
      assert.equal(nameOf(keys, false), undefined, keys);
  });
});

it('undo and redo work on the whole page, the other keys only on the canvas', () => {
  assert.deepEqual(readPageCommand(press('Ctrl+z')), { name: 'undo' });
  assert.deepEqual(readPageCommand(press('Ctrl+Shift+z')), { name: 'redo' });
  for (const keys of ['z', 'Ctrl+a', 'Ctrl+d', 'Delete', 'Ctrl+Alt+z'])
    assert.equal(readPageCommand(press(keys)), undefined, keys);
});

it('a key that is held goes on moving and undoing, and does everything else once', () => {
  const names = ['Shift+ArrowLeft', 'Ctrl+z', 'Ctrl+y', '.', 'p', 'Tab', 'Ctrl+d', 'Delete'].flatMap(keys => {
    const command = readCommand(press(keys), true);
    return command && isRepeatable(command) ? [command.name] : [];
  });
  assert.deepEqual(names, ['move', 'undo', 'redo']);
});
