/** What of a definition stays the same while somebody types into a param: its steps, their places, and how they are connected. PURE. */
import { isLoop, NAMING_PARAMS } from './node-rules.ts';

interface Step {
  readonly id: string;
  readonly type: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Steps {
  readonly nodes: readonly Step[];
  readonly edges: readonly unknown[];
}

/**
 * Returns the earlier definition as long as only params differ that decide nothing about the graph. What is derived from
 * the graph alone is derived from this, so that it is not derived again with every key.
 */
export function keepTopology<Definition extends Steps>(before: Definition, after: Definition): Definition {
  const isSame =
    before === after ||
    (hasSameEntries(before.edges, after.edges) &&
      before.nodes.length === after.nodes.length &&
      before.nodes.every((step, index) => isSameOutside(step, after.nodes[index])));
  return isSame ? before : after;
}

/**
 * The same for what the templates of one step see. They read the params of other steps, for what comes out of those; of
 * the step itself they see only the items, where it is a loop.
 */
export function keepSurroundings<Definition extends Steps>(
  before: Definition,
  after: Definition,
  id: string,
): Definition {
  const isSame =
    keepTopology(before, after) === before &&
    before.nodes.every((step, index) => {
      const now = after.nodes[index];
      return step === now || (step.id === id && !isLoop(step.type)) || step.params === now?.params;
    });
  return isSame ? before : after;
}

/** Whether two versions of a step are the same but for params that neither name outputs nor wait for a call. */
function isSameOutside(before: Step, after: Step | undefined): boolean {
  if (before === after) return true;
  if (after === undefined) return false;
  const { params, ...one } = before;
  const { params: paramsAfter, ...other } = after;
  return (
    hasSameFields(one, other) && visibleParams(before).every(param => Object.is(params?.[param], paramsAfter?.[param]))
  );
}

function visibleParams({ type }: Step): string[] {
  const naming = Object.hasOwn(NAMING_PARAMS, type) ? NAMING_PARAMS[type] : undefined;
  if (naming !== undefined) return [naming];
  // A step that waits for a call has a link, which the steps before it can send.
  return type === 'wait' ? ['call'] : [];
}

function hasSameFields(one: object, other: object): boolean {
  const entries = Object.entries(one);
  const fields = new Map(Object.entries(other));
  return entries.length === fields.size && entries.every(([key, value]) => Object.is(fields.get(key), value));
}

function hasSameEntries(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((entry, index) => entry === other[index]));
}
