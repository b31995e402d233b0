/** Keys for the entries of a list that has none of its own, so that each keeps its field when others go. */
import { useState } from 'react';

export interface ItemKeys {
  readonly keys: readonly number[];
  remove(index: number): void;
}

export function useItemKeys(length: number): ItemKeys {
  const [state, setState] = useState<KeyState>(() => ({ keys: range(length), next: length }));
  const fitted = fit(state, length);
  if (fitted !== state) setState(fitted);
  const change = (keys: number[]) => setState({ ...fitted, keys });
  return {
    keys: fitted.keys,
    remove: index => change(fitted.keys.toSpliced(index, 1)),
  };
}

interface KeyState {
  readonly keys: readonly number[];
  readonly next: number;
}

function fit(state: KeyState, length: number): KeyState {
  const missing = length - state.keys.length;
  if (missing === 0) return state;
  if (missing < 0) return { ...state, keys: state.keys.slice(0, length) };
  return { keys: [...state.keys, ...range(missing).map(key => key + state.next)], next: state.next + missing };
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
