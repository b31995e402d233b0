import { useState } from 'react';

/** A state that this browser keeps, such as the width of a panel. Where nothing can be stored, it is an ordinary state. */
export function useStored<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => readStored(key, initial));
  return [
    value,
    next => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // The storage is full or forbidden.
      }
    },
  ];
}

function readStored<Value>(key: string, initial: Value): Value {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === typeof initial ? (stored as Value) : initial;
  } catch {
    return initial;
  }
}
