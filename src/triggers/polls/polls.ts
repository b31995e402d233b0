/**
 * Polls. Every working process looks each second for triggers that are due, and takes some of them.
 *
 *   due ── taken: a lease ──▶ the tool is called ──▶ runs, keys, cursor and next time in one transaction
 *                               │ └── fails ──▶ the next time, later and later; the owner is told after some failures
 *                               └── the process dies, or takes too long ──▶ due again when the lease is over
 *
 * A poll that was taken from its process, because its workflow was published again or because its lease is over, writes
 * nothing.
 */
import { fixedLimits } from '../../configuration/limits.ts';
import { ApiError } from '../../errors.ts';
import { StepError } from '../../nodes/step.ts';
import { runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import type { QueueRules } from '../../runs/store/queueing.ts';
import { type PollFailure, recordFailure } from './failing.ts';
import { findDue, giveBack, takeDue, takeNow } from './leases.ts';
import type { PolledTrigger, PollOutcome } from './polled-trigger.ts';
import { type ReadingServices, readPollSource } from './reading.ts';
import { deleteFoundFiles, LeaseLost, type RecordingServices, recordFound } from './recording.ts';

export interface PollServices extends ReadingServices, RecordingServices {
  limits: QueueRules & { inputCharacters: number };
  log: Logger;
  metrics: Metrics;
}

export interface Polls {
  /** Polls one trigger at once, whether it is due or not. Returns undefined while somebody else polls it. */
  pollNow(triggerId: string): Promise<PollOutcome | undefined>;
  /** Begins to look for triggers that are due. */
  start(): void;
  /** Breaks off what is under way, and gives it to other processes. */
  stop(): Promise<void>;
}

const LOOK_MS = 1_000;
const { atOnce, atOncePerUser } = fixedLimits.poll;

export function openPolls(services: PollServices): Polls {
  const { database, log, metrics } = services;
  const polls = metrics.counter('polls_total', 'Polls of sources', ['outcome']);
  const items = metrics.counter('poll_items_total', 'New items that polls started runs for', []);
  const stopping = new AbortController();
  const active = new Map<string, { userId: string; ends: Promise<unknown> }>();
  let looking: { stop(): Promise<void> } | undefined;

  async function poll(trigger: PolledTrigger): Promise<PollOutcome | undefined> {
    try {
      const outcome = await pollSource(services, trigger, stopping.signal);
      polls.inc({ outcome: outcome.error === null ? 'success' : 'failure' });
      items.inc(outcome.started);
      return outcome;
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      if (stopping.signal.aborted) {
        await giveBack(database, trigger);
        return undefined;
      }
      throw error;
    }
  }

  /** Does not wait for the polls: one that takes long must not delay the others. */
  async function look(): Promise<void> {
    const room = atOnce - active.size;
    if (room <= 0 || stopping.signal.aborted) return;
    const due = await findDue(database.query, { most: atOnce, mostPerUser: atOncePerUser });
    const counts = Map.groupBy(active.values(), ({ userId }) => userId);
    const chosen = due
      .filter(({ id, userId }, position) => {
        const before = due.slice(0, position).filter(each => each.userId === userId).length;
        return !active.has(id) && before + (counts.get(userId)?.length ?? 0) < atOncePerUser;
      })
      .slice(0, room);
    if (chosen.length === 0) return;
    const taken = await takeDue(
      database,
      chosen.map(({ id }) => id),
    );
    for (const trigger of taken) begin(trigger);
  }

  function begin(trigger: PolledTrigger): void {
    const ends = poll(trigger)
      .catch(err =>
        log.error({ err, trigger: trigger.id, workflow: trigger.workflow_id }, 'a poll could not be recorded'),
      )
      .finally(() => active.delete(trigger.id));
    active.set(trigger.id, { userId: trigger.run_as_id, ends });
  }

  return {
    async pollNow(triggerId) {
      const trigger = await takeNow(database, triggerId);
      return trigger && poll(trigger);
    },
    start() {
      looking ??= runPeriodically(LOOK_MS, look, err => log.error({ err }, 'due polls could not be taken'));
    },
    async stop() {
      stopping.abort(new Error('the service is stopping'));
      await looking?.stop();
      await Promise.all([...active.values()].map(({ ends }) => ends));
    },
  };
}

async function pollSource(services: PollServices, trigger: PolledTrigger, signal: AbortSignal): Promise<PollOutcome> {
  const { database } = services;
  if (!trigger.run_as_enabled) {
    return recordFailure(services, trigger, { message: 'The user on whose behalf the workflow runs is disabled' });
  }
  const saved = new Set<string>();
  try {
    const found = await readPollSource(services, {
      params: trigger.params,
      cursor: trigger.cursor === null ? null : JSON.parse(trigger.cursor),
      workflow: { id: trigger.workflow_id, name: trigger.workflow_name, organizationId: trigger.organization_id },
      nodeId: trigger.node_id,
      user: { userId: trigger.run_as_id, email: trigger.run_as_email, name: trigger.run_as_name },
      idempotencyKey: `poll ${trigger.id} ${trigger.lease}`,
      onSaved: fileId => saved.add(fileId),
      signal,
    });
    return await recordFound(services, trigger, { ...found, fileIds: [...saved] });
  } catch (error) {
    await deleteFoundFiles(database.query, [...saved]);
    signal.throwIfAborted();
    const failure = toFailure(error);
    if (!failure) throw error;
    return recordFailure(services, trigger, failure);
  }
}

/** Returns undefined for what is no fault of the source, such as a database that can not be reached. */
function toFailure(error: unknown): PollFailure | undefined {
  if (error instanceof StepError) return { message: error.message, retryAfterMs: error.retryAfterMs };
  if (error instanceof OutboundError || error instanceof ApiError) return { message: error.message };
  return undefined;
}
