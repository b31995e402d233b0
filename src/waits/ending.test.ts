/** No wait ends early, none is lost, and none ends twice, however many processes look for due waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openFiles } from '../../test/fixtures/files.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import { type CallStatus, saveCall } from './calls.ts';
import { endDueWaits } from './ending.ts';
import { sendEvent } from './events.ts';

const files = await openFiles();
const { db } = files;
const { database } = files.services;
const { signal } = new AbortController();

interface Planned {
  kind: 'time' | 'call' | 'event';
  /** When it is due, from now on. Null: not while the test lasts. */
  dueInMs: number | null;
  /** Whether somebody calls, or sends the event, meanwhile. */
  isMet: boolean;
}

const planned: fc.Arbitrary<Planned> = fc.record({
  kind: fc.constantFrom('time', 'call', 'event'),
  dueInMs: fc.option(fc.integer({ min: -20, max: 80 }), { freq: 3 }),
  isMet: fc.boolean(),
});

interface Wait extends Planned {
  nodeId: string;
  isMet: boolean;
}

/** Notes when each of them is due, by the clock of the database. */
async function insertWaits(
  userId: string,
  runId: string,
  waits: readonly Wait[],
  dueTimes: Map<string, number>,
): Promise<void> {
  for (const [position, { kind, dueInMs, nodeId }] of waits.entries()) {
    const event = kind === 'event' ? { scope: userId, name: nodeId, key: '' } : { scope: null, name: null, key: null };
    const { rows } = await sql<{
      due_at: Date;
    }>`INSERT INTO run_waits (run_id, node_id, iteration, position, started_at, kind, due_at, is_held,
        timeout_continues, event_scope, event_name, event_key)
      VALUES (${runId}, ${nodeId}, '{}', ${position}, now(), ${kind},
        now() + make_interval(secs => ${(dueInMs ?? 3_600_000) / 1000}), false, true,
        ${event.scope}, ${event.name}, ${event.key})
      RETURNING due_at`.execute(db);
    dueTimes.set(nodeId, rows[0]?.due_at.getTime() ?? Number.NaN);
  }
}

function call(runId: string, nodeId: string): Promise<CallStatus | 'late'> {
  const step = { id: newId(), runId, nodeId, iteration: [], files: [], key: undefined };
  const input = JSON.stringify({ body: nodeId, query: {}, headers: {} });
  return db
    .transaction()
    .execute(transaction => saveCall(transaction, { ...step, input }))
    .catch(error => {
      assert.ok(error instanceof ApiError, String(error));
      return 'late';
    });
}

interface EndedStep {
  node_id: string;
  output: string;
  handle: string | null;
  finished_at: number;
}

async function readEnded(runIds: readonly string[]): Promise<Map<string, EndedStep>> {
  const { rows } = await sql<EndedStep>`
    SELECT node_id, output, step::json ->> 'handle' AS handle, (step::json ->> 'finished_at')::float8 AS finished_at
    FROM run_steps WHERE run_id = ANY (${runIds}::uuid[])`.execute(db);
  return new Map(rows.map(row => [row.node_id, row]));
}

async function countOpen(runIds: readonly string[]): Promise<{ due: number; open: number }> {
  const { rows } = await sql<{ due: number; open: number }>`
    SELECT count(*) FILTER (WHERE due_at < now() + interval '10 minutes') AS due, count(*) AS open
    FROM run_waits WHERE run_id = ANY (${runIds}::uuid[])`.execute(db);
  return rows[0] ?? { due: 0, open: 0 };
}

test('waits end once, after their time or with what met them', async () => {
  const userId = await files.user();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(planned, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      async plan => {
        const dueTimes = new Map<string, number>();
        const runs: { id: string; waits: Wait[] }[] = [];
        for (const waits of plan) {
          const id = await files.run(userId);
          await sql`UPDATE runs SET status = 'waiting' WHERE id = ${id}`.execute(db);
          runs.push({ id, waits: waits.map(wait => ({ ...wait, nodeId: newId() })) });
        }
        for (const { id, waits } of runs) await insertWaits(userId, id, waits, dueTimes);
        const ids = runs.map(({ id }) => id);
        const answers = new Map<string, CallStatus | 'late' | number>();
        const meeting = runs.flatMap(({ id, waits }) =>
          waits
            .filter(({ isMet, kind }) => isMet && kind !== 'time')
            .map(async ({ kind, nodeId }) => {
              const event = { id: newId(), scope: { kind: 'user', id: userId } as const, name: nodeId, key: '' };
              const answer =
                kind === 'call'
                  ? await call(id, nodeId)
                  : (await sendEvent(database, { ...event, data: nodeId, owner: userId }, signal)).woken;
              answers.set(nodeId, answer);
            }),
        );
        const taker = async () => {
          do await endDueWaits(db);
          while ((await countOpen(ids)).due > 0);
        };
        await Promise.all([taker(), taker(), taker(), ...meeting]);
        // An event that was sent last makes its waits due.
        await taker();

        const ended = await readEnded(ids);
        for (const { nodeId, kind, dueInMs, isMet } of runs.flatMap(({ waits }) => waits)) {
          const step = ended.get(nodeId);
          const answer = answers.get(nodeId);
          const isTaken = answer === 1 || (typeof answer === 'object' && answer.status === 'resumed');
          if (isTaken) assert.ok(step?.output.includes(nodeId) && step.handle === null, `${kind} ${step?.output}`);
          else if (dueInMs === null) assert.equal(step, undefined, 'it ended early');
          else {
            assert.ok(step, `the wait for a ${kind} is lost`);
            assert.ok(step.finished_at >= (dueTimes.get(nodeId) ?? Number.NaN), 'it ended early');
            assert.equal(step.handle, kind === 'time' ? null : 'timeout');
          }
          if (isMet && dueInMs === null && kind !== 'time') assert.ok(isTaken, `a ${kind} was lost`);
        }
        const left = runs.flatMap(({ waits }) => waits).length - ended.size;
        assert.equal((await countOpen(ids)).open, left);
        const { rows } = await sql<{ id: string }>`
        SELECT id FROM runs WHERE id = ANY (${ids}::uuid[]) AND status = 'queued'`.execute(db);
        const woken = runs.filter(({ waits }) => waits.some(({ nodeId }) => ended.has(nodeId)));
        assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(woken.map(({ id }) => id)));
      },
    ),
    { numRuns: 12 },
  );
});
