import { useState } from 'react';
import { keepText, readKept } from './browser-storage.ts';
import { parseJson } from './json/parse-json.ts';

/** A state that this browser keeps, such as the width of a panel. Where nothing can be stored, it is an ordinary state. */
export function useStored<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => readStored(key, initial));
  return [
    value,
    next => {
      setValue(next);
      keepText(key, JSON.stringify(next));
    },
  ];
}

function readStored<Value>(key: string, initial: Value): Value {
  const stored = parseJson(readKept(key) ?? '');
  return typeof stored === typeof initial ? (stored as Value) : initial;
}
