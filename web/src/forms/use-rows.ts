import { useReducer, useRef } from 'react';
import type { Update } from './form-context.ts';
import { fitRows, type Row, type RowKind } from './rows.ts';

interface Field<Value> {
  readonly value: Value;
  onUpdate(update: Update<Value>): void;
}

/** The rows of a field, and how to change them as they are after all changes so far, also those not shown yet. */
export function useRows<R extends Row, Value>(
  { value, onUpdate }: Field<Value>,
  kind: RowKind<R, Value>,
): [readonly R[], (update: Update<readonly R[]>) => void] {
  const rows = useRef<readonly R[]>([]);
  const [, show] = useReducer((count: number) => count + 1, 0);
  rows.current = fitRows(rows.current, value, kind);
  const change = (update: Update<readonly R[]>) => {
    const shown = rows.current;
    rows.current = update(shown);
    // A row without a name is no change of the value.
    show();
    onUpdate(before => kind.write(update(fitRows(shown, before, kind)), before));
  };
  return [rows.current, change];
}
