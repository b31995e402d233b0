/** An array or object that is made bit by bit. */
export type Container = unknown[] | Record<string, unknown>;

/** Adds the members that are written in the text, without brackets, and answers how many those are. */
export function addAll(container: Container, members: string): number {
  if (Array.isArray(container)) {
    const piece: unknown[] = JSON.parse(`[${members}]`);
    for (const value of piece) container.push(value);
    return piece.length;
  }
  const piece: Record<string, unknown> = JSON.parse(`{${members}}`);
  const keys = Object.keys(piece);
  for (const key of keys) add(container, key, piece[key]);
  return keys.length;
}

export function add(container: Container, key: string | undefined, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else if (key === '__proto__') {
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  } else if (key !== undefined) container[key] = value;
}
