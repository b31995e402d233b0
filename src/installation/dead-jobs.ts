/** The queue of jobs as administrators see it, and what they can do with jobs that failed for good. */
import { type RawBuilder, sql } from 'kysely';
import { recordAudit, type Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';
import { chooseJobs, entityNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { JOBS_CHANNEL } from '../platform/jobs/job-table.ts';
import type { DeadJob, JobChoice, JobKindCounts, JobList, JobsRequest } from './schemas.ts';

/** Kinds that only another version of the service knows are listed too, when there are jobs of them. */
export async function listJobs(
  db: Query,
  kinds: readonly string[],
  { kind = null, skip = 0, limit = 100 }: { kind?: string | null } & Omit<JobsRequest, 'kind'>,
): Promise<JobList> {
  const [counts, dead] = [await countByKind(db, kinds), await findDead(db, kind, skip, limit)];
  const total = counts.filter(each => kind === null || each.kind === kind).reduce((sum, each) => sum + each.dead, 0);
  return { kinds: counts, total, dead };
}

async function countByKind(db: Query, kinds: readonly string[]): Promise<JobKindCounts[]> {
  const { rows } = await sql<JobKindCounts>`
    SELECT kind, count(*) FILTER (WHERE state = 'waiting') AS waiting,
      count(*) FILTER (WHERE state = 'waiting' AND attempts > 0) AS retrying,
      count(*) FILTER (WHERE state = 'active') AS active, count(*) FILTER (WHERE state = 'dead') AS dead
    FROM jobs GROUP BY kind`.execute(db);
  const found = new Map(rows.map(row => [row.kind, row]));
  const names = [...new Set([...kinds, ...found.keys()])].sort();
  return names.map(kind => found.get(kind) ?? { kind, waiting: 0, retrying: 0, active: 0, dead: 0 });
}

interface DeadRow {
  id: string;
  kind: string;
  attempts: number;
  error_kind: string | null;
  created_at: Date;
  started_at: Date | null;
  payload: unknown;
}

async function findDead(db: Query, kind: string | null, skip: number, limit: number): Promise<DeadJob[]> {
  const { rows } = await sql<DeadRow>`
    SELECT id, kind, attempts, error_kind, created_at, started_at, payload FROM jobs
    WHERE state = 'dead' AND (${kind}::text IS NULL OR kind = ${kind})
    ORDER BY started_at DESC NULLS LAST, id LIMIT ${limit} OFFSET ${skip}`.execute(db);
  return rows.map(({ created_at, started_at, payload, ...row }) => ({
    ...row,
    created_at: created_at.getTime(),
    failed_at: started_at?.getTime() ?? null,
    ids: idsIn(payload),
  }));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Payloads may have texts and addresses of users. Ids say nothing by themselves, and lead to what the job is about. */
function idsIn(payload: unknown): Record<string, string> {
  if (typeof payload !== 'object' || payload === null) return {};
  return Object.fromEntries(
    Object.entries(payload).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && UUID.test(entry[1]),
    ),
  );
}

/** Gives dead jobs all their attempts again, starting now. */
export async function retryJobs(db: Query, caller: Caller, choice: JobChoice): Promise<{ count: number }> {
  return changeJobs(
    db,
    caller,
    'job.retry',
    choice,
    chosen =>
      sql<ChangedJob>`
        WITH retried AS (UPDATE jobs SET state = 'waiting', attempts = 0, start_at = now() ${chosen} RETURNING kind)
        SELECT kind, pg_notify(${JOBS_CHANNEL}, kind) FROM retried`,
  );
}

export async function deleteJobs(db: Query, caller: Caller, choice: JobChoice): Promise<{ count: number }> {
  return changeJobs(
    db,
    caller,
    'job.delete',
    choice,
    chosen => sql<ChangedJob>`DELETE FROM jobs ${chosen} RETURNING kind`,
  );
}

interface ChangedJob {
  kind: string;
}

/** Jobs of one kind that are changed together are one entry of the audit log. */
async function changeJobs(
  db: Query,
  caller: Caller,
  action: 'job.retry' | 'job.delete',
  choice: JobChoice,
  statement: (chosen: RawBuilder<unknown>) => RawBuilder<ChangedJob>,
): Promise<{ count: number }> {
  const chosen = whereChosen(choice);
  return db.transaction().execute(async transaction => {
    const { rows } = await statement(chosen).execute(transaction);
    const { id } = choice;
    // Somebody else may have retried or deleted a single job meanwhile.
    if (id !== undefined && rows.length === 0) throw entityNotFound();
    if (rows[0]) {
      const subject: Subject = { kind: 'job', id: id ?? null, name: rows[0].kind };
      await recordAudit(transaction, caller, { action, subject, details: { count: rows.length } });
    }
    return { count: rows.length };
  });
}

/** Only dead jobs can be chosen: all others belong to the workers. */
function whereChosen({ id, kind }: JobChoice) {
  if ((id === undefined) === (kind === undefined)) throw chooseJobs();
  return id === undefined ? sql`WHERE state = 'dead' AND kind = ${kind}` : sql`WHERE state = 'dead' AND id = ${id}`;
}
