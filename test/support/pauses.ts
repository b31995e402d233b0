/** How long to wait before looking again: the longer it took so far, the longer. Looking takes the time of what is looked at. */
export function pauseMs(waitedMs: number): number {
  return Math.min(LONGEST_MS, SHORTEST_MS + waitedMs / 20);
}

const SHORTEST_MS = 10;
const LONGEST_MS = 200;
