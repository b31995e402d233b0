/**
 * How slow the machine is during the run, so that budgets of processor time mean the same work on each machine. A
 * processor that shares its core or its caches with a busy neighbour does less in a second of its time, so a measurement
 * before or after the run would promise too much.
 */
import { createHash } from 'node:crypto';

/** What the computation below takes on the machine of the budgets, two cores of a Neoverse N1, while it tests. */
const REFERENCE_SECONDS = 0.0235;
const MEASURE_EVERY_MS = 10_000;

export class Slowness {
  readonly #samples = [measureSeconds()];
  readonly #timer = setInterval(() => this.#samples.push(measureSeconds()), MEASURE_EVERY_MS);

  /** How many times as long as on the machine of the budgets a computation has taken here until now: the median. */
  get factor(): number {
    const sorted = this.#samples.toSorted((one, other) => one - other);
    return (sorted[Math.floor(sorted.length / 2)] ?? 0) / REFERENCE_SECONDS;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Computes some of what a service does most. Returns the processor time that this takes. */
function measureSeconds(): number {
  const before = process.cpuUsage();
  let text = '';
  for (let round = 0; round < 300; round++) {
    const value = { round, items: Array.from({ length: 100 }, (_, index) => ({ index, name: `item ${index}` })) };
    text = createHash('sha256')
      .update(text)
      .update(JSON.stringify(JSON.parse(JSON.stringify(value))))
      .digest('hex');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
