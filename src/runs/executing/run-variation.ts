/**
 * What a replay or a test does differently from an ordinary run. It is stored with the run, because another process may
 * have to continue it.
 */

/** The result of a step that a test does not execute. */
export type Pin =
  | {
      readonly output: unknown;
      /** The output on which the run continues. Null is the default output. */
      readonly handle: string | null;
    }
  | { readonly error: string };

export interface RunVariation {
  /** The first run of a chain of replays. Its id stands in the idempotency keys instead of the run's own. */
  readonly keysOf?: string;
  /** Set when the run is an automatic retry: which try of the first run it is. */
  readonly attempt?: number;
  readonly test?: TestVariation;
}

export interface TestVariation {
  /**
   * The pinned steps, by the ids of their nodes. In a loop, a pin counts for every item, unless the item has one of its
   * own: `id[2]` is that of the third item.
   */
  readonly pins: Readonly<Record<string, Pin>>;
  /** Whether effects that are not pinned are performed. Otherwise they fail. */
  readonly effects: boolean;
  /** By the ids of loops: the only item that is executed. */
  readonly items: Readonly<Record<string, number>>;
}

export const NOT_PERFORMED = 'The step was not executed, because it has effects and the test has no result for it';

/** The run whose id stands in the idempotency keys of the steps. */
export function runOfKeys({ id, variation }: { id: string; variation: RunVariation | null }): string {
  return variation?.keysOf ?? id;
}

export function findPin(
  variation: RunVariation | null,
  { nodeId, iteration }: { nodeId: string; iteration: readonly number[] },
): Pin | undefined {
  const pins = variation?.test?.pins;
  if (!pins) return undefined;
  const key = pinKey(nodeId, iteration);
  if (Object.hasOwn(pins, key)) return pins[key];
  return Object.hasOwn(pins, nodeId) ? pins[nodeId] : undefined;
}

/** The name of a pin for one item of the loops around a step. */
export function pinKey(nodeId: string, iteration: readonly number[]): string {
  return `${nodeId}${iteration.map(index => `[${index}]`).join('')}`;
}

/** The id of the step that a pin is for. */
export function pinnedNode(key: string): string {
  return /^[^[]*(?=(\[\d{1,10}\])+$)/.exec(key)?.[0] ?? key;
}

/** The only item of the loop that is executed. Undefined when all are. */
export function findOnlyItem(variation: RunVariation | null, loopId: string): number | undefined {
  const items = variation?.test?.items;
  return items && Object.hasOwn(items, loopId) ? items[loopId] : undefined;
}
