/** An array or object some members of which have been written. */
export interface Level {
  container: unknown[] | Record<string, unknown>;
  /** Of an object. */
  keys: string[] | undefined;
  /** The first member that has not been written. */
  next: number;
  /** Whether a comma comes before the next. */
  begun: boolean;
}

/** Undefined for what has no members. */
export function levelOf(value: unknown): Level | undefined {
  if (Array.isArray(value)) return { container: value, keys: undefined, next: 0, begun: false };
  if (isRecord(value)) return { container: value, keys: Object.keys(value), next: 0, begun: false };
  return undefined;
}

export function memberCount({ container, keys }: Level): number {
  return Array.isArray(container) ? container.length : (keys?.length ?? 0);
}

/** Undefined in an array. */
export function keyAt({ keys }: Level, index: number): string | undefined {
  return keys?.[index];
}

export function memberAt({ container, keys }: Level, index: number): unknown {
  if (Array.isArray(container)) return container[index];
  const key = keys?.[index];
  return key === undefined ? undefined : container[key];
}

/** An object whose members are its JSON. A Date, say, is none: JSON.stringify asks it for something else to write. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !hasToJson(value);
}

function hasToJson(value: { toJSON?: unknown }): boolean {
  return typeof value.toJSON === 'function';
}
