/** The keys of the editor. Ctrl means Command on a Mac. */

export type Command =
  | {
      name:
        | 'undo'
        | 'redo'
        | 'select-all'
        | 'duplicate'
        | 'delete'
        | 'tidy'
        | 'add'
        | 'test'
        | 'pin'
        | 'help'
        | 'fit'
        | 'close';
    }
  | { name: 'move'; x: number; y: number };

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const MOVE_STEP = 8;
const MOVES: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -MOVE_STEP },
  ArrowDown: { x: 0, y: MOVE_STEP },
  ArrowLeft: { x: -MOVE_STEP, y: 0 },
  ArrowRight: { x: MOVE_STEP, y: 0 },
};

/**
 * Returns what a key does on the canvas. Walking and opening are the canvas's own; copying and pasting come as events of
 * the clipboard. `Tab` adds a step only to a selected one, so that the keyboard is not caught on the canvas.
 */
export function readCommand(press: KeyPress, hasSelection: boolean): Command | undefined {
  const { key, shiftKey } = press;
  if (press.altKey) return undefined;
  if (press.ctrlKey || press.metaKey) return readControlCommand(key.toLowerCase(), shiftKey);
  const move = shiftKey && Object.hasOwn(MOVES, key) ? MOVES[key] : undefined;
  if (move) return hasSelection ? { name: 'move', ...move } : undefined;
  if (key === 'Tab') return hasSelection && !shiftKey ? { name: 'add' } : undefined;
  if (key === 'Delete' || key === 'Backspace') return hasSelection ? { name: 'delete' } : undefined;
  if (key === 'Escape') return { name: 'close' };
  if (key === '?') return { name: 'help' };
  if (key === 'L') return { name: 'tidy' };
  if (shiftKey) return undefined;
  return readLetter(key);
}

/** Undo works everywhere on the page, except where text is typed: fields have an undo of their own. */
export function readPageCommand(press: KeyPress): Command | undefined {
  if (press.altKey || !(press.ctrlKey || press.metaKey)) return undefined;
  const command = readControlCommand(press.key.toLowerCase(), press.shiftKey);
  return command?.name === 'undo' || command?.name === 'redo' ? command : undefined;
}

function readControlCommand(key: string, shiftKey: boolean): Command | undefined {
  if (key === 'z') return { name: shiftKey ? 'redo' : 'undo' };
  if (shiftKey) return undefined;
  if (key === 'y') return { name: 'redo' };
  if (key === 'a') return { name: 'select-all' };
  return key === 'd' ? { name: 'duplicate' } : undefined;
}

function readLetter(key: string): Command | undefined {
  switch (key) {
    case '.':
      return { name: 'test' };
    case 'p':
      return { name: 'pin' };
    case '+':
    case 'a':
      return { name: 'add' };
    case '0':
      return { name: 'fit' };
    default:
      return undefined;
  }
}

export interface Shortcut {
  keys: string;
  does: string;
}

/** What the help lists. */
export const SHORTCUTS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Walk and choose',
    shortcuts: [
      { keys: '↑ ↓ ← →', does: 'Walk from step to step' },
      { keys: 'Enter', does: 'Open the step' },
      { keys: 'Escape', does: 'Close, or end the selection' },
      { keys: 'Ctrl A', does: 'Select everything' },
      { keys: 'Shift drag', does: 'Select with a box' },
      { keys: 'Ctrl click', does: 'Add to the selection' },
      { keys: '0', does: 'Fit the workflow into view' },
    ],
  },
  {
    title: 'Change',
    shortcuts: [
      { keys: 'Tab', does: 'Add a step after the selected one' },
      { keys: 'A', does: 'Add a step' },
      { keys: 'Shift ↑ ↓ ← →', does: 'Move what is selected' },
      { keys: 'Shift L', does: 'Tidy up all, or what is selected' },
      { keys: 'Ctrl D', does: 'Duplicate' },
      { keys: 'Ctrl C X V', does: 'Copy, cut, paste as JSON' },
      { keys: 'Delete', does: 'Delete' },
      { keys: 'Ctrl Z', does: 'Undo' },
      { keys: 'Ctrl Shift Z', does: 'Redo' },
    ],
  },
  {
    title: 'Try',
    shortcuts: [
      { keys: '.', does: 'Test the step' },
      { keys: 'P', does: 'Pin the output of the step, or end it' },
    ],
  },
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: 'Ctrl K', does: 'Go to anything' },
      { keys: '?', does: 'Show this list' },
    ],
  },
];
