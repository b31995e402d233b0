/**
 * Conversations, and who is answering in them.
 *
 *   free ── claim ──▶ claimed: entries are added, one position after the other
 *                       ── release, or nothing was heard of the holder for a while ──▶ free
 *
 * Only the holder adds entries. A step that is executed again, in whatever process, takes its conversation from the
 * one that executed it before, and finds what that one added.
 */
import { type Selectable, sql } from 'kysely';
import { limits } from '../configuration/limits.ts';
import { explainForeignKeyViolation, type HeddleDatabase, type Query } from '../database.ts';
import { conversationBusy, conversationDeleted, entityNotFound } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import { passPoint } from '../platform/crash-points.ts';
import { toStorableText } from '../platform/postgres/storable-text.ts';
import type { AssistantTables } from './tables.ts';

export type Entry = Selectable<AssistantTables['messages']>;
export type ConversationRow = Selectable<AssistantTables['conversations']>;

export interface Claim {
  id: string;
  userId: string;
  /** The step that it belongs to, by its idempotency key; undefined: a chat. */
  step: string | undefined;
  /** What the conversation is called by, should it be new: its first question. */
  title: string;
  assistantId: string | null;
  model: string;
  runId: string | null;
}

/** A conversation in the hands of its holder. */
export interface ClaimedConversation {
  readonly id: string;
  /** In order. The oldest may be missing. */
  readonly entries: readonly Entry[];
  /** Written with what else belongs to it, or not at all. */
  add(entry: NewEntry, also?: (transaction: Query) => Promise<void>): Promise<Entry>;
  /** What turned out about the last entry. */
  amend(change: Pick<Entry, 'details' | 'credits'>): Promise<void>;
  /** Takes back what was asked but not answered. */
  dropUnanswered(): Promise<void>;
}

export type NewEntry = Pick<Entry, 'role' | 'content' | 'shown'> &
  Partial<Pick<Entry, 'details' | 'files' | 'model' | 'credits'>>;

/** A claim, with a name that nobody else has. A step's begins with its key. */
interface Held extends Claim {
  holder: string;
}

const CLAIMED = sql<Date>`now() + interval '30 seconds'`;
const RENEW_MS = 10_000;

/** Has the conversation to itself until `act` is done. A new one begins with it. */
export async function withConversation<Result>(
  database: HeddleDatabase,
  claim: Claim,
  signal: AbortSignal,
  act: (conversation: ClaimedConversation) => Promise<Result>,
): Promise<Result> {
  const title = toStorableText(claim.title.trim().slice(0, limits.chat.titleCharacters));
  const held = { ...claim, title, holder: `${claim.step ?? 'chat'} ${newId()}` };
  const { query: db, retry } = database;
  const entries = await retry(() => claimConversation(db, held), { signal });
  const renewing = setInterval(() => void renew(db, held).catch(() => {}), RENEW_MS);
  try {
    return await act(claimedConversation(database, held, entries, signal));
  } finally {
    clearInterval(renewing);
    await release(db, held).catch(() => {}); // its time passes
  }
}

function claimedConversation(
  { query: db, retry }: HeddleDatabase,
  claim: Held,
  entries: Entry[],
  signal: AbortSignal,
): ClaimedConversation {
  return {
    id: claim.id,
    entries,
    async add(given, also) {
      const position = (entries.at(-1)?.position ?? -1) + 1;
      const content = toStorableText(given.content);
      const entry = { id: newId(), position, details: {}, files: [], model: null, credits: 0, ...given, content };
      passPoint('conversation.adding');
      const added = await retry(
        () => db.transaction().execute(transaction => addEntry(transaction, claim, entry, also)),
        { signal },
      );
      entries.push(added);
      passPoint('conversation.added');
      return added;
    },
    async amend({ details, credits }) {
      const last = entries.at(-1);
      if (!last) throw new Error('there is nothing to amend');
      const change = { details: JSON.stringify(details), credits };
      await retry(
        () => db.transaction().execute(transaction => amendEntry(transaction, claim, last.position, change)),
        { signal },
      );
      entries[entries.length - 1] = { ...last, details, credits };
    },
    async dropUnanswered() {
      const answered = entries.findLastIndex(isAnswer);
      if (answered === entries.length - 1) return;
      const first = entries[answered + 1]?.position ?? 0;
      const left = await db.transaction().execute(async transaction => {
        await dropFrom(transaction, claim, first);
        // Where it was long, what stands before it was not looked at yet.
        return latestEntries(transaction, claim.id);
      });
      entries.splice(0, entries.length, ...left);
    },
  };
}

/** The beginning of a turn. */
export function isQuestion({ role, shown }: Pick<Entry, 'role' | 'shown'>): boolean {
  return role === 'user' && shown;
}

/** The end of a turn. */
export function isAnswer({ role, shown }: Pick<Entry, 'role' | 'shown'>): boolean {
  return role === 'assistant' && shown;
}

/** Its step may have to go on with it, and must find it as it was. */
const isOfOpenRun = sql<boolean>`EXISTS (
  SELECT FROM runs WHERE runs.id = conversations.run_id AND runs.status IN ('queued', 'running', 'waiting'))`;

async function claimConversation(db: Query, claim: Held): Promise<Entry[]> {
  const { id, userId, step, holder, title, assistantId, model, runId } = claim;
  return db.transaction().execute(async transaction => {
    await transaction
      .insertInto('conversations')
      .values({ id, user_id: userId, title, assistant_id: assistantId, model, run_id: runId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
      .catch(explainForeignKeyViolation);
    const row = await transaction
      .selectFrom('conversations')
      .select([
        'user_id',
        'claimed_by',
        sql<boolean>`claimed_until > now()`.as('is_claimed'),
        isOfOpenRun.as('is_open'),
      ])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row?.user_id !== userId) throw entityNotFound();
    const isOwn = row.claimed_by === holder || (step !== undefined && row.claimed_by?.startsWith(`${step} `));
    if ((row.is_claimed && !isOwn) || (row.is_open && step === undefined)) throw conversationBusy();
    await transaction
      .updateTable('conversations')
      .set({ claimed_by: holder, claimed_until: CLAIMED })
      .where('id', '=', id)
      .execute();
    return latestEntries(transaction, id);
  });
}

/** What a model is told of a conversation: whole turns, the latest one in any case. */
async function latestEntries(db: Query, id: string): Promise<Entry[]> {
  const sizes = await db
    .selectFrom('messages')
    .select(['position', 'role', 'shown', sql<number>`length(content) + length(details::text)`.as('size')])
    .where('conversation_id', '=', id)
    .orderBy('position', 'desc')
    .execute();
  let first = 0;
  let size = 0;
  for (const entry of sizes) {
    size += entry.size;
    if (!isQuestion(entry)) continue;
    if (size > limits.chat.historyCharacters && first > 0) break;
    first = entry.position;
  }
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', id)
    .where('position', '>=', first)
    .orderBy('position')
    .execute();
}

async function addEntry(
  transaction: Query,
  claim: Held,
  { details, files, ...entry }: NewEntry & Pick<Entry, 'id' | 'position' | 'details' | 'files'>,
  also: (transaction: Query) => Promise<void> = async () => {},
): Promise<Entry> {
  await requireHeld(transaction, claim);
  const added = await transaction
    .insertInto('messages')
    .values({
      ...entry,
      conversation_id: claim.id,
      model: entry.model ?? null,
      credits: entry.credits ?? 0,
      details: JSON.stringify(details),
      files: JSON.stringify(files),
    })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Written before, when the answer of the database was lost.
  if (!added) return writtenEntry(transaction, claim.id, entry.id);
  await transaction
    .updateTable('conversations')
    .set(({ eb }) => ({
      messages: eb('messages', '+', entry.shown ? 1 : 0),
      // With the question alone: an assistant that is deleted while it answers is no longer named.
      ...(isQuestion(entry) && { assistant_id: claim.assistantId, model: claim.model, title: titleOf(claim) }),
      updated_at: new Date(),
    }))
    .where('id', '=', claim.id)
    .execute()
    .catch(explainForeignKeyViolation);
  await also(transaction);
  return added;
}

/** By what was asked first and answered: what came before was taken back. */
function titleOf({ title }: Held) {
  return sql<string>`CASE WHEN messages = 0 THEN ${title} ELSE title END`;
}

async function writtenEntry(db: Query, conversationId: string, id: string): Promise<Entry> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function amendEntry(
  transaction: Query,
  claim: Held,
  position: number,
  change: { details: string; credits: number },
): Promise<void> {
  await requireHeld(transaction, claim);
  await transaction
    .updateTable('messages')
    .set(change)
    .where('conversation_id', '=', claim.id)
    .where('position', '=', position)
    .execute();
}

async function requireHeld(transaction: Query, { id, holder }: Held): Promise<void> {
  const row = await transaction
    .selectFrom('conversations')
    .select('claimed_by')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw conversationDeleted();
  if (row.claimed_by !== holder) throw conversationBusy();
}

async function dropFrom(transaction: Query, claim: Held, position: number): Promise<void> {
  await requireHeld(transaction, claim);
  const dropped = await transaction
    .deleteFrom('messages')
    .where('conversation_id', '=', claim.id)
    .where('position', '>=', position)
    .returning('shown')
    .execute();
  const fewer = dropped.filter(({ shown }) => shown).length;
  await transaction
    .updateTable('conversations')
    .set(({ eb }) => ({ messages: eb('messages', '-', fewer) }))
    .where('id', '=', claim.id)
    .execute();
}

async function renew(db: Query, { id, holder }: Held): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ claimed_until: CLAIMED })
    .where('id', '=', id)
    .where('claimed_by', '=', holder)
    .execute();
}

async function release(db: Query, { id, holder }: Held): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('claimed_by', '=', holder)
    .execute();
}
