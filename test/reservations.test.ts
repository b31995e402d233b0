/** Tests what users and organizations may spend, on a real database and with many requests at once. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Account, Reservation, Resource } from '../src/accounts/account.ts';
import { createOrganization } from '../src/accounts/memberships.ts';
import {
  chargeReservation,
  freeStorage,
  release,
  releaseExpiredReservations,
  reserve,
} from '../src/accounts/reservations.ts';
import { createUser } from '../src/accounts/users.ts';
import type { Schema } from '../src/database.ts';
import { openDatabase } from '../src/platform/postgres/database.ts';
import { poll } from './http/poll.ts';
import { createTestDatabase } from './support/database.ts';

const testDatabase = await createTestDatabase();
const database = openDatabase<Schema>(testDatabase.address, { maxConnections: 20 });
const db = database.query;
after(async () => {
  await database.close();
  await testDatabase.drop();
});

interface Limits {
  credits?: number | null;
  storage_quota?: number | null;
}

let users = 0;

async function user(limits: Limits = {}): Promise<Account> {
  const { id } = await createUser(db, { email: `user${++users}@example.org`, name: 'Spender', ...limits });
  return { kind: 'user', id };
}

async function organization(limits: Limits = {}): Promise<Account> {
  const { id } = await createOrganization(db, { name: 'Spenders', ...limits });
  return { kind: 'organization', id };
}

function readAccount({ kind, id }: Account) {
  return db
    .selectFrom(kind === 'user' ? 'users' : 'organizations')
    .select(['credits', 'storage_used'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function readCredits(account: Account): Promise<number | null> {
  return (await readAccount(account)).credits;
}

async function readUsedStorage(account: Account): Promise<number> {
  return (await readAccount(account)).storage_used;
}

/** Tries many reservations at the same time, and returns those that were granted. */
async function reserveAtOnce(account: Account, resource: Resource, amount: number, times: number, message: string) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: times }, () => reserve(db, account, resource, amount)),
  );
  return outcomes.flatMap<Reservation>(outcome => {
    if (outcome.status === 'fulfilled') return outcome.value;
    assert.deepEqual([outcome.reason.status, outcome.reason.message], [422, message]);
    return [];
  });
}

async function expire(...reservations: Reservation[]): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ expires_at: new Date(0) })
    .where(
      'id',
      'in',
      reservations.map(({ id }) => id),
    )
    .execute();
}

async function countOpen(account: Account): Promise<number> {
  const column = account.kind === 'user' ? 'user_id' : 'organization_id';
  return (await db.selectFrom('reservations').select('id').where(column, '=', account.id).execute()).length;
}

suite('reserving', () => {
  const limited: [what: string, make: () => Promise<Account>, resource: Resource, message: string][] = [
    ['credits of a user', () => user({ credits: 25 }), 'credits', 'Not enough credits'],
    ['credits of an organization', () => organization({ credits: 25 }), 'credits', 'Not enough credits'],
    ['storage of a user', () => user({ storage_quota: 20 }), 'storage', 'storage quota exceeded'],
    [
      'storage of an organization',
      () => organization({ storage_quota: 20 }),
      'storage',
      'organization storage quota exceeded',
    ],
  ];
  for (const [what, make, resource, message] of limited) {
    test(`${what} grants ten of fifty simultaneous reservations when ten fit`, async () => {
      const account = await make();
      const granted = await reserveAtOnce(account, resource, resource === 'credits' ? 2.5 : 2, 50, message);
      assert.deepEqual([granted.length, await countOpen(account)], [10, 10]);
      const { credits, storage_used } = await readAccount(account);
      assert.deepEqual([credits, storage_used], resource === 'credits' ? [0, 0] : [null, 20]);
    });
  }

  test('grants exactly the rest, but nothing more', async () => {
    const account = await user({ credits: 10, storage_quota: 100 });
    await assert.rejects(reserve(db, account, 'credits', 10.001), { status: 422, message: 'Not enough credits' });
    await assert.rejects(reserve(db, account, 'storage', 101), { status: 422, message: 'storage quota exceeded' });
    await reserve(db, account, 'credits', 10);
    await reserve(db, account, 'storage', 100);
    await assert.rejects(reserve(db, account, 'credits', 0.001), { message: 'Not enough credits' });
    assert.deepEqual(await readAccount(account), { credits: 0, storage_used: 100 });
  });

  test('counts fractions of credits exactly', async () => {
    const account = await user({ credits: 1 });
    for (let step = 0; step < 10; step++) await chargeReservation(db, await reserve(db, account, 'credits', 0.1), 0.1);
    assert.equal(await readCredits(account), 0);
  });

  test('grants everything without a limit, and still counts storage', async () => {
    for (const account of [await user(), await organization()]) {
      const credits = await reserve(db, account, 'credits', 1e12);
      const storage = await reserve(db, account, 'storage', 1e12);
      assert.deepEqual(await readAccount(account), { credits: null, storage_used: 1e12 });
      await chargeReservation(db, credits, 5);
      await chargeReservation(db, storage, 7);
      assert.deepEqual(await readAccount(account), { credits: null, storage_used: 7 });
    }
  });

  test('is undone when its transaction is rolled back', async () => {
    const account = await user({ credits: 10 });
    const attempt = db.transaction().execute(async transaction => {
      await reserve(transaction, account, 'credits', 4);
      throw new Error('thought better of it');
    });
    await assert.rejects(attempt, /thought better/);
    assert.deepEqual([await readCredits(account), await countOpen(account)], [10, 0]);
  });

  test('is refused for an account that does not exist', async () => {
    const account: Account = { kind: 'user', id: '00000000-0000-4000-8000-000000000000' };
    await assert.rejects(reserve(db, account, 'credits', 0), { status: 422, message: 'Not enough credits' });
  });
});

suite('settling', () => {
  test('spends the actual amount, be it less, more or nothing', async () => {
    for (const [actual, left] of [
      [4, 6],
      [1.5, 8.5],
      [9, 1],
      [0, 10],
    ] as const) {
      const account = await user({ credits: 10 });
      await chargeReservation(db, await reserve(db, account, 'credits', 4), actual);
      assert.deepEqual([await readCredits(account), await countOpen(account)], [left, 0]);
    }
  });

  test('may overspend once; then nothing is granted until the account has credits again', async () => {
    const account = await organization({ credits: 3 });
    await chargeReservation(db, await reserve(db, account, 'credits', 2), 5);
    assert.equal(await readCredits(account), -2);
    for (const amount of [1, 0]) {
      await assert.rejects(reserve(db, account, 'credits', amount), { status: 422, message: 'Not enough credits' });
    }
    await db.updateTable('organizations').set({ credits: 1 }).where('id', '=', account.id).execute();
    await reserve(db, account, 'credits', 1);
  });

  test('twice spends once', async () => {
    const account = await user({ credits: 10 });
    const reservation = await reserve(db, account, 'credits', 4);
    await chargeReservation(db, reservation, 3);
    await chargeReservation(db, reservation, 3).catch(() => {});
    assert.deepEqual([await readCredits(account), await countOpen(account)], [7, 0]);
  });

  test('twice at once spends once', async () => {
    const account = await user({ storage_quota: 100 });
    const reservation = await reserve(db, account, 'storage', 40);
    await Promise.allSettled([chargeReservation(db, reservation, 30), chargeReservation(db, reservation, 30)]);
    assert.deepEqual([await readUsedStorage(account), await countOpen(account)], [30, 0]);
  });

  test('after a release spends nothing', async () => {
    const account = await user({ credits: 10 });
    const reservation = await reserve(db, account, 'credits', 4);
    await release(db, reservation);
    await chargeReservation(db, reservation, 4).catch(() => {});
    assert.equal(await readCredits(account), 10);
  });

  test('is undone when its transaction is rolled back, and can then be repeated', async () => {
    const account = await user({ storage_quota: 10 });
    const reservation = await reserve(db, account, 'storage', 6);
    const attempt = db.transaction().execute(async transaction => {
      await chargeReservation(transaction, reservation, 5);
      throw new Error('the file was not written');
    });
    await assert.rejects(attempt, /not written/);
    assert.deepEqual([await readUsedStorage(account), await countOpen(account)], [6, 1]);
    await chargeReservation(db, reservation, 5);
    assert.deepEqual([await readUsedStorage(account), await countOpen(account)], [5, 0]);
  });

  test('respects a limit that was set or removed in the meantime', async () => {
    const comes = await user();
    const before = await reserve(db, comes, 'credits', 4);
    await db.updateTable('users').set({ credits: 10 }).where('id', '=', comes.id).execute();
    await chargeReservation(db, before, 3);
    assert.equal(await readCredits(comes), 7);
    const unspent = await user();
    const unused = await reserve(db, unspent, 'credits', 4);
    await db.updateTable('users').set({ credits: 10 }).where('id', '=', unspent.id).execute();
    await release(db, unused);
    assert.equal(await readCredits(unspent), 10);
    const goes = await user({ credits: 10 });
    const taken = await reserve(db, goes, 'credits', 4);
    await db.updateTable('users').set({ credits: null }).where('id', '=', goes.id).execute();
    await chargeReservation(db, taken, 3);
    assert.equal(await readCredits(goes), null);
  });
});

suite('releasing', () => {
  test('returns the whole amount, once', async () => {
    const account = await user({ credits: 10, storage_quota: 10 });
    const reservations = [await reserve(db, account, 'credits', 4), await reserve(db, account, 'storage', 4)];
    for (const reservation of [...reservations, ...reservations]) await release(db, reservation);
    assert.deepEqual(await readAccount(account), { credits: 10, storage_used: 0 });
    await Promise.all(Array.from({ length: 10 }, () => reservations.map(one => release(db, one))).flat());
    assert.deepEqual(await readAccount(account), { credits: 10, storage_used: 0 });
  });

  test('after settling changes nothing', async () => {
    const account = await user({ credits: 10 });
    const reservation = await reserve(db, account, 'credits', 4);
    await chargeReservation(db, reservation, 3);
    await release(db, reservation);
    assert.equal(await readCredits(account), 7);
  });

  test('returns charged storage by its size', async () => {
    const account = await organization({ storage_quota: 10 });
    await chargeReservation(db, await reserve(db, account, 'storage', 8), 8);
    await freeStorage(db, account, 5);
    assert.equal(await readUsedStorage(account), 3);
    await reserve(db, account, 'storage', 7);
  });
});

suite('expired reservations', () => {
  test('are released, and others are not', async () => {
    const [one, two] = [await user({ credits: 10 }), await organization({ storage_quota: 10 })];
    const old = [await reserve(db, one, 'credits', 1), await reserve(db, two, 'storage', 2)];
    await reserve(db, one, 'credits', 4);
    await reserve(db, two, 'storage', 5);
    assert.equal(await releaseExpiredReservations(db), 0);
    await expire(...old);
    assert.equal(await releaseExpiredReservations(db), 2);
    assert.equal(await releaseExpiredReservations(db), 0);
    assert.deepEqual([await readCredits(one), await readUsedStorage(two)], [6, 5]);
  });

  test('that are charged later are spent when the account still has room', async () => {
    const account = await user({ credits: 10 });
    const reservation = await reserve(db, account, 'credits', 4);
    await expire(reservation);
    await releaseExpiredReservations(db);
    await chargeReservation(db, reservation, 3);
    assert.deepEqual([await readCredits(account), await countOpen(account)], [7, 0]);
  });

  test('that are charged later are refused when the account has no room left', async () => {
    const account = await user({ storage_quota: 10 });
    const reservation = await reserve(db, account, 'storage', 8);
    await expire(reservation);
    await releaseExpiredReservations(db);
    await reserve(db, account, 'storage', 8);
    await assert.rejects(chargeReservation(db, reservation, 8), { status: 422, message: 'storage quota exceeded' });
    assert.deepEqual([await readUsedStorage(account), await countOpen(account)], [8, 2]);
  });

  test('count once when they are released and charged at the same time', async () => {
    const account = await user({ credits: 1000 });
    const reservations = await reserveAtOnce(account, 'credits', 10, 40, '');
    assert.equal(reservations.length, 40);
    await expire(...reservations);
    const charging = reservations.slice(0, 20).map(reservation => chargeReservation(db, reservation, 7));
    await Promise.all([releaseExpiredReservations(db), releaseExpiredReservations(db), ...charging]);
    assert.deepEqual(
      [await readCredits(account), await countOpen(account)],
      [1000 - 20 * 7, 20],
      'emptied ones are kept for a while',
    );
  });
});

suite('deleting an account', () => {
  test('deletes its reservations', async () => {
    const account = await user({ credits: 10 });
    const [first, second] = [await reserve(db, account, 'credits', 1), await reserve(db, account, 'credits', 1)];
    await expire(first, second);
    await db.deleteFrom('users').where('id', '=', account.id).execute();
    assert.equal(await countOpen(account), 0);
    await release(db, first);
    await chargeReservation(db, second, 1);
    assert.equal(await releaseExpiredReservations(db), 0);
  });

  test('succeeds while a reservation is being charged', async () => {
    const account = await user({ credits: 10 });
    const reservation = await reserve(db, account, 'credits', 1);
    const charged = await db.transaction().execute(async transaction => {
      await transaction.selectFrom('users').select('id').where('id', '=', account.id).forUpdate().execute();
      const charging = chargeReservation(db, reservation, 1).then(
        () => 'charged',
        (error: Error) => error.message,
      );
      await poll(async () => {
        const { rowCount } = await database.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rowCount || undefined;
      });
      await transaction.deleteFrom('users').where('id', '=', account.id).execute();
      return { charging };
    });
    assert.equal(await charged.charging, 'charged');
    assert.equal(await countOpen(account), 0);
  });

  test('while many requests spend from it leaves nothing behind', async () => {
    const account = await organization({ credits: 1000 });
    const spending = Array.from({ length: 30 }, async () => {
      const reservation = await reserve(db, account, 'credits', 1);
      await chargeReservation(db, reservation, 2);
    });
    const [deleted, ...outcomes] = await Promise.allSettled([
      db.deleteFrom('organizations').where('id', '=', account.id).execute(),
      ...spending,
    ]);
    assert.equal(deleted?.status, 'fulfilled');
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.message, 'Not enough credits');
    }
    assert.equal(await countOpen(account), 0);
  });
});
