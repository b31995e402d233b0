/** Requests that are sent twice, and begin one run. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { idempotencyKeyReused, validationError } from '../../errors.ts';

export interface RequestKey {
  workflowId: string;
  /** The user, or the webhook trigger that was called. */
  senderId: string;
  key: string;
  /** Of what was asked for. */
  hash: Buffer;
}

/** Another request with the same key was faster. */
export class RequestKeyConflict extends Error {
  override readonly name = 'KeyTaken';
  readonly runId: string;

  constructor(runId: string) {
    super(`the key belongs to run ${runId}`);
    this.runId = runId;
  }
}

/** Of the `Idempotency-Key` header, if there is one, and of what was asked for, as it was sent; without a body, nothing. */
export function requestKey(
  header: string | string[] | undefined,
  { workflowId, senderId, requestHash }: { workflowId: string; senderId: string; requestHash: Buffer | undefined },
): RequestKey | undefined {
  if (header === undefined) return undefined;
  const key = [header].flat().join(', ');
  if (key === '' || key.length > fixedLimits.run.keyCharacters) {
    throw validationError('Idempotency-Key', `must have 1 to ${fixedLimits.run.keyCharacters} characters`);
  }
  return { workflowId, senderId, key, hash: requestHash ?? NOTHING_HASH };
}

const NOTHING_HASH = hash('sha256', '', 'buffer');

/** The run that a request with this key began. */
export async function findRunByRequestKey(db: Query, key: RequestKey): Promise<string | undefined> {
  const kept = await db
    .selectFrom('run_keys')
    .select(['run_id', 'request_hash'])
    .where('workflow_id', '=', key.workflowId)
    .where('sender_id', '=', key.senderId)
    .where('key', '=', key.key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${fixedLimits.run.keyHours})`)
    .executeTakeFirst();
  if (!kept) return undefined;
  if (!kept.request_hash.equals(key.hash)) throw idempotencyKeyReused();
  return kept.run_id;
}

/**
 * In the transaction that writes the run. A key that is over is taken over. When another request has it, or gets it
 * while this one waits for it to commit, this run must not be.
 */
export async function saveRequestKey(transaction: Query, key: RequestKey, runId: string): Promise<void> {
  const kept = await transaction
    .insertInto('run_keys')
    .values({
      workflow_id: key.workflowId,
      sender_id: key.senderId,
      key: key.key,
      request_hash: key.hash,
      run_id: runId,
    })
    .onConflict(conflict =>
      conflict
        .columns(['workflow_id', 'sender_id', 'key'])
        .doUpdateSet({ run_id: runId, request_hash: key.hash, created_at: sql`now()` })
        .where('run_keys.created_at', '<=', sql<Date>`now() - make_interval(hours => ${fixedLimits.run.keyHours})`),
    )
    .returning('run_id')
    .executeTakeFirst();
  if (kept) return;
  const other = await findRunByRequestKey(transaction, key);
  // The same run: it was written before, and the answer was lost.
  if (other !== undefined && other !== runId) throw new RequestKeyConflict(other);
}

export async function deleteOldRequestKeys(db: Query): Promise<void> {
  await db
    .deleteFrom('run_keys')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${fixedLimits.run.keyHours})`)
    .execute();
}
