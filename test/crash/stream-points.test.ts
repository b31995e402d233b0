/** Kills a process in the middle of a download: another one begins it again, and nothing of the first is left. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { assertKilled, type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { edge, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { openPlaces } from '../support/outside-places.ts';
import { dyingAt } from '../support/points.ts';
import { call, inReverse, until } from '../support/process.ts';

const BYTES = 40 * 2 ** 20;
const hooks = inReverse({ after });
const openPlace = await openPlaces();
let world: CrashWorld;
before(async () => {
  world = await openCrashWorld(hooks);
});

suite('a download whose process is killed', () => {
  test('is made again, and its file is there once', async () => {
    const place = openPlace((_, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' }).end(Buffer.alloc(BYTES, 'heddle'));
    });
    const definition = {
      nodes: [node('start', 'trigger.manual'), node('get', 'http.request', { url: `${place.url}/file.zip` })],
      edges: [edge('start', 'get')],
    };
    const { id: workflow_id } = await world.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Get', definition });
    const environment = { ...ENVIRONMENT, ...dyingAt('gate.grown', 2) };
    const victim = await world.heddle.serve({ words: ['--no-worker'], environment });
    await call(victim.url, '/api/v3/workflow/run', { workflow_id }).catch(() => undefined);
    await assertKilled(victim.process);

    const { rows: runs } = await world.client.query<{ id: string }>('SELECT id FROM runs WHERE workflow_id = $1', [
      workflow_id,
    ]);
    const read = () => world.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${runs[0]?.id}`, {});
    await world.withWorker(() =>
      until(async () => ['success', 'failed'].includes((await read()).status), 'the run ends'),
    );
    const run = await read();
    assert.equal(run.status, 'success', run.error);
    const output = run.steps.find(({ node_id }) => node_id === 'get')?.output_json ?? '';
    const { body } = JSON.parse(output) as { body: Attachment };
    assert.equal(body.size, BYTES);
    const { rows: files } = await world.client.query('SELECT size FROM files WHERE run_id = $1', [run.id]);
    assert.deepEqual(
      files.map(({ size }) => Number(size)),
      [BYTES],
    );
  });
});
