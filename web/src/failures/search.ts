/** What the address of the list of failures says. PURE. */
import type { RunFilters } from '../../../src/runs/api/list-schemas.ts';
import { isUuid } from '../look/address.ts';

export const SHOWN = ['open', 'mine', 'muted', 'resolved'] as const;
export type Shown = (typeof SHOWN)[number];

export interface FailuresSearch {
  /** Without it, those that nobody has resolved or muted. */
  show?: Exclude<Shown, 'open'>;
  workflow?: string;
}

/** Reads an address that anybody may have typed: what it does not know is left out. */
export function readFailuresSearch(raw: Record<string, unknown>): FailuresSearch {
  const show = (['mine', 'muted', 'resolved'] as const).find(each => each === raw.show);
  return { ...(show && { show }), ...(isUuid(raw.workflow) && { workflow: raw.workflow }) };
}

export function toFailureFilters({ show, workflow }: FailuresSearch, userId: string): RunFilters {
  return {
    ...(workflow !== undefined && { workflow_id: workflow }),
    ...(show === 'mine'
      ? { failure_state: ['assigned'], assignee_id: userId }
      : { failure_state: show === undefined ? ['open', 'assigned'] : [show] }),
  };
}
