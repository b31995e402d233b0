/**
 * Records who sent which credential where, counted by the hour, and the attempts that were refused. No request waits for
 * it: the uses of a moment are written together. The first refusal of an hour is also written to the audit log, where a
 * workflow that is refused every second should not push everything else out of sight.
 */
import { sql } from 'kysely';
import { recordAuditAlone } from '../../audit/record.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import type { UsePlace } from '../contract.ts';

export interface RecordedUse {
  credential: { readonly id: string; readonly name: string };
  host: string;
  place: Pick<UsePlace, 'user' | 'runId' | 'workflowId' | 'nodeId'>;
  refused: boolean;
}

export interface CredentialUseRecorder {
  record(use: RecordedUse): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

interface Collected {
  latest: RecordedUse;
  count: number;
  refused: number;
}

const COLLECT_MS = 200;
/** A recorded time that is older than this is written again. */
const STALE_AFTER = '1 minute';
const HOST_CHARACTERS = 300;

export function createCredentialUseRecorder(
  database: HeddleDatabase,
  onError: (error: unknown) => void,
): CredentialUseRecorder {
  const collected = new Map<string, Collected>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    // One order for all processes, so that none waits for another that waits for it.
    const uses = [...collected].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, use]) => use);
    collected.clear();
    if (uses.length > 0) writing = Promise.all([writing, writeUses(database.query, uses).catch(onError)]);
  }

  return {
    record(use) {
      const { credential, host, place, refused } = use;
      const key = JSON.stringify([credential.id, host, place.workflowId, place.nodeId]);
      const known = collected.get(key) ?? { latest: use, count: 0, refused: 0 };
      const added = refused ? { refused: known.refused + 1 } : { count: known.count + 1 };
      collected.set(key, { ...known, latest: use, ...added });
      timer ??= setTimeout(write, COLLECT_MS).unref();
    },
    async close() {
      write();
      await writing;
    },
  };
}

async function writeUses(db: Query, uses: readonly Collected[]): Promise<void> {
  const refused = await addUses(db, uses);
  for (const { latest } of uses.filter((_use, position) => refused.has(position))) await auditRefusal(db, latest);
  const used = new Set(uses.filter(({ count }) => count > 0).map(({ latest }) => latest.credential.id));
  // One row after the other: whoever waits for a row holds no other.
  for (const id of used) {
    await sql`UPDATE credentials SET last_used_at = now()
      WHERE id = ${id} AND coalesce(last_used_at < now() - ${STALE_AFTER}::interval, true)`.execute(db);
  }
}

/** Returns the positions of those that were refused for the first time in this hour. */
async function addUses(db: Query, uses: readonly Collected[]): Promise<ReadonlySet<number>> {
  const column = <Value>(read: (use: Collected) => Value) => uses.map(read);
  const { rows } = await sql<{ position: number }>`
    WITH given AS (
      SELECT * FROM unnest(
        ${column(({ latest }) => latest.credential.id)}::uuid[], ${column(({ latest }) => latest.place.workflowId)}::uuid[],
        ${column(({ latest }) => latest.place.nodeId)}::text[],
        ${column(({ latest }) => latest.host.slice(0, HOST_CHARACTERS))}::text[],
        ${column(({ count }) => count)}::integer[], ${column(({ refused }) => refused)}::integer[],
        ${column(({ latest }) => latest.place.user.id)}::uuid[], ${column(({ latest }) => latest.place.runId)}::uuid[]
      ) WITH ORDINALITY AS u (credential_id, workflow_id, node_id, host, count, refused, user_id, run_id, position)
    ), added AS (
      INSERT INTO credential_uses AS stored
        (credential_id, hour, workflow_id, node_id, host, count, refused, user_id, run_id)
      SELECT given.credential_id, date_trunc('hour', now()), given.workflow_id, given.node_id, given.host,
        given.count, given.refused, given.user_id, given.run_id
      FROM given JOIN credentials ON credentials.id = given.credential_id ORDER BY given.position
      ON CONFLICT (credential_id, hour, workflow_id, node_id, host) DO UPDATE SET
        count = stored.count + excluded.count, refused = stored.refused + excluded.refused,
        user_id = excluded.user_id, run_id = excluded.run_id
      RETURNING *
    )
    SELECT given.position::integer - 1 AS position FROM added JOIN given USING (credential_id, host)
    WHERE added.workflow_id IS NOT DISTINCT FROM given.workflow_id AND added.node_id IS NOT DISTINCT FROM given.node_id
      AND given.refused > 0 AND added.refused = given.refused`.execute(db);
  return new Set(rows.map(({ position }) => position));
}

async function auditRefusal(db: Query, { credential, host, place }: RecordedUse): Promise<void> {
  const { user, runId, workflowId, nodeId } = place;
  await recordAuditAlone(
    db,
    { userId: user.id, name: user.email, email: user.email },
    {
      action: 'credential.refuse',
      subject: { kind: 'credential', id: credential.id, name: credential.name },
      details: { host, run_id: runId, workflow_id: workflowId, node_id: nodeId },
    },
  );
}
