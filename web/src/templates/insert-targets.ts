/** The field that a value of the data is inserted into: the one that was used last. */
import type { Path } from './paths.ts';

export interface InsertTarget {
  /** The name of the field for people. */
  readonly label: string;
  insert(path: Path): void;
}

export interface InsertTargets {
  /** Makes a field the target. It stays the target until another one is used or it is gone. */
  use(target: InsertTarget): void;
  remove(target: InsertTarget): void;
  current(): InsertTarget | undefined;
  subscribe(listener: () => void): () => void;
}

export function createInsertTargets(): InsertTargets {
  const listeners = new Set<() => void>();
  let current: InsertTarget | undefined;
  const set = (target: InsertTarget | undefined) => {
    if (target === current) return;
    current = target;
    for (const listener of listeners) listener();
  };
  return {
    use: set,
    remove: target => {
      if (target === current) set(undefined);
    },
    current: () => current,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The type under which a dragged value carries its path. */
const PATH_TYPE = 'application/x-heddle-path';

export function writeDraggedPath(transfer: DataTransfer, path: Path, text: string): void {
  transfer.effectAllowed = 'copy';
  transfer.setData(PATH_TYPE, JSON.stringify(path));
  transfer.setData('text/plain', text);
}

export function hasDraggedPath(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes(PATH_TYPE) ?? false;
}

export function readDraggedPath(transfer: DataTransfer | null): Path | undefined {
  const text = transfer?.getData(PATH_TYPE);
  if (!text) return undefined;
  const path: unknown = JSON.parse(text);
  return Array.isArray(path) ? path : undefined;
}
