import { useState } from 'react';
import { type Change, withChange } from '../forms/form-context.ts';

/**
 * A form of what is stored. It begins with what was read first, so that nothing changes under somebody's hands. What changes
 * the stored beside the form lets it begin again, unless something here is not saved yet.
 */
export function useStoredForm<Stored, Form extends object>(stored: Stored, toForm: (stored: Stored) => Form) {
  const [seen, setSeen] = useState(stored);
  const [base, setBase] = useState(stored);
  const [initial, setInitial] = useState(() => toForm(stored));
  const [form, setForm] = useState(initial);
  const hasChanged = JSON.stringify(initial) !== JSON.stringify(form);

  function begin(from: Stored) {
    setBase(from);
    setInitial(toForm(from));
    setForm(toForm(from));
  }

  if (stored !== seen && !hasChanged) {
    setSeen(stored);
    begin(stored);
  }

  return {
    /** What the form began with, as it is stored. */
    base,
    initial,
    form,
    hasChanged,
    change: (change: Change<Form>) => setForm(before => withChange(before, change)),
    discard: () => setForm(initial),
    /** Begins with what a save has returned. */
    begin,
  };
}
