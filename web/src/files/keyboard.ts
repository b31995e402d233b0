/** What the keys of a list of files do. Pure. */

export type KeyAction =
  | { kind: 'move'; to: number; extends: boolean }
  | { kind: 'open' | 'toggle' | 'rename' | 'delete' | 'all' | 'clear' | 'up' };

interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

interface Place {
  active: number;
  count: number;
  columns: number;
  /** Rows of one screen. */
  screen: number;
}

const SIMPLE: Readonly<Record<string, Exclude<KeyAction['kind'], 'move'>>> = {
  Enter: 'open',
  ' ': 'toggle',
  F2: 'rename',
  Delete: 'delete',
  Escape: 'clear',
  Backspace: 'up',
};

export function readKey(press: KeyPress, place: Place): KeyAction | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = press;
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { kind: 'all' } : undefined;
  const simple = SIMPLE[key];
  if (simple !== undefined) return { kind: simple };
  const to = target(key, place);
  if (to === undefined || place.count === 0) return undefined;
  return { kind: 'move', to: Math.max(0, Math.min(place.count - 1, to)), extends: shiftKey };
}

function target(key: string, { active, count, columns, screen }: Place): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + columns;
    case 'ArrowUp':
      return active - columns;
    case 'ArrowRight':
      return columns > 1 ? active + 1 : undefined;
    case 'ArrowLeft':
      return columns > 1 ? active - 1 : undefined;
    case 'PageDown':
      return active + columns * screen;
    case 'PageUp':
      return active - columns * screen;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
