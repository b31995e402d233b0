import { useReducer, useRef } from 'react';
import type { ControlProps } from './form-context.ts';
import { fitRows, type Row, type RowKind } from './rows.ts';

type Update<R> = (rows: readonly R[]) => readonly R[];

/** The rows of a field, and how to change them as they are after all changes so far, also those not shown yet. */
export function useRows<R extends Row>(
  { value, onUpdate }: Pick<ControlProps, 'value' | 'onUpdate'>,
  kind: RowKind<R>,
): [readonly R[], (update: Update<R>) => void] {
  const rows = useRef<readonly R[]>([]);
  const [, show] = useReducer((count: number) => count + 1, 0);
  rows.current = fitRows(rows.current, value, kind);
  const change = (update: Update<R>) => {
    const shown = rows.current;
    rows.current = update(shown);
    // A row without a name is no change of the value.
    show();
    onUpdate(before => kind.write(update(fitRows(shown, before, kind)), before));
  };
  return [rows.current, change];
}
