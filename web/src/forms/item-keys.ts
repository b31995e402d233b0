/** Keys for the entries of a list that has none of its own, so that each keeps its field when others move. */
import { useState } from 'react';

export interface ItemKeys {
  readonly keys: readonly number[];
  remove(index: number): void;
  move(from: number, to: number): void;
}

export function useItemKeys(length: number): ItemKeys {
  const [state, setState] = useState<KeyState>(() => ({ keys: range(length), next: length }));
  const fitted = fit(state, length);
  if (fitted !== state) setState(fitted);
  const change = (keys: number[]) => setState({ ...fitted, keys });
  return {
    keys: fitted.keys,
    remove: index => change(fitted.keys.toSpliced(index, 1)),
    move: (from, to) => change(moveEntry(fitted.keys, from, to)),
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

export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const [moved] = entries.slice(from, from + 1);
  const rest = entries.toSpliced(from, 1);
  return moved === undefined ? rest : rest.toSpliced(to, 0, moved);
}
