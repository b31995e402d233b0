/** What one webhook is told of one file or record: in order, each until it is accepted, and none in another's way. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { suite, test } from 'node:test';
import { type LaneJob, laneKey } from '../../src/booster/webhooks/lane.ts';
import { wakeStalledLanes } from '../../src/booster/webhooks/tasks.ts';
import { type Answer, gate, openPlaces, type Place } from '../support/outside-places.ts';
import { changed, isDelivered, moody, openWebhooks, type Panel, status, tellsOf } from './booster-webhooks.ts';
import { poll } from './poll.ts';

const openElsewhere = await openPlaces();
const webhooks = await openWebhooks();
const { database, jobs } = webhooks.system;

/** More than anybody reads of an answer. */
function tooLong(code: number): Answer {
  return (_request, response) => void response.writeHead(code).end(Buffer.alloc(2 ** 20 + 1));
}

suite('a lane', () => {
  test('waits for its head, while other subjects and other webhooks go on', async () => {
    const key = randomUUID();
    const other = randomUUID();
    const { mood, answer } = moody(request => tellsOf(request).startsWith(key));
    const [bad, good] = [webhooks.open(answer), webhooks.open(status(200))];
    const panel = await webhooks.panelFor([bad, good]);
    await webhooks.happens(panel, [changed(key, 1), changed(key, 2), changed(other, 1)]);
    await good.came(3);
    await poll(() => (bad.seen.some(request => tellsOf(request) === `${other}:1`) ? true : undefined));
    await poll(async () => {
      const waiting = (await webhooks.deliveriesOf(panel)).filter(({ state }) => state === 'waiting');
      return waiting.length === 2 && waiting[0]?.last_status === 500 ? true : undefined;
    });
    await webhooks.change(`claimed_until = now() + interval '1 hour'`, panel, "attempts > 0 AND state = 'waiting'");
    await webhooks.quiet(panel, 0);
    const ofKey = ({ seen }: Place) => seen.map(tellsOf).filter(told => told.startsWith(key));
    const before = ofKey(bad);
    assert.deepEqual(new Set(before), new Set([`${key}:1`]));
    // What comes in meanwhile does not bring the next try forward.
    await webhooks.happens(panel, [changed(key, 3)]);
    await good.came(4);
    await webhooks.quiet(panel, 0);
    assert.deepEqual(ofKey(bad), before);
    mood.refuses = false;
    await webhooks.hurry(panel);
    await webhooks.all(panel, isDelivered);
    assert.deepEqual(ofKey(bad), [...before, `${key}:1`, `${key}:2`, `${key}:3`]);
    assert.deepEqual(ofKey(good), [`${key}:1`, `${key}:2`, `${key}:3`]);
  });

  test('goes on when the receiver listens again', async () => {
    const receiver = createServer((_request, response) => void response.writeHead(200).end());
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address = receiver.address();
    assert.ok(address !== null && typeof address === 'object');
    const { port } = address;
    receiver.close();
    await once(receiver, 'close');
    const panel = await webhooks.panelFor([`http://127.0.0.1:${port}/hook`]);
    await webhooks.happens(panel, [changed(randomUUID(), 1)]);
    const [refused] = await webhooks.all(panel, ({ attempts }) => attempts > 0);
    assert.deepEqual(
      [refused?.last_status, refused?.last_error],
      [null, `The connection to '127.0.0.1:${port}' was refused`],
    );
    receiver.listen(port, '127.0.0.1');
    await once(receiver, 'listening');
    await webhooks.hurry(panel);
    await webhooks.all(panel, isDelivered);
    receiver.close();
  });

  test('is tried again later and later, and when the receiver asks for it, but within the hour', async () => {
    const asks = [undefined, undefined, '1200', '999999', 'soon'];
    let tries = 0;
    const place = webhooks.open((_request, response) => {
      const ask = asks[tries++];
      response.writeHead(503, { ...(ask !== undefined && { 'retry-after': ask }) }).end();
    });
    const panel = await webhooks.panelFor([place]);
    const hand = webhooks.byHand();
    await hand.happens(panel, [changed(randomUUID(), 1)]);
    const [lane] = hand.announced;
    assert.ok(lane);
    const waitedSeconds: number[] = [];
    for (const _ask of asks) {
      await webhooks.change('claimed_until = NULL', panel);
      await hand.work(lane);
      const [delivery] = await webhooks.deliveriesOf(panel);
      const { claimed_until } = await webhooks.rowOf(delivery?.id ?? '');
      assert.deepEqual(hand.enqueued.at(-1), { payload: lane, startAfter: claimed_until, key: laneKey(lane) });
      waitedSeconds.push(((claimed_until?.getTime() ?? 0) - (delivery?.updated ?? 0)) / 1000);
    }
    const [first = 0, second = 0, third, fourth, fifth = 0] = waitedSeconds;
    assert.ok(first >= 2.499 && first <= 5.001, String(first));
    assert.ok(second >= 4.999 && second <= 10.001, String(second));
    assert.deepEqual([third, fourth], [1200, 3600]);
    assert.ok(fifth >= 39.999 && fifth <= 80.001, String(fifth));
    assert.deepEqual(hand.outcomes, ['refused', 'refused', 'refused', 'refused', 'refused']);
  });

  const refusals: [name: string, answer: Answer, status: number | null, error: string][] = [
    ['a redirect', status(307, { location: 'http://127.0.0.1/' }), 307, 'a redirect, which is not followed'],
    ['a redirect to nowhere', status(302), 302, 'The receiver answered 302 Found'],
    ['a refusal', status(404), 404, 'The receiver answered 404 Not Found'],
    ['no answer', gate().answer, null, 'The request took longer than 0.2 seconds'],
    ['a connection that breaks off', (_request, response) => response.destroy(), null, 'broke off'],
    ['a refusal that is too long', tooLong(500), 500, 'The receiver answered 500 Internal Server Error'],
  ];
  for (const [name, answer, lastStatus, error] of refusals) {
    test(`is refused by ${name}`, async () => {
      const place = webhooks.open(answer);
      const panel = await webhooks.panelFor([place]);
      // Long enough for a megabyte, and over soon for who waits in vain.
      const hand = webhooks.byHand({ timeoutMs: name === 'no answer' ? 200 : 15_000 });
      await hand.happens(panel, [changed(randomUUID(), 1)]);
      await hand.workAll();
      const [delivery] = await webhooks.deliveriesOf(panel);
      assert.deepEqual([delivery?.state, delivery?.attempts, delivery?.last_status], ['waiting', 1, lastStatus]);
      assert.ok(delivery?.last_error?.includes(error), String(delivery?.last_error));
      assert.equal(place.seen.length, 1);
      assert.deepEqual(hand.outcomes, ['refused']);
    });
  }

  test('goes on after an acceptance that is too long to be read', async () => {
    const place = webhooks.open(tooLong(200));
    const panel = await webhooks.panelFor([place]);
    const hand = webhooks.byHand();
    const key = randomUUID();
    await hand.happens(panel, [changed(key, 1), changed(key, 2)]);
    await hand.workAll();
    assert.deepEqual(place.seen.map(tellsOf), [`${key}:1`, `${key}:2`]);
    for (const delivery of await webhooks.deliveriesOf(panel)) {
      assert.deepEqual([delivery.state, delivery.last_status, delivery.last_error], ['delivered', 200, null]);
    }
    assert.deepEqual(hand.outcomes, ['delivered', 'delivered']);
  });

  test('gives its head up a day after the event, and goes on with the next', async () => {
    const key = randomUUID();
    const place = webhooks.open(
      (request, response) => void response.writeHead(tellsOf(request) === `${key}:1` ? 500 : 200).end(),
    );
    const panel = await webhooks.panelFor([place]);
    const hand = webhooks.byHand();
    await hand.happens(panel, [changed(key, 1), changed(key, 2)]);
    const [lane] = hand.announced;
    assert.ok(lane);
    await webhooks.change(`created_at = now() - interval '23 hours 59 minutes'`, panel);
    await hand.work(lane);
    assert.deepEqual(place.seen.map(tellsOf), [`${key}:1`]);
    await webhooks.change(`created_at = now() - interval '24 hours', claimed_until = NULL`, panel);
    await hand.work(lane);
    assert.deepEqual(place.seen.map(tellsOf), [`${key}:1`, `${key}:1`, `${key}:2`]);
    assert.deepEqual(
      (await webhooks.deliveriesOf(panel)).map(({ state, attempts, last_status }) => [state, attempts, last_status]),
      [
        ['failed', 2, 500],
        ['delivered', 1, 200],
      ],
    );
    assert.deepEqual(hand.outcomes, ['refused', 'failed', 'delivered']);
  });

  test('lets others have their turn after a hundred', async () => {
    const place = webhooks.open(status(200));
    const panel = await webhooks.panelFor([place]);
    const key = randomUUID();
    const hand = webhooks.byHand();
    await hand.happens(
      panel,
      Array.from({ length: 101 }, (_, n) => changed(key, n)),
    );
    const [lane] = hand.announced;
    assert.ok(lane);
    await hand.work(lane);
    assert.equal(place.seen.length, 100);
    assert.deepEqual(hand.enqueued, [{ payload: lane, startAfter: undefined, key: laneKey(lane) }]);
    await hand.work(lane);
    assert.equal(place.seen.length, 101);
    assert.equal(hand.enqueued.length, 1);
  });

  test('a host that hangs takes no more than its share', async () => {
    const { answer, open: letGo } = gate(status(200));
    const [slow, alsoSlow] = [webhooks.open(answer), webhooks.open(answer)];
    const elsewhere = openElsewhere(status(200));
    const panel = await webhooks.panelFor([slow, alsoSlow, elsewhere]);
    const hand = webhooks.byHand({ slotsPerHost: 1 });
    await hand.happens(panel, [changed(randomUUID(), 1)]);
    const [first, second, third] = hand.announced;
    assert.ok(first && second && third);
    const hanging = hand.work(first);
    await slow.came(1);
    await hand.work(second);
    await hand.work({ ...second, times_in_vain: 1 });
    await hand.work(third);
    assert.deepEqual([alsoSlow.seen.length, elsewhere.seen.length], [0, 1]);
    // In case that this process dies.
    assert.deepEqual(
      hand.enqueued.map(({ payload, key }) => [payload, key]),
      [1, 2].map(times_in_vain => [{ ...second, times_in_vain }, laneKey(second)]),
    );
    assert.ok(hand.enqueued.every(({ startAfter }) => startAfter));
    letGo();
    await hanging;
    assert.equal(alsoSlow.seen.length, 1, 'who had the place went on with those who had none');
    await webhooks.all(panel, isDelivered);
  });
});

suite('a lane without a job', () => {
  const LONG_AGO = "now() - interval '2 hours 1 minute'";

  /** Two deliveries, of which no job knows. */
  async function forgotten() {
    const place = webhooks.open(status(200));
    const panel = await webhooks.panelFor([place]);
    const key = randomUUID();
    await webhooks.byHand().happens(panel, [changed(key, 1), changed(key, 2)]);
    const [head] = await webhooks.deliveriesOf(panel);
    assert.ok(head);
    return { place, panel, key, head };
  }

  async function woken(panel: Panel): Promise<LaneJob[]> {
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
    ['was held by who died', LONG_AGO],
  ]) {
    test(`is found when its head ${name}, and delivers`, async () => {
      const { place, panel, key } = await forgotten();
      await webhooks.change(`created_at = ${LONG_AGO}, claimed_until = ${claim}`, panel);
      await wakeStalledLanes(database.query, jobs);
      await webhooks.all(panel, isDelivered);
      assert.deepEqual(place.seen.map(tellsOf), [`${key}:1`, `${key}:2`]);
    });
  }

  test('is woken once for all that waits in it', async () => {
    const { panel, head } = await forgotten();
    await webhooks.change(`created_at = ${LONG_AGO}`, panel);
    assert.deepEqual(await woken(panel), [await webhooks.laneOf(head.id)]);
    await webhooks.change("state = 'failed'", panel);
    assert.deepEqual(await woken(panel), [], 'nothing waits');
  });

  test('is not looked for while its head is young, or has its next try before it', async () => {
    const { panel, head } = await forgotten();
    assert.deepEqual(await woken(panel), []);
    await webhooks.change(`created_at = ${LONG_AGO}`, panel);
    await webhooks.change("claimed_until = now() + interval '1 hour'", panel, `id = '${head.id}'`);
    assert.deepEqual(await woken(panel), []);
    await webhooks.change("claimed_until = now() - interval '1 hour'", panel, `id = '${head.id}'`);
    assert.deepEqual(await woken(panel), [], 'its job may be late');
  });
});
