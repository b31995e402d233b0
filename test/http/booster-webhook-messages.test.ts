/** What webhooks of panels are told, and what is written down of it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { storedFile } from '../../src/booster/storage/files-fixture.ts';
import { deliverLane } from '../../src/booster/webhooks/lane.ts';
import type { Query } from '../../src/database.ts';
import {
  changed,
  headersOf,
  isDelivered,
  moody,
  openWebhooks,
  type Panel,
  status,
  tellsOf,
} from './booster-webhooks.ts';

const webhooks = await openWebhooks();
const { database, announce } = webhooks.system;

suite('a message', () => {
  test('is what a library of the specification verifies, and says what happened', async () => {
    const place = webhooks.open(status(204));
    const panel = await webhooks.panelFor([place]);
    const key = randomUUID();
    await webhooks.happens(panel, [changed(key, 1)]);
    const [delivery] = await webhooks.all(panel, isDelivered);
    const [seen] = place.seen;
    assert.ok(seen && delivery);
    const headers = headersOf(seen);
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

  test('has links of the time of sending', async () => {
    const place = webhooks.open(status(200));
    const hand = webhooks.byHand({
      withLinks: (panel, file) => ({ ...file, url: `https://files.example/${panel.id}` }),
    });
    const panel = await webhooks.panelFor([place]);
    const file = storedFile(randomUUID());
    await hand.happens(panel, [
      { type: 'file.stored', reason: 'upload', file },
      { type: 'file.deleted', reason: 'delete', file },
    ]);
    assert.equal(hand.announced.length, 1, 'one lane');
    await hand.workAll();
    assert.deepEqual(
      place.seen.map(({ body }) => JSON.parse(body).data),
      [
        { panel_id: panel.id, file: { ...file, url: `https://files.example/${panel.id}` } },
        { panel_id: panel.id, file },
      ],
    );
  });

  test('keeps its id from try to try, each signed anew', async () => {
    const { mood, answer } = moody();
    const place = webhooks.open(answer);
    const panel = await webhooks.panelFor([place]);
    await webhooks.happens(panel, [changed(randomUUID(), 1)]);
    const [refused] = await webhooks.all(panel, ({ attempts }) => attempts > 0);
    assert.deepEqual(
      [refused?.state, refused?.last_status, refused?.last_error],
      ['waiting', 500, 'The receiver answered 500 Internal Server Error'],
    );
    mood.refuses = false;
    await webhooks.hurry(panel);
    const [delivered] = await webhooks.all(panel, isDelivered);
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

suite('what is written down', () => {
  /** How many events, deliveries and jobs. */
  async function written({ id }: Pick<Panel, 'id'>, db: Query = database.query): Promise<number[]> {
    const { rows } = await sql<{ counts: number[] }>`
      SELECT ARRAY[
        (SELECT count(*)::integer FROM booster_events WHERE panel_id = ${id}),
        (SELECT count(*)::integer FROM booster_deliveries WHERE panel_id = ${id}),
        (SELECT count(*)::integer FROM jobs WHERE kind = ${deliverLane.name} AND payload->>'panel_id' = ${id})
      ] AS counts`.execute(db);
    return rows[0]?.counts ?? [];
  }

  test('nothing when nobody is subscribed, and nothing of a change that was undone', async () => {
    const place = webhooks.open(status(200));
    const panel = await webhooks.panelFor([], { webhooks: [{ url: place.url, events: ['record.deleted'] }] });
    await webhooks.happens(panel, [changed(randomUUID(), 1)]);
    assert.deepEqual(await written(panel), [0, 0, 0]);
    const record = { key: randomUUID(), collection: 'things', data: {}, created: 1, updated: 1 };
    const undone = webhooks.happens(
      panel,
      [{ type: 'record.deleted', record: null, previous: record }],
      async (...call) => {
        await announce(...call);
        throw new Error('undone');
      },
    );
    await assert.rejects(undone, /undone/);
    assert.deepEqual(await written(panel), [0, 0, 0]);
  });

  test('one event, and a delivery for each webhook that is subscribed', async () => {
    const [first, second] = [webhooks.open(status(200)), webhooks.open(status(200))];
    const panel = await webhooks.panelFor([first, second]);
    const subjects = [randomUUID(), randomUUID(), randomUUID()];
    const events = subjects.map(key => changed(key, 1));
    await webhooks.happens(panel, events, async (transaction, ...rest) => {
      await announce(transaction, ...rest);
      // Before anybody works on it: lanes that find no room at their host have one more job each.
      assert.deepEqual(await written(panel, transaction), [3, 6, 6]);
    });
    await webhooks.all(panel, isDelivered);
  });

  test('hundreds of events take a handful of statements, and all arrive', async () => {
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
    await webhooks.happens(panel, events, (transaction, ...rest) =>
      announce(transaction.withPlugin(counting), ...rest),
    );
    // One of them enqueues the jobs.
    assert.ok(statements <= 4, `${statements} statements`);
    await place.came(300);
    assert.deepEqual(place.seen.map(tellsOf).toSorted(), keys.map(key => `${key}:1`).toSorted());
    const states = await webhooks.all(panel, isDelivered);
    assert.equal(states.length, 300);
  });

  test('many events of one record arrive in their order', async () => {
    const place = webhooks.open(status(200));
    const panel = await webhooks.panelFor([place]);
    const key = randomUUID();
    const numbers = Array.from({ length: 250 }, (_, n) => n);
    await webhooks.happens(
      panel,
      numbers.slice(0, 125).map(n => changed(key, n)),
    );
    await Promise.all([
      place.came(1),
      webhooks.happens(
        panel,
        numbers.slice(125).map(n => changed(key, n)),
      ),
    ]);
    await place.came(numbers.length);
    await webhooks.all(panel, isDelivered);
    assert.deepEqual(
      place.seen.map(tellsOf),
      numbers.map(n => `${key}:${n}`),
    );
  });
});
