/** What the address of the approvals says: which of them the list has. PURE. */
import type { InboxRequest } from '../../../src/approvals/schemas.ts';

export interface ApprovalsSearch {
  /** Without it, the list has what waits. */
  state?: 'decided';
  text?: string;
}

const TEXT_CHARACTERS = 200;

/** Reads an address that anybody may have typed: what it does not know is left out. */
export function readApprovalsSearch(raw: Record<string, unknown>): ApprovalsSearch {
  // The router reads what looks like a number as one.
  const text = typeof raw.text === 'string' || typeof raw.text === 'number' ? String(raw.text) : '';
  return {
    ...(raw.state === 'decided' && { state: raw.state }),
    ...(text.trim() !== '' && { text: text.slice(0, TEXT_CHARACTERS) }),
  };
}

export function toInboxFilters({ state, text }: ApprovalsSearch): Pick<InboxRequest, 'state' | 'text'> {
  return { state: state ?? 'waiting', ...(text !== undefined && { text: text.trim() }) };
}
