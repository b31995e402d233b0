/** The messages that webhooks of panels receive, and what the service stores for them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { deliverLane } from '../../src/booster/webhooks/lane.ts';
import type { Query } from '../../src/database.ts';
import { storedFile } from '../fixtures/stored-files.ts';
import {
  changed,
  createSwitchableAnswer,
  isDelivered,
  openWebhooks,
  type Panel,
  readSubject,
  status,
  toHeaders,
} from './booster-webhooks.ts';

const webhooks = await openWebhooks();
const { database, announce } = webhooks.system;

suite('a message', () => {
  test('passes verification by a library of the specification, and says what happened', async () => {
    const place = webhooks.open(status(204));
    const panel = await webhooks.panelFor([place]);
    const key = randomUUID();
    await webhooks.announceEvents(panel, [changed(key, 1)]);
    const [delivery] = await webhooks.waitForAll(panel, isDelivered);
    const [seen] = place.seen;
    assert.ok(seen && delivery);
    const headers = toHeaders(seen);
    const verified = new Webhook(panel.webhooks[0]?.secret ?? '').verify(seen.body, headers);
    const { rows } = await database.pool.query('SELECT created_at FROM booster_events WHERE id = $1', [
      delivery.event.id,
    ]);
    assert.deepEqual(verified, {
      type: 'record.changed',
      timestamp: rows[0].created_at.toISOString(),
      data: { panel_id: panel.id, record: { key, collection: 'things', data: { n: 1 }, created: 1, updated: 1 } },
    });
    assert.equal(seen.method, 'POST');
    assert.equal(headers['webhook-id'], delivery.id);
    assert.equal(headers['content-type'], 'application/json');
    assert.match(headers['user-agent'] ?? '', /^Heddle/);
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    assert.throws(() => new Webhook(other).verify(seen.body, headers), /No matching signature/);
    assert.throws(() => new Webhook(panel.webhooks[0]?.secret ?? '').verify(`${seen.body} `, headers));
  });

  test('has links that are made when it is sent', async () => {
    const place = webhooks.open(status(200));
    const worker = webhooks.createManualWorker({
      withLinks: (panel, file) => ({ ...file, url: `https://files.example/${panel.id}` }),
    });
    const panel = await webhooks.panelFor([place]);
    const file = storedFile(randomUUID());
    await worker.announceEvents(panel, [
      { type: 'file.stored', reason: 'upload', file },
      { type: 'file.deleted', reason: 'delete', file },
    ]);
    assert.equal(worker.announced.length, 1, 'one lane');
    await worker.workAll();
    assert.deepEqual(
      place.seen.map(({ body }) => JSON.parse(body).data),
      [
        { panel_id: panel.id, file: { ...file, url: `https://files.example/${panel.id}` } },
        { panel_id: panel.id, file },
      ],
    );
  });

  test('has the same id in every attempt, and a new signature', async () => {
    const { receiver, answer } = createSwitchableAnswer();
    const place = webhooks.open(answer);
    const panel = await webhooks.panelFor([place]);
    await webhooks.announceEvents(panel, [changed(randomUUID(), 1)]);
    const [refused] = await webhooks.waitForAll(panel, ({ attempts }) => attempts > 0);
    assert.deepEqual(
      [refused?.state, refused?.last_status, refused?.last_error],
      ['waiting', 500, 'The receiver answered 500 Internal Server Error'],
    );
    receiver.refuses = false;
    await webhooks.retryNow(panel);
    const [delivered] = await webhooks.waitForAll(panel, isDelivered);
    assert.deepEqual([delivered?.last_status, delivered?.last_error], [204, null]);
    assert.ok(place.seen.length > 1 && place.seen.length === delivered?.attempts);
    assert.deepEqual(new Set(place.seen.map(({ headers }) => headers['webhook-id'])), new Set([delivered.id]));
    const headers = place.seen.at(-1)?.headers;
    const timestamp = new Date(Number(headers?.['webhook-timestamp']) * 1000);
    const expected = new Webhook(panel.webhooks[0]?.secret ?? '').sign(
      delivered.id,
      timestamp,
      place.seen[0]?.body ?? '',
    );
    assert.equal(headers?.['webhook-signature'], expected);
  });
});

suite('the service stores', () => {
  /** Counts the stored events, deliveries and jobs of a panel. */
  async function countStored({ id }: Pick<Panel, 'id'>, db: Query = database.query): Promise<number[]> {
    const { rows } = await sql<{ counts: number[] }>`
      SELECT ARRAY[
        (SELECT count(*)::integer FROM booster_events WHERE panel_id = ${id}),
        (SELECT count(*)::integer FROM booster_deliveries WHERE panel_id = ${id}),
        (SELECT count(*)::integer FROM jobs WHERE kind = ${deliverLane.name} AND payload->>'panel_id' = ${id})
      ] AS counts`.execute(db);
    return rows[0]?.counts ?? [];
  }

  test('nothing if no webhook is subscribed, or if the change is rolled back', async () => {
    const place = webhooks.open(status(200));
    const panel = await webhooks.panelFor([], { webhooks: [{ url: place.url, events: ['record.deleted'] }] });
    await webhooks.announceEvents(panel, [changed(randomUUID(), 1)]);
    assert.deepEqual(await countStored(panel), [0, 0, 0]);
    const record = { key: randomUUID(), collection: 'things', data: {}, created: 1, updated: 1 };
    const undone = webhooks.announceEvents(
      panel,
      [{ type: 'record.deleted', record: null, previous: record }],
      async (...call) => {
        await announce(...call);
        throw new Error('undone');
      },
    );
    await assert.rejects(undone, /undone/);
    assert.deepEqual(await countStored(panel), [0, 0, 0]);
  });

  test('one event, and a delivery for each subscribed webhook', async () => {
    const [first, second] = [webhooks.open(status(200)), webhooks.open(status(200))];
    const panel = await webhooks.panelFor([first, second]);
    const subjects = [randomUUID(), randomUUID(), randomUUID()];
    const events = subjects.map(key => changed(key, 1));
    await webhooks.announceEvents(panel, events, async (transaction, ...rest) => {
      const runIds = await announce(transaction, ...rest);
      // Count before the jobs start, because lanes that find no slot at their host enqueue another job each.
      assert.deepEqual(await countStored(panel, transaction), [3, 6, 6]);
      return runIds;
    });
    await webhooks.waitForAll(panel, isDelivered);
  });

  test('hundreds of events with a few statements, and delivers all of them', async () => {
    const place = webhooks.open(status(200));
    const panel = await webhooks.panelFor([place]);
    const keys = Array.from({ length: 300 }, () => randomUUID());
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements++;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const events = keys.map(key => changed(key, 1));
    await webhooks.announceEvents(panel, events, (transaction, ...rest) =>
      announce(transaction.withPlugin(counting), ...rest),
    );
    // This includes the statement that enqueues the jobs, and the notification of it, which is sent after the commit.
    assert.ok(statements <= 5, `${statements} statements`);
    await place.came(300);
    assert.deepEqual(place.seen.map(readSubject).toSorted(), keys.map(key => `${key}:1`).toSorted());
    const states = await webhooks.waitForAll(panel, isDelivered);
    assert.equal(states.length, 300);
  });

  test('many events of one record, and delivers them in order', async () => {
    const place = webhooks.open(status(200));
    const panel = await webhooks.panelFor([place]);
    const key = randomUUID();
    const numbers = Array.from({ length: 250 }, (_, n) => n);
    await webhooks.announceEvents(
      panel,
      numbers.slice(0, 125).map(n => changed(key, n)),
    );
    await Promise.all([
      place.came(1),
      webhooks.announceEvents(
        panel,
        numbers.slice(125).map(n => changed(key, n)),
      ),
    ]);
    await place.came(numbers.length);
    await webhooks.waitForAll(panel, isDelivered);
    assert.deepEqual(
      place.seen.map(readSubject),
      numbers.map(n => `${key}:${n}`),
    );
  });
});
