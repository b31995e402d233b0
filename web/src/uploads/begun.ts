/**
 * Whether this tab has uploaded anything. What sends and shows uploads is loaded only then.
 */
const listeners = new Set<() => void>();
const state = { hasBegun: false };

export const begun = {
  read: () => state.hasBegun,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  note(): void {
    state.hasBegun = true;
    for (const listener of listeners) listener();
  },
};
