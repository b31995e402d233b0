/** Which errors of an edited definition the draft did not have. Pure. */
import type { Issue } from '../../workflows/schemas.ts';

export function newErrors(before: readonly Issue[], after: readonly Issue[]): Issue[] {
  const known = new Map<string, number>();
  for (const issue of before) {
    const key = keyOf(issue);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  return after.filter(issue => {
    const key = keyOf(issue);
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    return issue.severity === 'error' && left <= 0;
  });
}

/** Without numbers: a draft with 250 steps, which are too many, may be edited to one with 249. */
function keyOf({ severity, message, node_id, edge }: Issue): string {
  return JSON.stringify([severity, message.replace(/\d+/g, '#'), node_id, edge]);
}
