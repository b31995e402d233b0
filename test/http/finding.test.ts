/** Tests the search by name over everything that a user may see. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Found } from '../../src/live/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { makePanel } from './booster-panels.ts';

const service = await testService();
const done = chain(node('done', 'output', { value: 1 }));

const find = (person: Person, text?: string) =>
  service.ask<Found[]>('/api/v1/find', text === undefined ? {} : { text }, person.key);
const describe = (found: readonly Found[]) => found.map(({ kind, name }) => `${kind} ${name}`);

const createPanel = (person: Person, name: string, given: Record<string, unknown> = {}) =>
  makePanel(service, person, { docs: {} }, { name, ...given });

suite('a search by name', () => {
  test('finds workflows, panels, files and assistants, and only what the user may see', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const workflow = await createWorkflow(service, done, ann.key, { name: 'Orders to invoices' });
    const panel = await createPanel(ann, 'Orders');
    await panel.upload({ path: 'docs/2026/Order 100_a.txt' });
    await panel.upload({ path: 'docs/reorder.txt' });
    await panel.upload({ path: 'docs/other.txt' });
    const { id: assistant } = await service.ask<{ id: string }>(
      '/api/v3/assistant/create',
      { name: 'Order clerk' },
      ann.key,
    );
    const found = await find(ann, ' ORDER ');
    assert.deepEqual(describe(found), [
      'workflow Orders to invoices',
      'panel Orders',
      'file Order 100_a.txt',
      'file reorder.txt',
      'assistant Order clerk',
    ]);
    assert.equal(found[0]?.id, workflow);
    assert.equal(found.at(-1)?.id, assistant);
    assert.partialDeepStrictEqual(found[2], { panel_id: panel.id, path: 'docs/2026/Order 100_a.txt' });
    assert.deepEqual(describe(await find(ann, '100_')), ['file Order 100_a.txt']);
    assert.deepEqual(await find(ann, '100%a'), []);
    assert.deepEqual(await find(ben, 'order'), []);
  });

  test('follows shares, and forgets what is deleted or disabled', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const sharing = [{ user_email: ben.email, write: false }];
    const panel = await createPanel(ann, 'Shared panel', { sharing });
    await panel.upload({ path: 'docs/plan.txt' });
    const workflow = await createWorkflow(service, done, ann.key, {
      name: 'Shared plan',
      sharing: [{ user_email: ben.email, write: false, scopes: {} }],
    });
    assert.deepEqual(describe(await find(ben, 'plan')), ['workflow Shared plan', 'file plan.txt']);
    const none = await service.person({ permissions: { workflow: 'none' } });
    assert.deepEqual(await find(none, 'plan'), []);
    await service.ask(`/api/v3/workflow/delete?entity_id=${workflow}`, {}, ann.key);
    await service.ask('/api/v1/panel/update', { id: panel.id, enabled: false }, ann.key);
    assert.deepEqual(await find(ben, 'plan'), []);
  });

  test('without a text shows what was changed last, a few of each kind', async () => {
    const ann = await service.person();
    for (let number = 1; number <= 8; number++) {
      await createWorkflow(service, done, ann.key, { name: `Workflow ${number}` });
    }
    const found = describe(await find(ann));
    assert.equal(found.length, 6);
    assert.equal(found[0], 'workflow Workflow 8');
    assert.deepEqual(await find(ann, randomUUID()), []);
  });
});
