/** Tests how often, and for how long, a process polls for runs of another process that its requests wait for. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { poll } from '../http/poll.ts';
import { createTestDatabase } from '../support/database.ts';
import { chain, node } from '../support/definitions.ts';
import { gate, openPlaces } from '../support/outside-places.ts';
import { createWorkflow } from '../support/runs.ts';
import { ADMIN_KEY, serviceOn } from '../support/service.ts';

const FOLLOWERS = 100;

const openPlace = await openPlaces();
const settings = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' };
const database = await createTestDatabase();
const service = await serviceOn(database, settings);
const other = await serviceOn(database, settings, { work: false });
after(async () => {
  await other.stopService();
  await service.stop();
});

/** The ids of the runs in each polling query of the other process. */
const polls: string[][] = [];
const { pool } = other.service.system.database;
const query = pool.query.bind(pool);
Object.assign(pool, {
  query(statement: { name?: string; values?: [string[]] }) {
    if (statement.name === 'runs.statuses') polls.push(statement.values?.[0] ?? []);
    return query(statement as never);
  },
});

/** Waits for this many further polling queries. */
async function nextPolls(count: number): Promise<string[][]> {
  const before = polls.length;
  await poll(() => (polls.length >= before + count ? true : undefined));
  return polls.slice(before);
}

/** Starts a run in the first process, with an Idempotency-Key, that waits until the test opens its gate. */
async function begin(key: string) {
  const slow = gate();
  const place = openPlace(slow.answer);
  const workflow_id = await createWorkflow(service, chain(node('call', 'http.request', { url: place.url })));
  const ask = (url: string, signal: AbortSignal | null = null) =>
    fetch(`${url}/api/v3/workflow/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'uni-api-key': ADMIN_KEY, 'idempotency-key': key },
      body: JSON.stringify({ workflow_id }),
      signal,
    });
  const first = ask(service.url).then(async reply => (await reply.json()) as Run);
  await place.came(1);
  return { slow, first, repeat: (signal?: AbortSignal) => ask(other.url, signal) };
}

test('a hundred requests that wait for one run share one polling query, and all are answered', async () => {
  const { slow, first, repeat } = await begin('shared');
  const repeated = Array.from({ length: FOLLOWERS }, () => repeat());
  await nextPolls(3);
  for (const ids of await nextPolls(3)) assert.equal(ids.length, 1);
  slow.open();
  const run = await first;
  assert.equal(run.status, 'success');
  for (const reply of await Promise.all(repeated)) assert.deepEqual(await reply.json(), run);
});

test('the process stops polling for clients that have left', async () => {
  const left = await begin('left');
  const leaving = new AbortController();
  const repeated = Promise.allSettled(Array.from({ length: FOLLOWERS }, () => left.repeat(leaving.signal)));
  const [ids = []] = await nextPolls(1);
  await nextPolls(2);
  leaving.abort();
  await repeated;
  const staying = await begin('staying');
  const answered = staying.repeat();
  await nextPolls(3);
  const later = (await nextPolls(3)).flat();
  assert.equal(new Set(later).size, 1);
  assert.ok(!later.includes(ids[0] ?? ''), 'the run of those who left');
  staying.slow.open();
  assert.deepEqual(await (await answered).json(), await staying.first);
  left.slow.open();
  await left.first;
});
