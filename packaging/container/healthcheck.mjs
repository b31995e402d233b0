/**
 * Ends with 0 if the process of this container lives. A worker has no API: it answers on the port of its metrics, and
 * without one there is nobody to ask, so that only its end counts.
 */
import { readFileSync } from 'node:fs';

const { HEDDLE_METRICS_PORT, HEDDLE_PORT = '8080' } = process.env;
const isWorker = readFileSync('/proc/1/cmdline', 'latin1').split('\0').includes('worker');
const port = HEDDLE_METRICS_PORT || (isWorker ? undefined : HEDDLE_PORT);
if (port !== undefined) {
  const { status } = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4_000) });
  if (status !== 200) process.exitCode = 1;
}
