/** An array or object that is being written. */
export interface Level {
  container: unknown[] | Record<string, unknown>;
  /** The keys of an object. */
  keys: string[] | undefined;
  /** The index of the next member to write. */
  next: number;
  /** Whether a member has been written, so that a comma precedes the next one. */
  hasWritten: boolean;
}

/** Returns undefined for a value without members. */
export function openLevel(value: unknown): Level | undefined {
  if (Array.isArray(value)) return { container: value, keys: undefined, next: 0, hasWritten: false };
  if (hasJsonMembers(value)) return { container: value, keys: Object.keys(value), next: 0, hasWritten: false };
  return undefined;
}

export function memberCount({ container, keys }: Level): number {
  return Array.isArray(container) ? container.length : (keys?.length ?? 0);
}

/** Returns undefined in an array. */
export function keyAt({ keys }: Level, index: number): string | undefined {
  return keys?.[index];
}

export function memberAt({ container, keys }: Level, index: number): unknown {
  if (Array.isArray(container)) return container[index];
  const key = keys?.[index];
  return key === undefined ? undefined : container[key];
}

/** Whether JSON.stringify writes the members of the object. It does not for a Date, for example, which has `toJSON`. */
export function hasJsonMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !hasToJson(value);
}

function hasToJson(value: { toJSON?: unknown }): boolean {
  return typeof value.toJSON === 'function';
}
