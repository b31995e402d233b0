/** The record that an uploaded file belongs to, tested for every way to upload. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { doors } from './booster-doors.ts';
import { changePanel, makePanel, RECORDS, refused, type StoredFile, succeeded } from './booster-panels.ts';
import { checkPanelUsage } from './booster-remains.ts';
import { memoryLog } from './memory-log.ts';

const memory = memoryLog();
const service = await testService({}, memory);
const NOT_FOUND = 'Database record not found';
const createPanel = async () => makePanel(service, await service.person());

for (const { name, store } of doors) {
  suite(`by ${name}`, () => {
    test('a file belongs to its record, and overwriting it can assign another record', async () => {
      const panel = await createPanel();
      const [first, second] = [await panel.record('things'), await panel.record('Möbel & "x"')];
      const stored = succeeded(await store(panel, { path: 'docs/a', record: first })) as StoredFile;
      assert.deepEqual(stored.record, first);
      const again = succeeded(await store(panel, { path: 'docs/a', record: second, overwrite: true })) as StoredFile;
      assert.deepEqual([again.id, again.record], [stored.id, second]);
      const capitals = { ...first, key: first.key.toUpperCase() };
      const third = succeeded(await store(panel, { path: 'docs/b', record: capitals })) as StoredFile;
      assert.deepEqual(third.record, first);
      assert.deepEqual((await panel.ask('get', { id: third.id })).record, first);
    });

    test('the record must exist in this panel and this collection', async () => {
      const [panel, other] = [await createPanel(), await createPanel()];
      const [record, theirs] = [await panel.record(), await other.record()];
      const unknown = { collection: 'things', key: randomUUID() };
      const gone = await panel.record();
      await panel.ask('delete', { key: gone.key }, RECORDS);
      for (const missing of [unknown, theirs, gone]) {
        refused(await store(panel, { path: 'docs/a', record: missing }), 404, NOT_FOUND);
      }
      for (const collection of ['others', 'Things', 'things ', "o'thers"]) {
        const detail = `record '${record.key}' is not in collection '${collection}'`;
        const key = record.key.toUpperCase();
        refused(await store(panel, { path: 'docs/a', record: { collection, key } }), 422, detail);
      }
      assert.equal((await checkPanelUsage(panel)).files, 0);
    });

    test('a panel without a database refuses files with a record', async () => {
      const panel = await createPanel();
      const record = await panel.record();
      await changePanel(panel, { database: false });
      const detail = 'database access is not allowed for this panel';
      refused(await store(panel, { path: 'docs/a', record }), 403, detail);
      refused(await store(panel, { path: 'docs/a', record: { ...record, key: randomUUID() } }), 403, detail);
      succeeded(await store(panel, { path: 'docs/a' }));
      assert.equal((await checkPanelUsage(panel)).files, 1);
    });

    test('a file is deleted or refused if its record is deleted meanwhile', async () => {
      const panel = await createPanel();
      for (let round = 0; round < 10; round++) {
        const record = await panel.record();
        const [stored] = await Promise.all([
          store(panel, { path: `docs/${round}`, record }),
          panel.ask('delete', { key: record.key }, RECORDS),
        ]);
        if (stored.status !== 200) refused(stored, 404, NOT_FOUND);
      }
      assert.equal((await checkPanelUsage(panel)).files, 0);
    });
  });
}

test('the tests cause no internal errors', () => {
  assert.deepEqual(
    memory.lines().filter(({ level }) => level >= 50),
    [],
  );
});
