/** One action on several workflows. */

import { explain } from '../look/explain.ts';
import * as texts from '../texts/workflows.ts';

export interface BulkResult {
  done: number;
  failures: { name: string; message: string }[];
}

const AT_ONCE = 4;

/** Acts on all items, a few at a time, and goes on when one fails. */
export async function actOnEach<Item extends { name: string }>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<BulkResult> {
  const waiting = [...items];
  const failures: BulkResult['failures'] = [];
  async function work(): Promise<void> {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      try {
        await act(item);
      } catch (error) {
        failures.push({ name: item.name, message: explain(error) });
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done: items.length - failures.length, failures };
}

const SHOWN_FAILURES = 3;

/** Says how many of all workflows something was done with. */
export type SayDone = (done: number, all: number) => string;

/** Says how it went: "2 of 3 workflows were turned on. Orders: Publish the workflow first". */
export function describeResult({ done, failures }: BulkResult, sayDone: SayDone): string {
  const reasons = failures.slice(0, SHOWN_FAILURES).map(({ name, message }) => `${name}: ${message}`);
  const more = failures.length > SHOWN_FAILURES ? [texts.moreFailed(failures.length - SHOWN_FAILURES)] : [];
  return [sayDone(done, done + failures.length), ...reasons, ...more].join(' ');
}
