/** Conversations as their user sees them. */
import { sql } from 'kysely';
import { limits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { Piece } from '../http/large-answer.ts';
import { jsonArray, readInBatches } from '../query/batches.ts';
import { messageObject } from './chat.ts';
import type { ConversationRow } from './conversations.ts';
import type { Conversation, WholeConversation } from './schemas.ts';

/** One in which nothing was said yet is none. */
export function visibleConversations(db: Query, { userId }: Caller) {
  return db
    .selectFrom('conversations')
    .selectAll('conversations')
    .where('conversations.user_id', '=', userId)
    .where('conversations.messages', '>', 0);
}

export function conversationObject(row: ConversationRow): Conversation {
  const { id, user_id, title, assistant_id, model, run_id, messages, created_at, updated_at } = row;
  return {
    id,
    created: { timestamp: created_at.getTime(), user_id },
    updated: { timestamp: updated_at.getTime(), user_id },
    permissions: { owner: { user_id, group_id: null }, write: true, run: true, export: true, copy: true },
    title,
    assistant_id,
    model,
    run_id,
    message_count: messages,
  };
}

/** With its latest messages, as JSON: together they may have a hundred megabytes. */
export async function readConversation(db: Query, caller: Caller, id: string): Promise<AsyncIterable<Piece>> {
  const conversation = await visibleConversations(db, caller).where('conversations.id', '=', id).executeTakeFirst();
  if (!conversation) throw entityNotFound();
  const latest = await db
    .selectFrom('messages')
    .select(['id', sql<number>`octet_length(content) + octet_length(files::text) + 256`.as('bytes')])
    .where('conversation_id', '=', id)
    .where('shown', '=', true)
    .orderBy('position', 'desc')
    .limit(limits.chat.listed)
    .execute();
  const read = (ids: readonly string[]) =>
    db
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', id)
      .where('id', 'in', ids)
      .orderBy('position')
      .execute();
  const messages = jsonArray(readInBatches(latest.reverse(), read), async entries =>
    entries.map(entry => JSON.stringify(messageObject(entry))),
  );
  return wholeConversation(conversationObject(conversation), messages);
}

async function* wholeConversation(
  conversation: Omit<WholeConversation, 'messages'>,
  messages: AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  const head = JSON.stringify(conversation).slice(0, -1);
  yield { bytes: head.length, text: async () => `${head},"messages":` };
  yield* messages;
  yield { bytes: 1, text: async () => '}' };
}

/** The files that were sent or made in it stay: they are the user's own. */
export async function deleteConversation(db: Query, caller: Caller, id: string): Promise<string> {
  const deleted = await db
    .deleteFrom('conversations')
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .where('messages', '>', 0)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw entityNotFound();
  return deleted.id;
}
