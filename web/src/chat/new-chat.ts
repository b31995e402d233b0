import { useState } from 'react';
import { newUuid } from '../api/uuid.ts';

/**
 * The id of the chat that "New chat" opens. It stays the same until something is sent, so that what was typed there is
 * found again.
 */
export function useNewChatId(userId: string): [string, () => void] {
  const key = `heddle.chat.${userId}.new`;
  const [id, setId] = useState(() => load(key) ?? save(key, newUuid()));
  return [id, () => setId(save(key, newUuid()))];
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

function load(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function save(key: string, id: string): string {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Without storage, a reloaded page has another id.
  }
  return id;
}
