/**
 * Stores conversations, and the claims of those who answer in them.
 *
 *   free ── claim ──▶ claimed: entries are added, one position after the other
 *                       ── release, or the claim expires ──▶ free
 *
 * Only the holder of the claim adds entries. When a step is executed again, in any process, it takes over the claim of
 * its earlier execution, and finds the entries of that one.
 */
import { type Selectable, sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import { explainForeignKeyViolation, type HeddleDatabase, type Query } from '../database.ts';
import { conversationBusy, conversationDeleted, entityNotFound } from '../errors.ts';
import { passPoint } from '../platform/crash-points.ts';
import { newId } from '../platform/ids.ts';
import { type StorableJson, toStorableJson, toStorableText } from '../platform/postgres/storable-text.ts';
import type { AssistantTables } from './tables.ts';

export type Entry = Selectable<AssistantTables['messages']>;
export type ConversationRow = Selectable<AssistantTables['conversations']>;

export interface TurnClaim {
  id: string;
  userId: string;
  /** The idempotency key of the step that the conversation belongs to. Undefined for a chat. */
  step: string | undefined;
  /** The first question, which becomes the title of a new conversation. */
  title: string;
  assistantId: string | null;
  model: string;
  runId: string | null;
  /** Called when a renewal of the claim finds that the user wants no answer any more. */
  onStop?(): void;
}

/** A conversation, as the holder of its claim uses it. */
export interface ClaimedConversation {
  readonly id: string;
  /** The unique name under which the conversation is claimed. */
  readonly holder: string;
  /** The entries in order. The oldest may be missing. */
  readonly entries: readonly Entry[];
  /** Writes the entry and the changes of `also` in one transaction. */
  add(entry: NewEntry, also?: (transaction: Query) => Promise<void>): Promise<Entry>;
  /** Changes the last entry. */
  amend(change: Pick<Entry, 'details' | 'credits'>): Promise<void>;
  /** Deletes a question without an answer, and all that follows it. */
  deleteUnanswered(): Promise<void>;
}

type NewEntry = Pick<Entry, 'role' | 'content' | 'shown'> &
  Partial<Pick<Entry, 'details' | 'files' | 'model' | 'credits'>>;

/** A claim with a unique name of its holder. The name begins with the idempotency key of a step. */
interface OwnedClaim extends TurnClaim {
  holder: string;
}

/** The user wants no answer any more. This is also the reason with which the work on an answer is aborted. */
export class AnswerStopped extends Error {}

/** The names of holders begin so, unless a step of a run holds the claim. */
export const CHAT_HOLDER = 'chat ';

const CLAIM_END = sql<Date>`now() + interval '30 seconds'`;
const RENEW_MS = 10_000;

/** Claims the conversation until `act` has finished. Creates the conversation if it does not exist. */
export async function withConversation<Result>(
  database: HeddleDatabase,
  claim: TurnClaim,
  signal: AbortSignal,
  act: (conversation: ClaimedConversation) => Promise<Result>,
): Promise<Result> {
  const title = toStorableText(claim.title.trim().slice(0, fixedLimits.chat.titleCharacters));
  const ownedClaim = {
    ...claim,
    title,
    holder: `${claim.step === undefined ? CHAT_HOLDER : `${claim.step} `}${newId()}`,
  };
  const { query: db, retry } = database;
  const entries = await retry(() => claimConversation(db, ownedClaim), { signal });
  const renewing = setInterval(() => void renewClaim(db, ownedClaim).catch(() => {}), RENEW_MS);
  try {
    return await act(claimedConversation(database, ownedClaim, entries, signal));
  } finally {
    clearInterval(renewing);
    await releaseClaim(db, ownedClaim).catch(() => {}); // otherwise the claim expires
  }
}

function claimedConversation(
  { query: db, retry }: HeddleDatabase,
  claim: OwnedClaim,
  entries: Entry[],
  signal: AbortSignal,
): ClaimedConversation {
  return {
    id: claim.id,
    holder: claim.holder,
    entries,
    async add(input, also) {
      const position = (entries.at(-1)?.position ?? -1) + 1;
      const content = toStorableText(input.content);
      const entry = { id: newId(), position, details: {}, files: [], model: null, credits: 0, ...input, content };
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
      const change = { details: toStorableJson(details), credits };
      await retry(
        () => db.transaction().execute(transaction => amendEntry(transaction, claim, last.position, change)),
        { signal },
      );
      entries[entries.length - 1] = { ...last, details, credits };
    },
    async deleteUnanswered() {
      const answered = entries.findLastIndex(isAnswer);
      if (answered === entries.length - 1) return;
      const first = entries[answered + 1]?.position ?? 0;
      const remaining = await db.transaction().execute(async transaction => {
        await deleteEntriesFrom(transaction, claim, first);
        // After a long turn, the entries before it may not have been read yet.
        return latestEntries(transaction, claim.id);
      });
      entries.splice(0, entries.length, ...remaining);
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

/** The step of an active run may have to continue its conversation, and must find it unchanged. */
export const belongsToActiveRun = sql<boolean>`EXISTS (
  SELECT FROM runs WHERE runs.id = conversations.run_id AND runs.status IN ('queued', 'running', 'waiting'))`;

async function claimConversation(db: Query, claim: OwnedClaim): Promise<Entry[]> {
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
        belongsToActiveRun.as('is_open'),
      ])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row?.user_id !== userId) throw entityNotFound();
    const isOwn = row.claimed_by === holder || (step !== undefined && row.claimed_by?.startsWith(`${step} `));
    if ((row.is_claimed && !isOwn) || (row.is_open && step === undefined)) throw conversationBusy();
    await transaction
      .updateTable('conversations')
      .set({ claimed_by: holder, claimed_until: CLAIM_END, stopping: false })
      .where('id', '=', id)
      .execute();
    return latestEntries(transaction, id);
  });
}

/** Returns the part of a conversation that a model gets: whole turns, and always the latest one. */
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
    if (size > fixedLimits.chat.historyCharacters && first > 0) break;
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
  claim: OwnedClaim,
  { details, files, ...entry }: NewEntry & Pick<Entry, 'id' | 'position' | 'details' | 'files'>,
  also: (transaction: Query) => Promise<void> = async () => {},
): Promise<Entry> {
  const { stopping } = await lockClaimForNoKeyUpdate(transaction, claim);
  if (stopping) throw new AnswerStopped();
  const added = await transaction
    .insertInto('messages')
    .values({
      ...entry,
      conversation_id: claim.id,
      model: entry.model ?? null,
      credits: entry.credits ?? 0,
      details: toStorableJson(details),
      files: toStorableJson(files),
    })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // An earlier attempt has written the entry, but the answer of the database was lost.
  if (!added) return readEntry(transaction, claim.id, entry.id);
  await transaction
    .updateTable('conversations')
    .set(({ eb }) => ({
      messages: eb('messages', '+', entry.shown ? 1 : 0),
      // Only the question sets these: an assistant that is deleted while it answers must not be named again.
      ...(isQuestion(entry) && { assistant_id: claim.assistantId, model: claim.model, title: titleExpression(claim) }),
      updated_at: new Date(),
    }))
    .where('id', '=', claim.id)
    .execute()
    .catch(explainForeignKeyViolation);
  await also(transaction);
  return added;
}

/** The first question with an answer becomes the title. Earlier questions were deleted. */
function titleExpression({ title }: OwnedClaim) {
  return sql<string>`CASE WHEN messages = 0 THEN ${title} ELSE title END`;
}

async function readEntry(db: Query, conversationId: string, id: string): Promise<Entry> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function amendEntry(
  transaction: Query,
  claim: OwnedClaim,
  position: number,
  change: { details: StorableJson; credits: number },
): Promise<void> {
  await lockClaimForNoKeyUpdate(transaction, claim);
  await transaction
    .updateTable('messages')
    .set(change)
    .where('conversation_id', '=', claim.id)
    .where('position', '=', position)
    .execute();
}

async function lockClaimForNoKeyUpdate(transaction: Query, { id, holder }: OwnedClaim): Promise<{ stopping: boolean }> {
  const row = await transaction
    .selectFrom('conversations')
    .select(['claimed_by', 'stopping'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw conversationDeleted();
  if (row.claimed_by !== holder) throw conversationBusy();
  return row;
}

async function deleteEntriesFrom(transaction: Query, claim: OwnedClaim, position: number): Promise<void> {
  await lockClaimForNoKeyUpdate(transaction, claim);
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

async function renewClaim(db: Query, { id, holder, onStop }: OwnedClaim): Promise<void> {
  const claim = await db
    .updateTable('conversations')
    .set({ claimed_until: CLAIM_END })
    .where('id', '=', id)
    .where('claimed_by', '=', holder)
    .returning('stopping')
    .executeTakeFirst();
  if (claim?.stopping) onStop?.();
}

async function releaseClaim(db: Query, { id, holder }: OwnedClaim): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('claimed_by', '=', holder)
    .execute();
}
