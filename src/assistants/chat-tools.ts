/** The tools of a chat: they act with the rights of the user, on the files that the conversation names. */
import type { Caller } from '../http/caller.ts';
import { createUserTools, type UserToolServices, type UserTools } from '../tools/user-tools.ts';
import { type Entry, isQuestion } from './conversations.ts';

/** `entries` grows during the conversation. */
export function createChatTools(
  services: UserToolServices,
  chat: { caller: Caller; entries: readonly Entry[]; isSent(fileId: string): boolean; signal: AbortSignal },
): UserTools {
  const { caller, entries, isSent, signal } = chat;
  // Only the user can name files. What a tool or a file says must not make other files of the user readable.
  const isNamed = (fileId: string) => isSent(fileId) || entries.some(entry => namesFile(entry, fileId));
  return createUserTools(services, { caller, isNamed, signal });
}

function namesFile(entry: Entry, fileId: string): boolean {
  const { content, files } = entry;
  if (files.some(file => file.file_id === fileId)) return true;
  return isQuestion(entry) && content.toLowerCase().includes(fileId);
}
