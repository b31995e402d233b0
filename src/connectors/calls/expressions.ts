/** Evaluates the JMESPath expressions of rules for pages. */
import { isObject } from '../../platform/is-object.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../../tools/contract/run-in-thread.ts';
import type { ToolContext } from '../../tools/contract/tool.ts';
import { toolLimits } from '../../tools/contract/tool-limits.ts';
import type { QueryInput } from '../../tools/json-query/json-query-thread.ts';

const THREAD = new URL('../../tools/json-query/json-query-thread.ts', import.meta.url);

/** Returns null when there is no such value. */
export type Evaluate = (value: unknown, expression: string) => Promise<unknown>;

/** Most rules are a path such as `meta.next`. Others can be written to take forever, and go to a thread. */
const PATH = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;

export function createEvaluate(threads: ThreadPool, context: Pick<ToolContext, 'signal' | 'user'>): Evaluate {
  return async (value, expression) => {
    if (PATH.test(expression)) return followPath(value, expression.split('.'));
    const input: QueryInput = { expression, json: JSON.stringify(value) };
    const json = await runInThread<string>(threads, THREAD, input, context, { timeoutMs: toolLimits.queryMs });
    return JSON.parse(json);
  };
}

function followPath(value: unknown, names: readonly string[]): unknown {
  let found = value;
  for (const name of names) found = isObject(found) && Object.hasOwn(found, name) ? found[name] : null;
  return found;
}
