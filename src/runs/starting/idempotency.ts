/** Lets a request that is sent twice with one idempotency key begin only one run. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { idempotencyKeyReused, validationError } from '../../errors.ts';
import { deleteInBatches } from '../../platform/postgres/delete-in-batches.ts';

export interface RequestKey {
  workflowId: string;
  /** The user, or the webhook trigger that was called. */
  senderId: string;
  key: string;
  /** The hash of the request. */
  hash: Buffer;
}

/** Another request with the same key began its run first. */
export class RequestKeyConflict extends Error {
  override readonly name = 'KeyTaken';
  readonly runId: string;

  constructor(runId: string) {
    super(`the key belongs to run ${runId}`);
    this.runId = runId;
  }
}

/**
 * Reads the `Idempotency-Key` header. `requestHash` is the hash of the request as it was sent, and undefined when it has
 * no body.
 */
export function readRequestKey(
  header: string | string[] | undefined,
  { workflowId, senderId, requestHash }: { workflowId: string; senderId: string; requestHash: Buffer | undefined },
): RequestKey | undefined {
  if (header === undefined) return undefined;
  const key = [header].flat().join(', ');
  if (key === '' || key.length > fixedLimits.run.keyCharacters) {
    throw validationError('Idempotency-Key', `must have 1 to ${fixedLimits.run.keyCharacters} characters`);
  }
  return { workflowId, senderId, key, hash: requestHash ?? EMPTY_HASH };
}

const EMPTY_HASH = hash('sha256', '', 'buffer');

/** Returns the id of the run that a request with this key began. Throws when that was a different request. */
export async function findRunByRequestKey(db: Query, key: RequestKey): Promise<string | undefined> {
  const saved = await db
    .selectFrom('run_keys')
    .select(['run_id', 'request_hash'])
    .where('workflow_id', '=', key.workflowId)
    .where('sender_id', '=', key.senderId)
    .where('key', '=', key.key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${fixedLimits.run.keyHours})`)
    .executeTakeFirst();
  if (!saved) return undefined;
  if (!saved.request_hash.equals(key.hash)) throw idempotencyKeyReused();
  return saved.run_id;
}

/**
 * Saves the key in the transaction that inserts the run. A key that has expired is used again. When another request has
 * the key, even if it commits only while this transaction waits for it, this throws and the run must not be inserted.
 */
export async function saveRequestKey(transaction: Query, key: RequestKey, runId: string): Promise<void> {
  const saved = await transaction
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
  if (saved) return;
  const other = await findRunByRequestKey(transaction, key);
  // It is the same run when an earlier attempt inserted it and its reply was lost.
  if (other !== undefined && other !== runId) throw new RequestKeyConflict(other);
}

export async function deleteOldRequestKeys(db: Query, signal?: AbortSignal): Promise<void> {
  const where = sql`created_at < now() - make_interval(hours => ${fixedLimits.run.keyHours})`;
  await deleteInBatches(db, { table: 'run_keys', where, order: 'created_at' }, signal);
}
