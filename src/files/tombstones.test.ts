/** The database gives back the bytes of files itself: see `bury_file_contents` in the migrations. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { openFiles } from './files-fixture.ts';
import { createFile } from './store.ts';

const files = await openFiles();
const { services, db } = files;

suite('whatever way files go, their bytes are given back', () => {
  test('with their run', async () => {
    const user = await files.user();
    const organization = await files.organization();
    const runId = await files.run(user);
    const own = await createFile(services, files.given(user));
    const rows = [
      await createFile(services, files.given(user, { runId })),
      await createFile(services, files.given(user, { runId, owner: { userId: user, organizationId: organization } })),
    ];
    await sql`DELETE FROM runs WHERE id = ${runId}`.execute(db);
    const buried = await files.buried();
    assert.deepEqual(
      rows.map(({ blob_key }) => buried.includes(blob_key)),
      [true, true],
    );
    assert.equal(buried.includes(own.blob_key), false);
    assert.deepEqual([await files.used('user', user), await files.used('organization', organization)], [10, 0]);
  });

  test('of many users in one statement, and in many at once', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => files.user()));
    const rows = await Promise.all(
      users.flatMap(user => Array.from({ length: 8 }, () => createFile(services, files.given(user)))),
    );
    const slices = Array.from({ length: 8 }, (_, slice) => rows.filter((_row, index) => index % 8 === slice));
    await Promise.all(
      slices.map((slice, index) =>
        db
          .deleteFrom('files')
          .where(
            'id',
            'in',
            (index % 2 === 0 ? slice : slice.toReversed()).map(({ id }) => id),
          )
          .execute(),
      ),
    );
    for (const user of users) assert.equal(await files.used('user', user), 0);
  });

  test('a change that leaves the content alone gives nothing back', async () => {
    const user = await files.user();
    const row = await createFile(services, files.given(user));
    await db.updateTable('files').set({ filename: 'b.txt' }).where('id', '=', row.id).execute();
    assert.equal(await files.used('user', user), 10);
    assert.equal((await files.buried()).includes(row.blob_key), false);
  });
});
