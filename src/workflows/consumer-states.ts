/**
 * Triggers that listen to something outside, as publishing changes them and deployments show them. `triggers/consumers/`
 * listens.
 *
 *   none ── published ──▶ free ── a process takes it ──▶ held ── the process stops, dies or fails ──▶ free
 *                          ▲  └── deactivated ──▶ inactive, its position stays
 *                          └── activated ─────────────┘
 *
 * Every change here raises the lease, so that whoever listens at that moment writes nothing any more, and stops.
 */
import { hash } from 'node:crypto';
import type { Query } from '../database.ts';
import type { Params } from '../engine/definition.ts';
import { isObject } from '../platform/is-object.ts';
import { notifyAfterCommit } from '../platform/postgres/notifier.ts';
import { DATABASE_CHANGE_TRIGGER } from './replication-slots.ts';

/** The types of these triggers. Each has a `ConsumerKind`. */
export const CONSUMER_TRIGGERS: readonly string[] = ['trigger.message', DATABASE_CHANGE_TRIGGER];

/** On this channel, processes are notified that there may be something to take, or to give up. */
export const CONSUMERS_CHANNEL = 'consumers';

/** Begins or ends to listen for a workflow. Where the source stays the same, a trigger goes on at its position. */
export async function setConsumers(transaction: Query, workflowId: string, active: boolean): Promise<void> {
  const triggers = await transaction
    .selectFrom('workflow_triggers')
    .select(['id', 'params'])
    .where('workflow_id', '=', workflowId)
    .where('type', 'in', CONSUMER_TRIGGERS)
    .execute();
  for (const { id, params } of triggers) {
    const fresh = { source: sourceHash(params), active, held_by: null, listening_since: null, retry_at: null };
    const { source } = fresh;
    await transaction
      .insertInto('consumers')
      .values({ trigger_id: id, ...fresh, position: null, last_message_at: null, last_error: null })
      .onConflict(conflict =>
        conflict.column('trigger_id').doUpdateSet(({ eb, fn }) => ({
          ...fresh,
          ...{ failures: 0, last_error: null, lease: eb('consumers.lease', '+', 1) },
          position: fn.coalesce(
            eb.case().when('consumers.source', '=', source).then(eb.ref('consumers.position')).end(),
            eb.lit(null),
          ),
        })),
      )
      .execute();
  }
  if (triggers.length > 0) await notifyAfterCommit(CONSUMERS_CHANNEL).execute(transaction);
}

/** What becomes of a message does not decide where it comes from. */
const FLOW_PARAMS = ['when', 'debounce', 'batch', 'throttle'];

function sourceHash(params: Params): Buffer {
  const parts = Object.entries(params).filter(([name]) => !FLOW_PARAMS.includes(name));
  return hash('sha256', JSON.stringify(sorted(Object.fromEntries(parts))), 'buffer');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

export interface ConsumerReport {
  /** Null while it does not listen. */
  listening_since: Date | null;
  last_error: string | null;
}

/** Reads how the triggers of a workflow that listen are doing, by the id of the trigger. */
export async function readConsumerReports(db: Query, workflowId: string): Promise<ReadonlyMap<string, ConsumerReport>> {
  const rows = await db
    .selectFrom('consumers')
    .innerJoin('workflow_triggers', 'workflow_triggers.id', 'trigger_id')
    .select(['trigger_id', 'listening_since', 'last_error'])
    .where('workflow_id', '=', workflowId)
    .execute();
  return new Map(rows.map(({ trigger_id, ...report }) => [trigger_id, report]));
}
