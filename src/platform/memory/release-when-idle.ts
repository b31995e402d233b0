/**
 * Gives memory back when the process has become idle. Under load the young generation of V8 grows to its largest size, so
 * that most objects are gone before it is collected; without that, a busy service spends twice the time on collections.
 * V8 never shrinks it again, and an idle process would keep it, together with what its start left behind.
 */
import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 10_000;
/** The share of the time during which the event loop of an idle process has something to do. */
const IDLE_UTILIZATION = 0.1;
/** A young generation of this size is not worth a collection. */
const SMALL_BYTES = 2 * 2 ** 20;

export function releaseMemoryWhenIdle(): void {
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
