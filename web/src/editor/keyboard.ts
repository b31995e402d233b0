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
        | 'close'
        | 'widen';
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
  if (key === 'Enter') return hasSelection && shiftKey ? { name: 'widen' } : undefined;
  if (key === 'Escape') return { name: 'close' };
  if (key === '?') return { name: 'help' };
  if (key === 'L') return { name: 'tidy' };
  if (shiftKey) return undefined;
  return readLetter(key);
}

/** Whether holding the key does it again and again. Nobody who holds a key a moment too long wants eight tests. */
export function isRepeatable({ name }: Command): boolean {
  return name === 'move' || name === 'undo' || name === 'redo';
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
