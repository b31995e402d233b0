/** Files against a real database and real blobs: nothing is lost, nothing is left, nothing is counted twice. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { poll } from '../../test/http/poll.ts';
import { newId } from '../platform/ids.ts';
import { FILE_BYTES, openFiles } from './files-fixture.ts';
import { createFile, discardFiles, insertFiles, prepareFile, toAttachment } from './store.ts';

const files = await openFiles();
const { services, db } = files;
const quotaExceeded = { status: 422, message: 'storage quota exceeded' };

async function* stream(...chunks: string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

/** Runs the act, and checks that nothing but what it says was changed by it. */
async function leavesNothing(user: string, act: () => Promise<unknown>): Promise<void> {
  const before = [await files.kept(), await files.used('user', user), await files.reservations()];
  await act();
  assert.deepEqual([await files.kept(), await files.used('user', user), await files.reservations()], before);
}

suite('storing', () => {
  test('bytes or a stream', async () => {
    const user = await files.user();
    for (const content of [Buffer.from('0123456789'), stream('01234', '', '56789')]) {
      const row = await createFile(services, files.given(user, { content }));
      assert.equal(row.size, 10);
      assert.equal(row.sha256, '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882');
      assert.equal(await files.contentOf(row.blob_key), '0123456789');
    }
    assert.equal(await files.used('user', user), 20);
    assert.equal(await files.reservations(), 0);
  });

  test('names and types are cleaned', async () => {
    const given = files.given(await files.user(), { filename: '../a\n.csv', contentType: 'no type' });
    assert.partialDeepStrictEqual(await createFile(services, given), { filename: 'a.csv', content_type: 'text/csv' });
  });

  test('the attachment has the link', async () => {
    const row = await createFile(services, files.given(await files.user()));
    assert.deepEqual(toAttachment(row, 'https://heddle.example'), {
      file_id: row.id,
      filename: 'a.txt',
      content_type: 'text/plain',
      file_url: `https://heddle.example/file?id=${row.id}&secret=${row.secret}`,
      size: 10,
    });
  });

  test('an organization pays for its own', async () => {
    const user = await files.user({ storage_quota: 0 });
    const organization = await files.organization({ storage_quota: 15 });
    const given = () => files.given(user, { owner: { userId: user, organizationId: organization } });
    const row = await createFile(services, given());
    await assert.rejects(createFile(services, given()), { message: 'organization storage quota exceeded' });
    assert.deepEqual([await files.used('user', user), await files.used('organization', organization)], [0, 10]);
    await db.deleteFrom('files').where('id', '=', row.id).execute();
    assert.equal(await files.used('organization', organization), 0);
  });
});

suite('refusals leave nothing', () => {
  test('too large: known before, or found out', async () => {
    const user = await files.user();
    const tooLarge = { status: 422, message: 'the file is larger than 1 MB' };
    const content = Buffer.alloc(FILE_BYTES + 1);
    for (const given of [
      { content },
      { content: stream(content.toString()) },
      { content: stream(), atLeastBytes: 2e6 },
    ]) {
      await leavesNothing(user, () => assert.rejects(createFile(services, files.given(user, given)), tooLarge));
    }
    assert.equal((await createFile(services, files.given(user, { content: content.subarray(1) }))).size, FILE_BYTES);
  });

  test('over the quota: known before, so that nothing is read, or found out', async () => {
    const user = await files.user({ storage_quota: 9 });
    let read = false;
    async function* watched() {
      read = true;
      yield* stream('0123456789');
    }
    await leavesNothing(user, async () => {
      await assert.rejects(createFile(services, files.given(user)), quotaExceeded);
      const known = files.given(user, { content: watched(), atLeastBytes: 10 });
      await assert.rejects(createFile(services, known), quotaExceeded);
      assert.equal(read, false);
      await assert.rejects(createFile(services, files.given(user, { content: watched() })), quotaExceeded);
      assert.equal(read, true);
    });
  });

  test('a source that fails, and one that is aborted while it waits', async () => {
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
      const failed = files.given(user, { content: failing(), atLeastBytes: 5 });
      await assert.rejects(createFile(services, failed), /the source failed/);
      const aborted = files.given(user, { content: waiting(), signal: abort.signal });
      await assert.rejects(createFile(services, aborted), /gone/);
    });
  });

  test('a run that is gone', async () => {
    const user = await files.user();
    const given = files.given(user, { runId: newId() });
    await leavesNothing(user, () => assert.rejects(createFile(services, given), { code: '23503' }));
  });

  test('a size that was announced wrongly is corrected', async () => {
    const user = await files.user({ storage_quota: 100 });
    const row = await createFile(services, files.given(user, { content: stream('abc'), atLeastBytes: 90 }));
    assert.deepEqual([row.size, await files.used('user', user)], [3, 3]);
  });
});

suite('in the transaction of what files belong to', () => {
  test('many at once, each beside a row that refers to the same user', async () => {
    const user = await files.user();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const prepared = [
          await prepareFile(services, files.given(user)),
          await prepareFile(services, files.given(user)),
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
    assert.equal(await files.used('user', user), 400);
    assert.equal(await files.reservations(), 0);
  });

  test('rolled back and discarded, nothing is left', async () => {
    const user = await files.user();
    await leavesNothing(user, async () => {
      const prepared = [await prepareFile(services, files.given(user))];
      assert.equal(await files.used('user', user), 10);
      const failing = db.transaction().execute(async transaction => {
        await insertFiles(transaction, prepared);
        throw new Error('something else');
      });
      await assert.rejects(failing, /something else/);
      await discardFiles(services, prepared);
    });
  });

  test('discarding what was inserted after all takes nothing away', async () => {
    const user = await files.user();
    const prepared = [await prepareFile(services, files.given(user))];
    const [row] = await db.transaction().execute(transaction => insertFiles(transaction, prepared));
    await discardFiles(services, prepared);
    assert.equal(await files.contentOf(row?.blob_key ?? ''), '0123456789');
    assert.equal(await files.used('user', user), 10);
  });

  test('discarding while the commit is under way waits for it', async () => {
    const user = await files.user();
    const prepared = [await prepareFile(services, files.given(user))];
    let discarding: Promise<void> | undefined;
    const [row] = await db.transaction().execute(async transaction => {
      const rows = await insertFiles(transaction, prepared);
      discarding = discardFiles(services, prepared);
      await poll(isWaiting);
      return rows;
    });
    await discarding;
    assert.equal(await files.contentOf(row?.blob_key ?? ''), '0123456789');
    assert.equal(await files.used('user', user), 10);
  });

  /** Whether somebody waits for a lock. */
  async function isWaiting(): Promise<true | undefined> {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0 ? true : undefined;
  }

  test('a reservation that ran out meanwhile is taken again', async () => {
    const user = await files.user({ storage_quota: 10 });
    const prepared = [await prepareFile(services, files.given(user))];
    await sql`UPDATE reservations SET amount = 0 WHERE id = ${prepared[0]?.content.reservation.id}`.execute(db);
    await sql`UPDATE users SET storage_used = 0 WHERE id = ${user}`.execute(db);
    await db.transaction().execute(transaction => insertFiles(transaction, prepared));
    assert.deepEqual([await files.used('user', user), await files.reservations()], [10, 0]);
  });
});

suite('an id that exists', () => {
  test('of the same run and user gets the new content', async () => {
    const user = await files.user();
    const runId = await files.run(user);
    const first = await createFile(services, files.given(user, { runId }));
    const content = Buffer.from('new');
    const second = await createFile(services, files.given(user, { id: first.id, runId, filename: 'b.txt', content }));
    assert.deepEqual([second.id, second.secret, second.filename], [first.id, first.secret, 'b.txt']);
    assert.deepEqual(second.created_at, first.created_at);
    assert.equal(await files.contentOf(second.blob_key), 'new');
    assert.ok((await files.buried()).includes(first.blob_key));
    assert.equal(await files.used('user', user), 3);
  });

  test('many at once leave one, and its bytes alone are counted', async () => {
    const user = await files.user();
    const runId = await files.run(user);
    const id = newId();
    const contents = Array.from({ length: 10 }, (_, index) => 'x'.repeat(index + 1));
    await Promise.all(
      contents.map(text => createFile(services, files.given(user, { id, runId, content: Buffer.from(text) }))),
    );
    const row = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    assert.equal((await files.contentOf(row.blob_key)).length, row.size);
    assert.equal(await files.used('user', user), row.size);
  });

  test('of a chat gets the new content too', async () => {
    const user = await files.user();
    const { id } = await createFile(services, files.given(user, { content: Buffer.from('first') }));
    const again = await createFile(services, files.given(user, { id, content: Buffer.from('second one') }));
    assert.equal(String(await files.contentOf(again.blob_key)), 'second one');
    assert.equal(await files.used('user', user), 10);
  });

  test('of another run, another user or no run is refused, and stays', async () => {
    const [ada, bob] = [await files.user(), await files.user()];
    const [run, other] = [await files.run(ada), await files.run(ada)];
    const kept = await createFile(services, files.given(ada, { runId: run }));
    const own = await createFile(services, files.given(ada));
    for (const given of [
      files.given(ada, { id: kept.id, runId: other }),
      files.given(bob, { id: kept.id, runId: run }),
      files.given(ada, { id: kept.id }),
      files.given(bob, { id: own.id }),
      files.given(ada, { id: own.id, runId: run }),
    ]) {
      await leavesNothing(ada, () => assert.rejects(createFile(services, given), /belongs to another run or user/));
    }
    assert.equal(await files.used('user', bob), 0);
  });
});
