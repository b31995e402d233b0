/**
 * Returns the pause before the next look. It grows with the time waited, because looking slows down what we wait for.
 */
export function pauseMs(waitedMs: number): number {
  return Math.min(LONGEST_MS, SHORTEST_MS + waitedMs / 5);
}

const SHORTEST_MS = 10;
const LONGEST_MS = 200;
