/** Lists, reads and deletes the conversations of a user. */
import { sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { ResponseChunk } from '../http/large-response.ts';
import { jsonArray, readInBatches } from '../query/batches.ts';
import { toMessage } from './chat.ts';
import type { ConversationRow } from './conversations.ts';
import type { Conversation, WholeConversation } from './schemas.ts';

/** Leaves out conversations without messages. */
export function visibleConversations(db: Query, { userId }: Caller) {
  return db
    .selectFrom('conversations')
    .selectAll('conversations')
    .where('conversations.user_id', '=', userId)
    .where('conversations.messages', '>', 0);
}

export function toConversation(row: ConversationRow): Conversation {
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

/** Returns the conversation with its latest messages as chunks of JSON, because it may have a hundred megabytes. */
export async function readConversation(db: Query, caller: Caller, id: string): Promise<AsyncIterable<ResponseChunk>> {
  const conversation = await visibleConversations(db, caller).where('conversations.id', '=', id).executeTakeFirst();
  if (!conversation) throw entityNotFound();
  const latest = await db
    .selectFrom('messages')
    .select(['id', sql<number>`octet_length(content) + octet_length(files::text) + 256`.as('bytes')])
    .where('conversation_id', '=', id)
    .where('shown', '=', true)
    .orderBy('position', 'desc')
    .limit(fixedLimits.chat.listed)
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
    entries.map(entry => JSON.stringify(toMessage(entry))),
  );
  return wholeConversation(toConversation(conversation), messages);
}

async function* wholeConversation(
  conversation: Omit<WholeConversation, 'messages'>,
  messages: AsyncIterable<ResponseChunk>,
): AsyncGenerator<ResponseChunk> {
  const head = JSON.stringify(conversation).slice(0, -1);
  yield { bytes: head.length, text: async () => `${head},"messages":` };
  yield* messages;
  yield { bytes: 1, text: async () => '}' };
}

/** Does not delete the files that were sent or created in the conversation: they belong to the user. */
export async function deleteConversation(db: Query, caller: Caller, id: string): Promise<string> {
  return db.transaction().execute(async transaction => {
    const deleted = await transaction
      .deleteFrom('conversations')
      .where('id', '=', id)
      .where('user_id', '=', caller.userId)
      .where('messages', '>', 0)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw entityNotFound();
    // Its title is made from what the user wrote, which is nobody else's business.
    const subject = { kind: 'conversation', id: deleted.id, name: deleted.id } as const;
    await recordAudit(transaction, caller, { action: 'conversation.delete', subject });
    return deleted.id;
  });
}
