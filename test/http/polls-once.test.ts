/** Each item starts one run, whatever the source lists, whoever polls, and whatever dies in between. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { takeNow } from '../../src/triggers/polls/leases.ts';
import type { FoundItem } from '../../src/triggers/polls/poll-thread.ts';
import { LeaseLost, recordFound } from '../../src/triggers/polls/recording.ts';
import { testService } from '../support/service.ts';
import { openSource, PolledWorkflow } from './polled.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const { database } = service.service.system;
const db = database.query;
const ann = await service.person();
const source = await openSource({ after });

const toItem = (id: number): FoundItem => {
  const hash = id.toString(16).padStart(32, '0');
  return { hash, key: String(id), json: JSON.stringify({ id }) };
};

/** What one process does with the lease that it has taken. */
type Ending = 'records' | 'dies' | 'is late' | 'fails';

const round = fc.record({
  /** The part of the source's list that the poll sees. */
  from: fc.nat(30),
  length: fc.nat(12),
  ending: fc.constantFrom<Ending>('records', 'records', 'dies', 'is late', 'fails'),
  room: fc.constantFrom(1, 3, 1000),
});

async function triggerOf(workflowId: string): Promise<string> {
  const { id } = await db
    .selectFrom('workflow_triggers')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends the lease of a process that died, as time would. */
async function endLease(triggerId: string): Promise<void> {
  await sql`UPDATE poll_states SET leased_until = now() WHERE trigger_id = ${triggerId}`.execute(db);
}

test('each item that was recorded started exactly one run', async () => {
  source.answer = [];
  const notify = async () => {};
  await fc.assert(
    fc.asyncProperty(
      fc.array(round, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(undefined, 3),
      async (rounds, batch) => {
        const params = { params: { url: source.url }, first: 'all', ...(batch !== undefined && { batch }) };
        const workflow = await PolledWorkflow.publish(service, ann, params);
        const triggerId = await triggerOf(workflow.id);
        const started = new Set<number>();
        for (const { from, length, ending, room } of rounds) {
          const ids = Array.from({ length }, (_, index) => from + index);
          const found = { items: ids.map(toItem), cursor: JSON.stringify(from), fileIds: [] };
          const limits = {
            queuedPerUser: room,
            inputCharacters: 200_000,
            startOf: () => null,
            decide: () => 'start' as const,
          };
          const trigger = await takeNow(database, triggerId);
          assert.ok(trigger, 'the lease was given back');
          if (ending === 'dies') await endLease(triggerId);
          else if (ending === 'is late') {
            await endLease(triggerId);
            const second = await takeNow(database, triggerId);
            assert.ok(second);
            await assert.rejects(recordFound({ database, notify, limits }, trigger, found), LeaseLost);
            await recordFound({ database, notify, limits: { ...limits, queuedPerUser: 1000 } }, second, found);
            for (const id of ids) started.add(id);
          } else if (ending === 'fails') {
            // The connection breaks while the transaction is under way.
            const broken = { ...trigger, id: triggerId, workflow_id: crypto.randomUUID() };
            await assert.rejects(recordFound({ database, notify, limits }, broken, found), LeaseLost);
            await endLease(triggerId);
          } else {
            const fresh = ids.filter(id => !started.has(id));
            const outcome = await recordFound({ database, notify, limits }, trigger, found);
            assert.equal(outcome.new, fresh.length);
            assert.equal(outcome.started + outcome.left, fresh.length);
            // What is left is the end of the list.
            for (const id of fresh.slice(0, outcome.started)) started.add(id);
          }
        }
        const { rows } = await sql<{ input: string }>`
        SELECT input FROM runs WHERE workflow_id = ${workflow.id}`.execute(db);
        const items = rows.flatMap(({ input }) => {
          const { item, items = [item] } = JSON.parse(input);
          return items.map(({ id }: { id: number }) => id);
        });
        assert.deepEqual(
          items.sort((one: number, other: number) => one - other),
          [...started].sort((one, other) => one - other),
        );
      },
    ),
    { numRuns: 6 },
  );
});
