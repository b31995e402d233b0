const STALE_MS = 2;

/**
 * Measures the processor time of this thread, because templates must not fail when the machine is busy. Reading the
 * processor time takes longer than evaluating a small template, so it is read again only after some time has passed.
 */
export function createProcessorClock(): () => number {
  let readAt = Number.NEGATIVE_INFINITY;
  let processorMs = 0;
  return () => {
    const now = performance.now();
    if (now - readAt > STALE_MS) {
      const { user, system } = process.threadCpuUsage();
      readAt = now;
      processorMs = (user + system) / 1000;
    }
    return processorMs;
  };
}
