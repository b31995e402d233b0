/**
 * Decides when the decisions of several people end an approval. PURE.
 *
 *   so many have approved as are required       ──▶ approved
 *   so many have rejected as `reject_after` says ──▶ rejected
 *   some have rejected, and even if everybody else approved, too few would have ──▶ rejected
 *
 * Nobody but people ends it: when those who have not decided can not do so any more, because their accounts were disabled,
 * too few approvals alone reject nothing, and the approval waits until its time is over.
 */

export interface Rules {
  /** How many have to approve; `all`: everybody who was asked and can still decide. */
  required: number | 'all';
  /** How many rejections end it. */
  rejectAfter: number;
}

export interface Votes {
  approvals: number;
  rejections: number;
  /** Those who can still decide, and those who will be asked later. */
  open: number;
  /** How many were asked, by now: who has decided or can still do so, without those who were asked later in addition. */
  asked: number;
}

export function outcomeOf(
  rules: Rules,
  { approvals, rejections, open, asked }: Votes,
): 'approved' | 'rejected' | undefined {
  const required = requiredOf(rules, asked);
  if (approvals >= required) return approvals > 0 ? 'approved' : undefined;
  if (rejections >= rules.rejectAfter) return 'rejected';
  return rejections > 0 && approvals + open < required ? 'rejected' : undefined;
}

export function requiredOf({ required }: Pick<Rules, 'required'>, asked: number): number {
  return required === 'all' ? asked : required;
}
