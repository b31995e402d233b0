/** Finds what was typed for conversations that the list does not have: their first message was not answered. PURE. */
import { isEmpty, readDraft } from '../chat-parts/draft.ts';
import { parseJson } from '../look/json/parse-json.ts';

export interface Unsent {
  readonly conversationId: string;
  readonly text: string;
}

interface Known {
  /** What the keys of drafts begin with. */
  prefix: string;
  /** Conversations that are shown anyway. */
  isShown(conversationId: string): boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function findUnsent(stored: Iterable<readonly [string, string]>, { prefix, isShown }: Known): Unsent[] {
  return [...stored].flatMap(([key, value]) => {
    const conversationId = key.startsWith(prefix) ? key.slice(prefix.length) : '';
    if (!UUID.test(conversationId) || isShown(conversationId)) return [];
    const draft = readDraft(parseJson(value));
    const typed = draft.sent ?? draft;
    if (isEmpty(typed)) return [];
    return [{ conversationId, text: typed.text.trim() || (typed.files[0]?.filename ?? '') }];
  });
}
