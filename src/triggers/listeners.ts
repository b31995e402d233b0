/**
 * People who wait for the next call of a webhook, which then runs the draft with what was really sent.
 *
 *   waiting ── a call ──▶ has a run ──▶ told, and gone
 *      ├────── a call that can not run the draft ──▶ has the reason ──▶ told, and gone
 *      ├────── ten minutes, or the client leaves ──▶ gone
 *      └────── its process dies ── some seconds ──▶ no call looks at it any more
 *
 * A listener is a row, so that calls reach it whichever process they arrive at. The process to which its client is
 * connected renews the row. One call starts one run: the people wait in turn, and two tabs of the same person are told
 * about the same run.
 */
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { newId } from '../platform/ids.ts';
import { notifyAfterCommit } from '../platform/postgres/notifier.ts';

/** Notifies the processes that a listener has a run or a refusal. The payload is the id of the trigger. */
export const LISTENERS_CHANNEL = 'webhook_listened';

/** A process renews its listeners several times in this period. */
const SILENCE_SECONDS = 15;
/** Rows that processes left behind when they died. */
const FORGOTTEN = '1 hour';

/** Whether a call of the trigger would start the draft. For queries in which `triggers.id` is a trigger. */
export const IS_LISTENED_SQL = `EXISTS (SELECT FROM webhook_listeners AS listeners
  WHERE listeners.trigger_id = triggers.id AND run_id IS NULL AND refusal IS NULL AND alive_until > now())`;

const isWaiting = sql<boolean>`run_id IS NULL AND refusal IS NULL AND alive_until > clock_timestamp()`;

export interface ListenedWebhook {
  triggerId: string;
  workflowId: string;
  nodeId: string;
}

export async function insertListener(
  db: Query,
  { triggerId, workflowId, nodeId }: ListenedWebhook,
  userId: string,
): Promise<string> {
  await sql`DELETE FROM webhook_listeners WHERE alive_until < now() - ${FORGOTTEN}::interval`.execute(db);
  const id = newId();
  await sql`
    INSERT INTO webhook_listeners (id, trigger_id, workflow_id, node_id, user_id, alive_until)
    VALUES (${id}, ${triggerId}, ${workflowId}, ${nodeId}, ${userId}, ${soon()})`.execute(db);
  return id;
}

/** What a call has made of a listener. */
export interface ListenerState {
  runId: string | null;
  refusal: string | null;
}

/** Leaves out listeners that are gone, because their workflows are. */
export async function renewListeners(db: Query, ids: readonly string[]): Promise<ReadonlyMap<string, ListenerState>> {
  const { rows } = await sql<ListenerState & { id: string }>`
    UPDATE webhook_listeners SET alive_until = ${soon()} WHERE id = ANY (${ids}::uuid[])
    RETURNING id, run_id AS "runId", refusal`.execute(db);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** A call may have come just before. */
export async function deleteListener(db: Query, id: string): Promise<ListenerState | undefined> {
  const { rows } = await sql<ListenerState>`
    DELETE FROM webhook_listeners WHERE id = ${id} RETURNING run_id AS "runId", refusal`.execute(db);
  return rows[0];
}

/** The person who has waited longest for a call. */
export interface FirstListener extends ListenedWebhook {
  userId: string;
  organizationId: string | null;
}

export async function findFirstListener(db: Query, triggerId: string): Promise<FirstListener | undefined> {
  const { rows } = await sql<FirstListener>`
    SELECT trigger_id AS "triggerId", workflow_id AS "workflowId", node_id AS "nodeId", user_id AS "userId",
      organization_id AS "organizationId"
    FROM webhook_listeners JOIN workflows ON workflows.id = workflow_id
    WHERE trigger_id = ${triggerId} AND ${isWaiting} AND deleted_at IS NULL
    ORDER BY started_at LIMIT 1`.execute(db);
  return rows[0];
}

/**
 * Gives the listeners of a person the run or the refusal, and notifies their processes after the commit.
 * Returns false when nobody waits any more: another call was faster.
 */
export async function answerListeners(
  transaction: Query,
  { triggerId, userId }: Pick<FirstListener, 'triggerId' | 'userId'>,
  { runId, refusal }: ListenerState,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE webhook_listeners SET run_id = ${runId}, refusal = ${refusal} WHERE id IN (
      SELECT id FROM webhook_listeners WHERE trigger_id = ${triggerId} AND user_id = ${userId} AND ${isWaiting}
      ORDER BY id FOR UPDATE
    ) RETURNING id`.execute(transaction);
  if (rows.length === 0) return false;
  await notifyAfterCommit(LISTENERS_CHANNEL, triggerId).execute(transaction);
  return true;
}

function soon() {
  return sql`clock_timestamp() + make_interval(secs => ${SILENCE_SECONDS})`;
}
