/** The database itself gives back the storage of deleted files (`bury_file_contents` in the migrations). */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { openFiles } from '../../test/fixtures/files.ts';
import { createFile } from './store.ts';

const files = await openFiles();
const { services, db } = files;

suite('the storage of deleted files is given back', () => {
  test('when their run is deleted', async () => {
    const user = await files.user();
    const organization = await files.organization();
    const runId = await files.run(user);
    const own = await createFile(services, files.incoming(user));
    const rows = [
      await createFile(services, files.incoming(user, { runId })),
      await createFile(
        services,
        files.incoming(user, { runId, owner: { userId: user, organizationId: organization } }),
      ),
    ];
    await sql`DELETE FROM runs WHERE id = ${runId}`.execute(db);
    const tombstones = await files.tombstones();
    assert.deepEqual(
      rows.map(({ blob_key }) => tombstones.includes(blob_key)),
      [true, true],
    );
    assert.equal(tombstones.includes(own.blob_key), false);
    assert.deepEqual(
      [await files.storageUsed('user', user), await files.storageUsed('organization', organization)],
      [10, 0],
    );
  });

  test('when one statement deletes files of many users, and many statements do so at once', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => files.user()));
    const rows = await Promise.all(
      users.flatMap(user => Array.from({ length: 8 }, () => createFile(services, files.incoming(user)))),
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
    for (const user of users) assert.equal(await files.storageUsed('user', user), 0);
  });

  test('but not when a change leaves the content alone', async () => {
    const user = await files.user();
    const row = await createFile(services, files.incoming(user));
    await db.updateTable('files').set({ filename: 'b.txt' }).where('id', '=', row.id).execute();
    assert.equal(await files.storageUsed('user', user), 10);
    assert.equal((await files.tombstones()).includes(row.blob_key), false);
  });
});
