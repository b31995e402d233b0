/**
 * A lane is the deliveries to one webhook about one file or record. They are sent in order, each until the receiver
 * accepts it, and lanes do not delay each other.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { suite, test } from 'node:test';
import { type LaneJob, laneKey } from '../../src/booster/webhooks/lane.ts';
import { wakeStalledLanes } from '../../src/booster/webhooks/tasks.ts';
import { type Answer, gate, openPlaces, type Place } from '../support/outside-places.ts';
import {
  changed,
  createSwitchableAnswer,
  isDelivered,
  openWebhooks,
  type Panel,
  readSubject,
  status,
} from './booster-webhooks.ts';
import { poll } from './poll.ts';

const openElsewhere = await openPlaces();
const webhooks = await openWebhooks();
const { database, jobs } = webhooks.system;

/** Answers with more than the service reads of an answer. */
function answerTooLong(code: number): Answer {
  return (_request, response) => void response.writeHead(code).end(Buffer.alloc(2 ** 20 + 1));
}

suite('a lane', () => {
  test('waits for its head, while other subjects and other webhooks continue', async () => {
    const key = randomUUID();
    const other = randomUUID();
    const { receiver, answer } = createSwitchableAnswer(request => readSubject(request).startsWith(key));
    const [bad, good] = [webhooks.open(answer), webhooks.open(status(200))];
    const panel = await webhooks.panelFor([bad, good]);
    await webhooks.announceEvents(panel, [changed(key, 1), changed(key, 2), changed(other, 1)]);
    await good.came(3);
    await poll(() => (bad.seen.some(request => readSubject(request) === `${other}:1`) ? true : undefined));
    await poll(async () => {
      const waiting = (await webhooks.findDeliveries(panel)).filter(({ state }) => state === 'waiting');
      return waiting.length === 2 && waiting[0]?.last_status === 500 ? true : undefined;
    });
    await webhooks.change(`claimed_until = now() + interval '1 hour'`, panel, "attempts > 0 AND state = 'waiting'");
    await webhooks.waitForJobs(panel, 0);
    const readSubjectsOfKey = ({ seen }: Place) => seen.map(readSubject).filter(subject => subject.startsWith(key));
    const before = readSubjectsOfKey(bad);
    assert.deepEqual(new Set(before), new Set([`${key}:1`]));
    // New events do not bring the next attempt forward.
    await webhooks.announceEvents(panel, [changed(key, 3)]);
    await good.came(4);
    await webhooks.waitForJobs(panel, 0);
    assert.deepEqual(readSubjectsOfKey(bad), before);
    receiver.refuses = false;
    await webhooks.retryNow(panel);
    await webhooks.waitForAll(panel, isDelivered);
    assert.deepEqual(readSubjectsOfKey(bad), [...before, `${key}:1`, `${key}:2`, `${key}:3`]);
    assert.deepEqual(readSubjectsOfKey(good), [`${key}:1`, `${key}:2`, `${key}:3`]);
  });

  test('continues when the receiver listens again', async () => {
    const receiver = createServer((_request, response) => void response.writeHead(200).end());
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address = receiver.address();
    assert.ok(address !== null && typeof address === 'object');
    const { port } = address;
    receiver.close();
    await once(receiver, 'close');
    const panel = await webhooks.panelFor([`http://127.0.0.1:${port}/hook`]);
    await webhooks.announceEvents(panel, [changed(randomUUID(), 1)]);
    const [refused] = await webhooks.waitForAll(panel, ({ attempts }) => attempts > 0);
    assert.deepEqual(
      [refused?.last_status, refused?.last_error],
      [null, `The connection to '127.0.0.1:${port}' was refused`],
    );
    receiver.listen(port, '127.0.0.1');
    await once(receiver, 'listening');
    await webhooks.retryNow(panel);
    await webhooks.waitForAll(panel, isDelivered);
    receiver.close();
  });

  test('is tried again at growing intervals, or when the receiver asks for it, but within an hour', async () => {
    const asks = [undefined, undefined, '1200', '999999', 'soon'];
    let tries = 0;
    const place = webhooks.open((_request, response) => {
      const ask = asks[tries++];
      response.writeHead(503, { ...(ask !== undefined && { 'retry-after': ask }) }).end();
    });
    const panel = await webhooks.panelFor([place]);
    const worker = webhooks.createManualWorker();
    await worker.announceEvents(panel, [changed(randomUUID(), 1)]);
    const [lane] = worker.announced;
    assert.ok(lane);
    const waitedSeconds: number[] = [];
    for (const _ask of asks) {
      await webhooks.change('claimed_until = NULL', panel);
      await worker.work(lane);
      const [delivery] = await webhooks.findDeliveries(panel);
      const { claimed_until } = await webhooks.readDelivery(delivery?.id ?? '');
      assert.deepEqual(worker.enqueued.at(-1), { payload: lane, startAfter: claimed_until, key: laneKey(lane) });
      waitedSeconds.push(((claimed_until?.getTime() ?? 0) - (delivery?.updated ?? 0)) / 1000);
    }
    const [first = 0, second = 0, third, fourth, fifth = 0] = waitedSeconds;
    assert.ok(first >= 2.499 && first <= 5.001, String(first));
    assert.ok(second >= 4.999 && second <= 10.001, String(second));
    assert.deepEqual([third, fourth], [1200, 3600]);
    assert.ok(fifth >= 39.999 && fifth <= 80.001, String(fifth));
    assert.deepEqual(worker.outcomes, ['refused', 'refused', 'refused', 'refused', 'refused']);
  });

  const refusals: [name: string, answer: Answer, status: number | null, error: string][] = [
    ['a redirect', status(307, { location: 'http://127.0.0.1/' }), 307, 'a redirect, which is not followed'],
    ['a redirect without a location', status(302), 302, 'The receiver answered 302 Found'],
    ['a refusal', status(404), 404, 'The receiver answered 404 Not Found'],
    ['no answer', gate().answer, null, 'The request took longer than 1 seconds'],
    ['an aborted connection', (_request, response) => response.destroy(), null, 'broke off'],
    ['a refusal that is too long', answerTooLong(500), 500, 'The receiver answered 500 Internal Server Error'],
  ];
  for (const [name, answer, lastStatus, error] of refusals) {
    test(`treats ${name} as a refusal`, async () => {
      const place = webhooks.open(answer);
      const panel = await webhooks.panelFor([place]);
      // The timeout must suffice for a megabyte, but the test without an answer should not wait that long.
      const worker = webhooks.createManualWorker({ timeoutMs: name === 'no answer' ? 1_000 : 60_000 });
      await worker.announceEvents(panel, [changed(randomUUID(), 1)]);
      await worker.workAll();
      const [delivery] = await webhooks.findDeliveries(panel);
      assert.deepEqual([delivery?.state, delivery?.attempts, delivery?.last_status], ['waiting', 1, lastStatus]);
      assert.ok(delivery?.last_error?.includes(error), String(delivery?.last_error));
      assert.equal(place.seen.length, 1);
      assert.deepEqual(worker.outcomes, ['refused']);
    });
  }

  test('continues after an acceptance that is too long to be read', async () => {
    const place = webhooks.open(answerTooLong(200));
    const panel = await webhooks.panelFor([place]);
    const worker = webhooks.createManualWorker();
    const key = randomUUID();
    await worker.announceEvents(panel, [changed(key, 1), changed(key, 2)]);
    await worker.workAll();
    assert.deepEqual(place.seen.map(readSubject), [`${key}:1`, `${key}:2`]);
    for (const delivery of await webhooks.findDeliveries(panel)) {
      assert.deepEqual([delivery.state, delivery.last_status, delivery.last_error], ['delivered', 200, null]);
    }
    assert.deepEqual(worker.outcomes, ['delivered', 'delivered']);
  });

  test('gives up its head a day after the event, and continues with the next delivery', async () => {
    const key = randomUUID();
    const place = webhooks.open(
      (request, response) => void response.writeHead(readSubject(request) === `${key}:1` ? 500 : 200).end(),
    );
    const panel = await webhooks.panelFor([place]);
    const worker = webhooks.createManualWorker();
    await worker.announceEvents(panel, [changed(key, 1), changed(key, 2)]);
    const [lane] = worker.announced;
    assert.ok(lane);
    await webhooks.change(`created_at = now() - interval '23 hours 59 minutes'`, panel);
    await worker.work(lane);
    assert.deepEqual(place.seen.map(readSubject), [`${key}:1`]);
    await webhooks.change(`created_at = now() - interval '24 hours', claimed_until = NULL`, panel);
    await worker.work(lane);
    assert.deepEqual(place.seen.map(readSubject), [`${key}:1`, `${key}:1`, `${key}:2`]);
    assert.deepEqual(
      (await webhooks.findDeliveries(panel)).map(({ state, attempts, last_status }) => [state, attempts, last_status]),
      [
        ['failed', 2, 500],
        ['delivered', 1, 200],
      ],
    );
    assert.deepEqual(worker.outcomes, ['refused', 'failed', 'delivered']);
  });

  test('lets other lanes run after a hundred deliveries', async () => {
    const place = webhooks.open(status(200));
    const panel = await webhooks.panelFor([place]);
    const key = randomUUID();
    const worker = webhooks.createManualWorker();
    await worker.announceEvents(
      panel,
      Array.from({ length: 101 }, (_, n) => changed(key, n)),
    );
    const [lane] = worker.announced;
    assert.ok(lane);
    await worker.work(lane);
    assert.equal(place.seen.length, 100);
    assert.deepEqual(worker.enqueued, [{ payload: lane, startAfter: undefined, key: laneKey(lane) }]);
    await worker.work(lane);
    assert.equal(place.seen.length, 101);
    assert.equal(worker.enqueued.length, 1);
  });

  test('to a host that hangs does not use more slots than the host has', async () => {
    const { answer, open: release } = gate(status(200));
    const [slow, alsoSlow] = [webhooks.open(answer), webhooks.open(answer)];
    const elsewhere = openElsewhere(status(200));
    const panel = await webhooks.panelFor([slow, alsoSlow, elsewhere]);
    const worker = webhooks.createManualWorker({ slotsPerHost: 1 });
    await worker.announceEvents(panel, [changed(randomUUID(), 1)]);
    const [first, second, third] = worker.announced;
    assert.ok(first && second && third);
    const hanging = worker.work(first);
    await slow.came(1);
    await worker.work(second);
    await worker.work({ ...second, times_in_vain: 1 });
    await worker.work(third);
    assert.deepEqual([alsoSlow.seen.length, elsewhere.seen.length], [0, 1]);
    // The lanes without a slot are enqueued as well, in case this process dies.
    assert.deepEqual(
      worker.enqueued.map(({ payload, key }) => [payload, key]),
      [1, 2].map(times_in_vain => [{ ...second, times_in_vain }, laneKey(second)]),
    );
    assert.ok(worker.enqueued.every(({ startAfter }) => startAfter));
    release();
    await hanging;
    assert.equal(alsoSlow.seen.length, 1, 'who had the place went on with those who had none');
    await webhooks.waitForAll(panel, isDelivered);
  });
});

suite('a lane without a job', () => {
  const LONG_AGO = "now() - interval '2 hours 1 minute'";

  /** Prepares two deliveries without a job. */
  async function prepareLaneWithoutJob() {
    const place = webhooks.open(status(200));
    const panel = await webhooks.panelFor([place]);
    const key = randomUUID();
    await webhooks.createManualWorker().announceEvents(panel, [changed(key, 1), changed(key, 2)]);
    const [head] = await webhooks.findDeliveries(panel);
    assert.ok(head);
    return { place, panel, key, head };
  }

  async function findWokenLanes(panel: Panel): Promise<LaneJob[]> {
    const lanes: LaneJob[] = [];
    await wakeStalledLanes(database.query, {
      async enqueueMany(_kind, payloads) {
        for (const payload of payloads) lanes.push(Object(payload));
      },
    });
    return lanes.filter(({ panel_id }) => panel_id === panel.id);
  }

  for (const [name, claim] of [
    ['was never tried', 'NULL'],
    ['was claimed by a process that died', LONG_AGO],
  ]) {
    test(`is found when its head ${name}, and delivers`, async () => {
      const { place, panel, key } = await prepareLaneWithoutJob();
      await webhooks.change(`created_at = ${LONG_AGO}, claimed_until = ${claim}`, panel);
      await wakeStalledLanes(database.query, jobs);
      await webhooks.waitForAll(panel, isDelivered);
      assert.deepEqual(place.seen.map(readSubject), [`${key}:1`, `${key}:2`]);
    });
  }

  test('is woken once for all of its deliveries', async () => {
    const { panel, head } = await prepareLaneWithoutJob();
    await webhooks.change(`created_at = ${LONG_AGO}`, panel);
    assert.deepEqual(await findWokenLanes(panel), [await webhooks.readLane(head.id)]);
    await webhooks.change("state = 'failed'", panel);
    assert.deepEqual(await findWokenLanes(panel), [], 'nothing waits');
  });

  test('is not woken while its head is new or still has a next attempt', async () => {
    const { panel, head } = await prepareLaneWithoutJob();
    assert.deepEqual(await findWokenLanes(panel), []);
    await webhooks.change(`created_at = ${LONG_AGO}`, panel);
    await webhooks.change("claimed_until = now() + interval '1 hour'", panel, `id = '${head.id}'`);
    assert.deepEqual(await findWokenLanes(panel), []);
    await webhooks.change("claimed_until = now() - interval '1 hour'", panel, `id = '${head.id}'`);
    assert.deepEqual(await findWokenLanes(panel), [], 'its job may be late');
  });
});
