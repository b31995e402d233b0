/**
 * The states of triggers that poll, as publishing changes them and deployments show them. `triggers/polls/` polls.
 *
 *   none ── published ──▶ waiting ── due ──▶ leased ── polled, or failed ──▶ waiting
 *                           ▲  └── deactivated ──▶ inactive (no next time), the rest of the state stays
 *                           └── activated ─────────────┘
 *
 * Every change here raises the lease, so that a poll that is under way writes nothing.
 */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import type { Params } from '../engine/definition.ts';
import { isObject } from '../platform/is-object.ts';
import { nextRun } from './triggers.ts';

export const POLL_TRIGGER = 'trigger.poll';

/**
 * Starts or stops the polls of a workflow. A trigger whose source stays the same goes on where it stopped; any other
 * begins anew. It polls at once, so that it knows what existed when it began; on a cron schedule only if it is new.
 */
export async function setPolls(
  transaction: Query,
  workflowId: string,
  { active, now }: { active: boolean; now: Date },
): Promise<void> {
  const triggers = await transaction
    .selectFrom('workflow_triggers')
    .leftJoin('poll_states', 'poll_states.trigger_id', 'workflow_triggers.id')
    .select(['workflow_triggers.id', 'workflow_triggers.params', 'poll_states.source', 'poll_states.started'])
    .where('workflow_id', '=', workflowId)
    .where('type', '=', POLL_TRIGGER)
    .execute();
  for (const { id, params, source: known, started } of triggers) {
    const source = sourceHash(params);
    const isSame = known?.equals(source) === true;
    const goesOn = isSame && started === true;
    const next_poll_at = !active ? null : goesOn && isCron(params.every) ? nextPoll(params, now) : now;
    if (isSame) await resume(transaction, id, next_poll_at);
    else await begin(transaction, id, source, next_poll_at);
  }
}

async function resume(transaction: Query, triggerId: string, next_poll_at: Date | null): Promise<void> {
  await transaction
    .updateTable('poll_states')
    .set(({ eb }) => ({ next_poll_at, leased_until: null, lease: eb('lease', '+', 1) }))
    .where('trigger_id', '=', triggerId)
    .execute();
}

async function begin(transaction: Query, trigger_id: string, source: Buffer, next_poll_at: Date | null): Promise<void> {
  const fresh = {
    ...{ source, next_poll_at, leased_until: null, started: false, cursor: null },
    ...{ failures: 0, last_polled_at: null, last_error: null, behind_since: null },
  };
  await transaction
    .insertInto('poll_states')
    .values({ trigger_id, ...fresh })
    .onConflict(conflict =>
      conflict.column('trigger_id').doUpdateSet(({ eb }) => ({ ...fresh, lease: eb('poll_states.lease', '+', 1) })),
    )
    .execute();
  await transaction.deleteFrom('poll_seen').where('trigger_id', '=', trigger_id).execute();
}

/** What decides which items there are and how they are told apart. When it changes, nothing that is known still holds. */
function sourceHash({ tool, params, credential, items, key, cursor }: Params): Buffer {
  const parts = [tool, params, credential, items, key, cursor].map(part => sorted(part) ?? null);
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

function isCron(every: unknown): every is string {
  return typeof every === 'string';
}

/** Returns when a trigger polls after this time. Null when its schedule never comes again. */
export function nextPoll({ every, timezone = 'UTC' }: Params, after: Date): Date | null {
  if (isCron(every)) return nextRun({ cron: every, timezone }, after);
  return new Date(after.getTime() + Number(every) * 1000);
}

export interface PollReport {
  next_poll_at: Date | null;
  last_polled_at: Date | null;
  last_error: string | null;
  /** Seconds since there may be items that started no run yet. */
  lag_seconds: number;
}

/** Reads how the polls of a workflow are doing, by the id of the trigger. */
export async function readPollReports(db: Query, workflowId: string): Promise<ReadonlyMap<string, PollReport>> {
  const { rows } = await sql<PollReport & { trigger_id: string }>`
    SELECT trigger_id, next_poll_at, last_polled_at, last_error,
      CASE WHEN next_poll_at IS NULL THEN 0
        ELSE greatest(0, extract(epoch FROM now() - coalesce(behind_since, next_poll_at)))::integer END AS lag_seconds
    FROM poll_states JOIN workflow_triggers ON workflow_triggers.id = trigger_id
    WHERE workflow_id = ${workflowId}`.execute(db);
  return new Map(rows.map(({ trigger_id, ...report }) => [trigger_id, report]));
}
