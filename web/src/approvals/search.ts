/** What the address of the approvals says: which of them the list has. PURE. */

import type { InboxRequest } from '../../../src/approvals/schemas.ts';
import { readText } from '../look/address.ts';

export interface ApprovalsSearch {
  /** Without it, the list has what waits. */
  state?: 'decided';
  text?: string;
}

/** Reads an address that anybody may have typed: what it does not know is left out. */
export function readApprovalsSearch(raw: Record<string, unknown>): ApprovalsSearch {
  const text = readText(raw.text);
  return {
    ...(raw.state === 'decided' && { state: raw.state }),
    ...(text.trim() !== '' && { text }),
  };
}

export function toInboxFilters({ state, text }: ApprovalsSearch): Pick<InboxRequest, 'state' | 'text'> {
  return { state: state ?? 'waiting', ...(text !== undefined && { text: text.trim() }) };
}
