/** Rotating the key while the service writes secrets. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { countSealedSecrets, rewrapSealedSecrets } from '../../src/composition/sealed-columns.ts';
import { newInstallationKey } from '../../src/platform/sealing/installation-keys.ts';
import { addToKeyFile } from '../../src/platform/sealing/key-file.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { testService } from '../support/service.ts';
import { poll } from './poll.ts';
import { echo, findHookPath, publishHook } from './webhook-calls.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'heddle-keys-'));
after(() => rm(folder, { recursive: true }));
const file = path.join(folder, 'keys');
const service = await testService({ HEDDLE_KEYS: file });
const { background, sealer } = service.service.system;
const { pool } = background;
const ann = await service.person();

async function readRecordedKeys(): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM encryption_keys ORDER BY created_at, id');
  return rows.map(({ id }) => id);
}

test('loses no secret, whether it changes meanwhile or not, and the new key is recorded', async () => {
  const hooks = await Promise.all(Array.from({ length: 6 }, () => publishHook(service, ann, echo)));
  const [changing, calm] = [hooks.slice(0, 3), hooks.slice(3)];
  const calmPaths = calm.map(({ path }) => path);
  for (let round = 0; round < 5; round++) {
    const key = newInstallationKey();
    await addToKeyFile(file, key);
    const paths = changing.map(async hook => {
      let deployment: Deployment | undefined;
      for (let time = 0; time < 5; time++) deployment = await hook.change('trigger/regenerate', { node_id: 'hook' });
      return findHookPath(deployment ?? assert.fail());
    });
    await rewrapSealedSecrets(pool, sealer, key.id);
    const expected = [...(await Promise.all(paths)), ...calmPaths];
    const shown = await Promise.all(hooks.map(async hook => findHookPath(await hook.change('deployment'))));
    assert.deepEqual(shown, expected);
    for (const path of shown) assert.equal((await service.send(path, { body: '{}' })).status, 200);
    await rewrapSealedSecrets(pool, sealer, key.id);
    assert.deepEqual([...(await countSealedSecrets(pool))], [[key.id, hooks.length]]);
    await poll(async () => (await readRecordedKeys()).includes(key.id) || undefined);
  }
});
