/**
 * Fits the garbage collector of V8 to a service that is idle most of the time and then very busy. Under load the young
 * generation grows to its largest size (`bin/heddle`), so that most objects are gone before it is collected; without
 * that, a busy service spends twice the time on collections. That has two consequences:
 *
 * - V8 never shrinks the young generation again, and an idle process would keep it, together with what its start left
 *   behind. So an idle process collects everything.
 * - Buffers live longer, and V8's fixed limit for them would start a full collection with every 60 MB of an upload. Counted
 *   together with the heap they have a limit that grows with it: uploads are half as fast again, in less memory.
 */
import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 10_000;
/** The share of the time during which the event loop of an idle process has something to do. */
const IDLE_UTILIZATION = 0.1;
/** A young generation of this size is not worth a collection. */
const SMALL_BYTES = 2 * 2 ** 20;

export function manageMemory(): void {
  // Not an option in `bin/heddle`: a Node whose V8 does not know it would not start.
  setFlagsFromString('--external-memory-accounted-in-global-limit');
  let before = performance.eventLoopUtilization();
  const check = () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization < IDLE_UTILIZATION && youngGenerationBytes() > SMALL_BYTES) collectEverything();
  };
  setInterval(check, CHECK_MS).unref();
}

function youngGenerationBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

/** Takes a tenth of a second, in which a request has to wait. Only this flavor shrinks the young generation. */
function collectEverything(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
