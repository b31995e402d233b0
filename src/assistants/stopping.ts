/**
 * Breaks off the answer of a chat, in whichever process it is made.
 *
 *   claimed ── stopAnswer ──▶ claimed and stopping: no entry is added any more
 *                               ── the holder hears of it ──▶ it deletes the question, and releases its claim
 *
 * A notification tells the holder at once. If the notification is lost, the holder finds out when it renews its claim.
 */
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import { notifyAfterCommit } from '../platform/postgres/notifier.ts';
import { CHAT_HOLDER } from './conversations.ts';

/** The channel on which processes are notified of the holders of claims that are to stop. */
const STOP_CHANNEL = 'chats_stopped';

export interface ChatStops {
  /** Calls `onStop` when the holder of a claim is to stop. Returns a function that ends this. */
  watch(holder: string, onStop: () => void): () => void;
  close(): Promise<void>;
}

export function openChatStops(listener: Listener): ChatStops {
  const watched = new Map<string, () => void>();
  const subscribing = listener
    .subscribe(
      STOP_CHANNEL,
      holder => watched.get(holder)?.(),
      () => {},
    )
    .catch(() => undefined);
  return {
    watch(holder, onStop) {
      watched.set(holder, onStop);
      return () => watched.delete(holder);
    },
    async close() {
      await (await subscribing)?.close();
    },
  };
}

/** Returns false when no chat is answering: the answer may just have come. Runs are cancelled, and not stopped. */
export async function stopAnswer(db: Query, { userId }: Pick<Caller, 'userId'>, id: string): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    const row = await transaction
      .selectFrom('conversations')
      .select(['user_id', 'claimed_by', sql<boolean>`claimed_until > now()`.as('is_claimed')])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row?.user_id !== userId) throw entityNotFound();
    const { claimed_by: holder, is_claimed: isClaimed } = row;
    if (!isClaimed || !holder?.startsWith(CHAT_HOLDER)) return false;
    await transaction.updateTable('conversations').set({ stopping: true }).where('id', '=', id).execute();
    await notifyAfterCommit(STOP_CHANNEL, holder).execute(transaction);
    return true;
  });
}
