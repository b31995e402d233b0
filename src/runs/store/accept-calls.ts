/**
 * Accepts plain calls of webhooks with one statement (`accept_calls`): those without files and without a request key,
 * which nothing limits but the queue and the rates of their trigger, and for all of which there is room.
 *
 * Near its limit, a queue is counted under a lock. Far from it, a count is good for some more runs in each process, so
 * that processes which accept calls of one webhook do not wait for each other, and a long queue is not counted for every
 * batch. As no process takes more than a 32nd of a limit, and only until half of it is used, up to sixteen processes
 * stay within the limit exactly.
 */
import type { Pool } from '../../platform/postgres/pool.ts';
import {
  CALLED_PARAMETERS,
  calledValues,
  listParameters,
  type QueueLimits,
  type RunToQueue,
} from './accept-statements.ts';

/** Returns the ids of the runs that were inserted. The others must be decided about in a transaction. */
export type AcceptPlainCalls = (runs: readonly RunToQueue[]) => Promise<ReadonlySet<string>>;

interface AcceptedRow {
  accepted: string[] | null;
  queued_of_workflow: number[] | null;
  queued_of_user: number[] | null;
}

export function createAcceptPlainCalls(pool: Pool, { queued, queuedPerUser, calls }: QueueLimits): AcceptPlainCalls {
  const workflows = new QueueRoom(queued);
  const users = new QueueRoom(queuedPerUser);
  const windows = calls ? [calls.minute, calls.hour, calls.day] : null;

  return async runs => {
    const countedWorkflows = workflows.take(runs.map(({ trigger }) => trigger.workflowId));
    const countedUsers = users.take(runs.map(({ trigger }) => trigger.runAs));
    const { rows } = await pool.query<AcceptedRow>({
      name: 'webhooks.accept',
      text: ACCEPT,
      values: [
        ...calledValues(runs),
        ...[[...countedWorkflows.keys()], [...countedWorkflows.values()], queued],
        ...[[...countedUsers.keys()], [...countedUsers.values()], queuedPerUser],
        windows,
      ],
    });
    const [row] = rows;
    workflows.note([...countedWorkflows], row?.queued_of_workflow ?? []);
    users.note([...countedUsers], row?.queued_of_user ?? []);
    return new Set(row?.accepted);
  };
}

const ACCEPT = `SELECT * FROM accept_calls(${listParameters(CALLED_PARAMETERS + 7)})`;

/** How long a count is good for further runs. */
const COUNTED_MS = 1_000;
/** The share of a limit that a process may use up after a count. */
const SHARE = 1 / 32;
/** With less than a batch, a count is not worth remembering. */
const LEAST_ROOM = 32;
const MOST_QUEUES = 10_000;

/** Knows how many more runs may join queues before they must be counted again. */
class QueueRoom {
  readonly #most: number;
  readonly #rooms = new Map<string, { left: number; until: number }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes room for one run in each of these queues. Returns the queues that must be counted, with their runs. */
  take(queues: readonly string[]): Map<string, number> {
    const wanted = new Map<string, number>();
    for (const queue of queues) wanted.set(queue, (wanted.get(queue) ?? 0) + 1);
    const now = performance.now();
    for (const [queue, runs] of wanted) {
      const room = this.#rooms.get(queue);
      if (!room || room.until < now || room.left < runs) continue;
      room.left -= runs;
      wanted.delete(queue);
    }
    return wanted;
  }

  /** Notes how many runs were in the queues before these ones came. */
  note(counted: readonly [queue: string, runs: number][], waiting: readonly number[]): void {
    if (this.#rooms.size > MOST_QUEUES) this.#rooms.clear();
    for (const [index, [queue, runs]] of counted.entries()) {
      const queued = (waiting[index] ?? this.#most) + runs;
      const left = Math.floor((this.#most - queued) * SHARE);
      const isFar = queued <= this.#most / 2 && left >= LEAST_ROOM;
      if (isFar) this.#rooms.set(queue, { left, until: performance.now() + COUNTED_MS });
      else this.#rooms.delete(queue);
    }
  }
}
