/** Stores files in a real database with real blobs: nothing is lost, left behind or counted twice. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { FILE_BYTES, openFiles } from '../../test/fixtures/files.ts';
import { poll } from '../../test/http/poll.ts';
import { newId } from '../platform/ids.ts';
import { createFile, discardFiles, insertFiles, prepareFile, toAttachment } from './store.ts';

const files = await openFiles();
const { services, db } = files;
const quotaExceeded = { status: 422, message: 'storage quota exceeded' };

async function* stream(...chunks: string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

/** Checks that the action leaves no blob, no reservation and no used storage behind. */
async function leavesNothing(user: string, act: () => Promise<unknown>): Promise<void> {
  const before = [await files.storedBlobs(), await files.storageUsed('user', user), await files.reservations()];
  await act();
  assert.deepEqual(
    [await files.storedBlobs(), await files.storageUsed('user', user), await files.reservations()],
    before,
  );
}

suite('storing a file', () => {
  test('works with a buffer and with a stream', async () => {
    const user = await files.user();
    for (const content of [Buffer.from('0123456789'), stream('01234', '', '56789')]) {
      const row = await createFile(services, files.incoming(user, { content }));
      assert.equal(row.size, 10);
      assert.equal(row.sha256, '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882');
      assert.equal(await files.readContent(row.blob_key), '0123456789');
    }
    assert.equal(await files.storageUsed('user', user), 20);
    assert.equal(await files.reservations(), 0);
  });

  test('cleans its name and type', async () => {
    const file = files.incoming(await files.user(), { filename: '../a\n.csv', contentType: 'no type' });
    assert.partialDeepStrictEqual(await createFile(services, file), { filename: 'a.csv', content_type: 'text/csv' });
  });

  test('gives an attachment with a link', async () => {
    const row = await createFile(services, files.incoming(await files.user()));
    assert.deepEqual(toAttachment(row, 'https://heddle.example'), {
      file_id: row.id,
      filename: 'a.txt',
      content_type: 'text/plain',
      file_url: `https://heddle.example/file?id=${row.id}&secret=${row.secret}`,
      size: 10,
    });
  });

  test('takes the storage of the organization when it belongs to one', async () => {
    const user = await files.user({ storage_quota: 0 });
    const organization = await files.organization({ storage_quota: 15 });
    const file = () => files.incoming(user, { owner: { userId: user, organizationId: organization } });
    const row = await createFile(services, file());
    await assert.rejects(createFile(services, file()), { message: 'organization storage quota exceeded' });
    assert.deepEqual(
      [await files.storageUsed('user', user), await files.storageUsed('organization', organization)],
      [0, 10],
    );
    await db.deleteFrom('files').where('id', '=', row.id).execute();
    assert.equal(await files.storageUsed('organization', organization), 0);
  });
});

suite('a refused file leaves nothing behind', () => {
  test('when it is too large, whether its size is known before or not', async () => {
    const user = await files.user();
    const tooLarge = { status: 422, message: 'the file is larger than 1 MB' };
    const content = Buffer.alloc(FILE_BYTES + 1);
    for (const changes of [
      { content },
      { content: stream(content.toString()) },
      { content: stream(), atLeastBytes: 2e6 },
    ]) {
      await leavesNothing(user, () => assert.rejects(createFile(services, files.incoming(user, changes)), tooLarge));
    }
    assert.equal((await createFile(services, files.incoming(user, { content: content.subarray(1) }))).size, FILE_BYTES);
  });

  test('when it exceeds the quota, and it is not read if its size is known', async () => {
    const user = await files.user({ storage_quota: 9 });
    let read = false;
    async function* watched() {
      read = true;
      yield* stream('0123456789');
    }
    await leavesNothing(user, async () => {
      await assert.rejects(createFile(services, files.incoming(user)), quotaExceeded);
      const known = files.incoming(user, { content: watched(), atLeastBytes: 10 });
      await assert.rejects(createFile(services, known), quotaExceeded);
      assert.equal(read, false);
      await assert.rejects(createFile(services, files.incoming(user, { content: watched() })), quotaExceeded);
      assert.equal(read, true);
    });
  });

  test('when its source fails or is aborted while it waits', async () => {
    const user = await files.user();
    async function* failing() {
      yield* stream('x');
      throw new Error('the source failed');
    }
    const abort = new AbortController();
    async function* waiting() {
      yield* stream('x');
      abort.abort(new Error('gone'));
      await new Promise(() => {});
    }
    await leavesNothing(user, async () => {
      const failed = files.incoming(user, { content: failing(), atLeastBytes: 5 });
      await assert.rejects(createFile(services, failed), /the source failed/);
      const aborted = files.incoming(user, { content: waiting(), signal: abort.signal });
      await assert.rejects(createFile(services, aborted), /gone/);
    });
  });

  test('when its run does not exist', async () => {
    const user = await files.user();
    const file = files.incoming(user, { runId: newId() });
    await leavesNothing(user, () => assert.rejects(createFile(services, file), { code: '23503' }));
  });

  test('a wrongly announced size is corrected', async () => {
    const user = await files.user({ storage_quota: 100 });
    const row = await createFile(services, files.incoming(user, { content: stream('abc'), atLeastBytes: 90 }));
    assert.deepEqual([row.size, await files.storageUsed('user', user)], [3, 3]);
  });
});

suite('inserting files with what they belong to', () => {
  test('works for many at once, each beside a row that refers to the same user', async () => {
    const user = await files.user();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const prepared = [
          await prepareFile(services, files.incoming(user)),
          await prepareFile(services, files.incoming(user)),
        ];
        await db.transaction().execute(async transaction => {
          await transaction
            .insertInto('notifications')
            .values({ id: newId(), user_id: user, kind: 'test', title: '', text: '', link: null })
            .execute();
          await nextTurn();
          await insertFiles(transaction, prepared);
        });
      }),
    );
    assert.equal(await files.storageUsed('user', user), 400);
    assert.equal(await files.reservations(), 0);
  });

  test('leaves nothing behind when it is rolled back and the files are discarded', async () => {
    const user = await files.user();
    await leavesNothing(user, async () => {
      const prepared = [await prepareFile(services, files.incoming(user))];
      assert.equal(await files.storageUsed('user', user), 10);
      const failing = db.transaction().execute(async transaction => {
        await insertFiles(transaction, prepared);
        throw new Error('something else');
      });
      await assert.rejects(failing, /something else/);
      await discardFiles(services, prepared);
    });
  });

  test('is not undone when the files are discarded afterwards', async () => {
    const user = await files.user();
    const prepared = [await prepareFile(services, files.incoming(user))];
    const [row] = await db.transaction().execute(transaction => insertFiles(transaction, prepared));
    await discardFiles(services, prepared);
    assert.equal(await files.readContent(row?.blob_key ?? ''), '0123456789');
    assert.equal(await files.storageUsed('user', user), 10);
  });

  test('makes a discard wait that comes before the commit', async () => {
    const user = await files.user();
    const prepared = [await prepareFile(services, files.incoming(user))];
    let discarding: Promise<void> | undefined;
    const [row] = await db.transaction().execute(async transaction => {
      const rows = await insertFiles(transaction, prepared);
      discarding = discardFiles(services, prepared);
      await poll(isWaiting);
      return rows;
    });
    await discarding;
    assert.equal(await files.readContent(row?.blob_key ?? ''), '0123456789');
    assert.equal(await files.storageUsed('user', user), 10);
  });

  test('fails when the files were discarded before, and may be repeated when they were not', async () => {
    const user = await files.user();
    await leavesNothing(user, async () => {
      const prepared = [await prepareFile(services, files.incoming(user))];
      await discardFiles(services, prepared);
      const late = db.transaction().execute(transaction => insertFiles(transaction, prepared));
      await assert.rejects(late, { name: 'ContentDiscarded' });
    });
    const prepared = [await prepareFile(services, files.incoming(user))];
    const insert = () => db.transaction().execute(transaction => insertFiles(transaction, prepared));
    const [[first], [second]] = [await insert(), await insert()];
    assert.equal(first?.id, second?.id);
    assert.equal(await files.readContent(second?.blob_key ?? ''), '0123456789');
    assert.equal(await files.storageUsed('user', user), 10);
  });

  /** Returns true when somebody waits for a lock. */
  async function isWaiting(): Promise<true | undefined> {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0 ? true : undefined;
  }

  test('renews a reservation that has expired meanwhile', async () => {
    const user = await files.user({ storage_quota: 10 });
    const prepared = [await prepareFile(services, files.incoming(user))];
    await sql`UPDATE reservations SET amount = 0 WHERE id = ${prepared[0]?.content.reservation.id}`.execute(db);
    await sql`UPDATE users SET storage_used = 0 WHERE id = ${user}`.execute(db);
    await db.transaction().execute(transaction => insertFiles(transaction, prepared));
    assert.deepEqual([await files.storageUsed('user', user), await files.reservations()], [10, 0]);
  });
});

suite('a file whose id exists', () => {
  test('gets the new content when it has the same run and user', async () => {
    const user = await files.user();
    const runId = await files.run(user);
    const first = await createFile(services, files.incoming(user, { runId }));
    const content = Buffer.from('new');
    const second = await createFile(
      services,
      files.incoming(user, { id: first.id, runId, filename: 'b.txt', content }),
    );
    assert.deepEqual([second.id, second.secret, second.filename], [first.id, first.secret, 'b.txt']);
    assert.deepEqual(second.created_at, first.created_at);
    assert.equal(await files.readContent(second.blob_key), 'new');
    assert.ok((await files.tombstones()).includes(first.blob_key));
    assert.equal(await files.storageUsed('user', user), 3);
  });

  test('exists once after many simultaneous attempts, and only its bytes are counted', async () => {
    const user = await files.user();
    const runId = await files.run(user);
    const id = newId();
    const contents = Array.from({ length: 10 }, (_, index) => 'x'.repeat(index + 1));
    await Promise.all(
      contents.map(text => createFile(services, files.incoming(user, { id, runId, content: Buffer.from(text) }))),
    );
    const row = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    assert.equal((await files.readContent(row.blob_key)).length, row.size);
    assert.equal(await files.storageUsed('user', user), row.size);
  });

  test('gets the new content in a chat, too', async () => {
    const user = await files.user();
    const { id } = await createFile(services, files.incoming(user, { content: Buffer.from('first') }));
    const again = await createFile(services, files.incoming(user, { id, content: Buffer.from('second one') }));
    assert.equal(String(await files.readContent(again.blob_key)), 'second one');
    assert.equal(await files.storageUsed('user', user), 10);
  });

  test('stays as it is when another run or user sends it', async () => {
    const [ada, bob] = [await files.user(), await files.user()];
    const [run, other] = [await files.run(ada), await files.run(ada)];
    const kept = await createFile(services, files.incoming(ada, { runId: run }));
    const own = await createFile(services, files.incoming(ada));
    for (const file of [
      files.incoming(ada, { id: kept.id, runId: other }),
      files.incoming(bob, { id: kept.id, runId: run }),
      files.incoming(ada, { id: kept.id }),
      files.incoming(bob, { id: own.id }),
      files.incoming(ada, { id: own.id, runId: run }),
    ]) {
      await leavesNothing(ada, () => assert.rejects(createFile(services, file), /belongs to another run or user/));
    }
    assert.equal(await files.storageUsed('user', bob), 0);
  });
});
