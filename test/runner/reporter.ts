/** The reporter of a worker: it sends what happens in the tests to the runner. */
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { FromWorker, Result } from './messages.ts';

/** The names of the tests that are being reported, from the file to the innermost. */
const open: string[] = [];

// biome-ignore lint/correctness/useYield: a reporter is a generator, and this one writes nothing.
export default async function* (events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    for (const message of toMessages(event)) process.send?.(message);
  }
}

function toMessages(event: TestEvent): FromWorker[] {
  if (event.type === 'test:dequeue') return [{ kind: 'alive', test: event.data.name, isOver: false }];
  if (event.type === 'test:complete') return [{ kind: 'alive', test: event.data.name, isOver: true }];
  if (event.type === 'test:start') {
    open.splice(event.data.nesting, Number.POSITIVE_INFINITY, event.data.name);
    return [];
  }
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return [];
  const { nesting, name, details } = event.data;
  const result = toResult(event);
  const ended: FromWorker[] = nesting === 0 ? [{ kind: 'ended', file: name }] : [];
  // Suites and files count only if they fail by themselves.
  const isTest = nesting > 0 && details.type !== 'suite';
  return isTest || result?.outcome === 'failed' ? [...(result ? [result] : []), ...ended] : ended;
}

/** Returns nothing for what only failed because of the tests within it. */
function toResult(event: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>): Result | undefined {
  const { skip, name, nesting } = event.data;
  // The file and the suite of the worker around all tests say nothing.
  const title = [...open.slice(2, nesting), ...(nesting === 1 ? [] : [name])].join(' › ');
  const result = { kind: 'result', file: open[0] ?? '', title } as const;
  if (event.type === 'test:pass') {
    if (skip === undefined || skip === false) return { ...result, outcome: 'passed', reason: '' };
    return { ...result, outcome: 'skipped', reason: typeof skip === 'string' ? skip : '' };
  }
  const { error } = event.data.details;
  if ('failureType' in error && error.failureType === 'subtestsFailed') return undefined;
  const reason = inspect(error.cause ?? error, { depth: 8, maxStringLength: 20_000 });
  return { ...result, outcome: 'failed', reason };
}
