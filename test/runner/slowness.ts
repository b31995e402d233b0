/** How fast the machine is, so that budgets of processor time mean the same work on each. */
import { createHash } from 'node:crypto';

/** What the computation below takes on the machine of the budgets: two cores of a Neoverse N1. */
const REFERENCE_SECONDS = 0.33;

/** Returns how many times as long as there a computation takes here: some of what a service does most. */
export function measureSlowness(): number {
  const before = process.cpuUsage();
  let text = '';
  for (let round = 0; round < 3_000; round++) {
    const value = { round, items: Array.from({ length: 100 }, (_, index) => ({ index, name: `item ${index}` })) };
    text = createHash('sha256')
      .update(text)
      .update(JSON.stringify(JSON.parse(JSON.stringify(value))))
      .digest('hex');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / REFERENCE_SECONDS;
}
