/** A process runs the current draft, although it caches the one that it ran before. */
import assert from 'node:assert/strict';
import { after, suite } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { createTestDatabase } from '../support/database.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, readResult, streamRun } from '../support/runs.ts';
import { serviceOn } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

const one = await serviceOn(await createTestDatabase());
const other = await serviceOn(one.database);
after(async () => {
  await other.stopService();
  await one.stop();
});
const ann = await one.person();
const withOutput = (value: unknown) => chain(node('done', 'output', { value }));
const runAt = (workflow_id: string, key = ann.key) => one.ask<Run>('/api/v3/workflow/run', { workflow_id }, key);
const update = (id: string, changes: object) => other.ask('/api/v3/workflow/update', { id, ...changes }, ann.key);

suite('when another process changes a workflow', () => {
  test('the new definition and name are used at once', async () => {
    const id = await createWorkflow(one, withOutput('first'), ann.key);
    for (let count = 0; count < 3; count++) assert.equal(readResult(await runAt(id)), 'first');
    await update(id, { definition: withOutput('{{ workflow.name }}'), name: 'renamed' });
    assert.equal(readResult(await runAt(id)), 'renamed');
    await update(id, { name: 'again' });
    const events = (await streamRun(one, { workflow_id: id }, ann.key)).flatMap(({ data }) => data || []);
    assert.equal(events.at(-1)?.output_json, '"again"');
    assert.equal(events.filter(({ type }) => type === 'run_start').length, 1);
    assert.equal(await one.ask<number>('/api/v3/workflow/runs/count', {}, ann.key), 5, 'none was run twice');
  });

  test('requests are validated against the current draft', async () => {
    const id = await createWorkflow(one, withOutput('good'), ann.key);
    assert.equal(readResult(await runAt(id)), 'good');
    await update(id, { definition: withOutput('{{ broken') });
    const refused = await one.call('/api/v3/workflow/run', { workflow_id: id }, ann.key);
    assert.equal(refused.status, 422, JSON.stringify(refused.body));
    await update(id, { definition: withOutput('good again') });
    assert.equal(readResult(await runAt(id)), 'good again');
    await other.ask(`/api/v3/workflow/delete?entity_id=${id}`, {}, ann.key);
    await one.refuse(404, 'Workflow not found', '/api/v3/workflow/run', { workflow_id: id }, ann.key);
  });

  test('a user whose share was removed can no longer run it', async () => {
    const ben = await one.person();
    const sharing = [{ user_email: ben.email, write: false, scopes: { 'workflow.run': true } }];
    const id = await createWorkflow(one, withOutput('shared'), ann.key, { sharing });
    assert.equal(readResult(await runAt(id, ben.key)), 'shared');
    assert.equal(readResult(await runAt(id)), 'shared');
    await update(id, { sharing: [] });
    const denied = 'You do not have access to this workflow';
    await one.refuse(403, denied, '/api/v3/workflow/run', { workflow_id: id }, ben.key);
    assert.equal(readResult(await runAt(id)), 'shared');
  });

  test('each of a hundred simultaneous runs executes a draft that existed', COMPLETE_ONLY, async () => {
    const id = await createWorkflow(one, withOutput(0), ann.key);
    const changes = (async () => {
      for (let count = 1; count <= 30; count++) await update(id, { definition: withOutput(count) });
    })();
    const runs = await Promise.all(
      Array.from({ length: 100 }, () => one.call('/api/v3/workflow/run', { workflow_id: id }, ann.key)),
    );
    await changes;
    for (const { status, body } of runs) {
      const run = body as Run;
      assert.ok(status === 423 || (status === 200 && Number(run.output_json) <= 30), JSON.stringify(body));
    }
    assert.equal(readResult(await runAt(id)), 30);
  });
});
