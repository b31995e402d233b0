import { useState } from 'react';
import { newUuid } from '../api/transport/uuid.ts';
import { keepText, readKept } from '../look/browser-storage.ts';

/**
 * The id of the chat that "New chat" opens. It stays the same until something is sent, so that what was typed there is
 * found again.
 */
export function useNewChatId(userId: string): [string, () => void] {
  const key = `heddle.chat.${userId}.new`;
  const [id, setId] = useState(() => readKept(key) ?? keepNewId(key));
  return [id, () => setId(keepNewId(key))];
}

function keepNewId(key: string): string {
  const id = newUuid();
  keepText(key, id);
  return id;
}

/** Where this browser keeps what a user has typed for a conversation. */
export function draftKey(userId: string, conversationId: string): string {
  return `heddle.chat.${userId}.${conversationId}`;
}

/** Everything that this browser keeps. */
export function readStorage(): [string, string][] {
  try {
    return Object.entries(localStorage);
  } catch {
    return [];
  }
}
