/** The resources of the client against the real service: one row for each that is created, changed and deleted. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Heddle, NotFoundError } from '@heddle/client';
import { edge, node } from '../support/definitions.ts';
import { ADMIN_KEY, testService } from '../support/service.ts';

const service = await testService();
/** Only administrators have users. */
const heddle = new Heddle({ url: service.url, key: ADMIN_KEY });

interface Resource<Creation, Change> {
  create(creation: Creation): Promise<{ id: string }>;
  get(id: string): Promise<{ id: string }>;
  update(change: Change): Promise<{ id: string }>;
  each(): AsyncIterable<{ id: string }>;
  delete(id: string): Promise<unknown>;
}

/** The life of one item: it is created, changed, found and deleted. */
function row<Creation, Change extends { id: string }>(
  resource: Resource<Creation, Change>,
  creation: Creation,
  withChange: (id: string) => Change,
) {
  return async () => {
    const { id } = await resource.create(creation);
    const changed = await resource.update(withChange(id));
    assert.partialDeepStrictEqual(changed, withChange(id));
    assert.partialDeepStrictEqual(await resource.get(id), withChange(id));
    const ids = await Array.fromAsync(resource.each(), item => item.id);
    assert.equal(ids.filter(each => each === id).length, 1);
    await resource.delete(id);
    await assert.rejects(resource.get(id), NotFoundError);
  };
}

const bearer = { name: 'shop', kind: 'bearer', hosts: ['example.org'], fields: { token: 'secret' } } as const;
const rows: Record<string, () => Promise<void>> = {
  workflows: row(heddle.workflows, { name: 'one' }, id => ({ id, name: 'two' })),
  panels: row(heddle.panels, { name: 'one' }, id => ({ id, name: 'two' })),
  assistants: row(heddle.assistants, { name: 'one', instructions: 'Help.' }, id => ({ id, name: 'two' })),
  credentials: row(heddle.credentials, { ...bearer, hosts: ['example.org'] }, id => ({ id, description: 'The shop' })),
  variables: row(heddle.variables, { name: 'limit', type: 'number', value: 1 }, id => ({ id, value: 2 })),
  users: row(heddle.users, { name: 'Ada', email: 'ada@example.org' }, id => ({ id, name: 'Grace' })),
};

suite('items are created, changed, found and deleted', () => {
  for (const [name, live] of Object.entries(rows)) test(name, live);
});

suite('what a resource can do beside that', () => {
  const definition = {
    nodes: [
      node('clock', 'trigger.schedule', { cron: '0 3 * * *' }),
      node('done', 'output', { value: '{{ vars.x }}' }),
    ],
    edges: [edge('clock', 'done')],
  };

  test('credentials tell their kinds and what uses them', async () => {
    const { id } = await heddle.credentials.create({ ...bearer, hosts: ['example.org'] });
    assert.ok((await heddle.credentials.kinds()).some(({ kind }) => kind === 'bearer'));
    assert.deepEqual((await heddle.credentials.uses(id)).workflows, []);
    const { items, total } = await heddle.credentials.list({ text: 'shop' });
    assert.deepEqual([items.map(item => item.id), total], [[id], 1]);
    const { ok } = await heddle.credentials.test(id, { url: 'https://elsewhere.example.com/' });
    assert.equal(ok, false, 'it is only sent to its own hosts');
  });

  test('variables have values for one workflow', async () => {
    await heddle.variables.create({ name: 'x', type: 'text', value: 'of all' });
    const { id } = await heddle.workflows.create({ name: 'reads', definition });
    const ofX = (variables: { name: string; value: unknown }[]) => variables.find(({ name }) => name === 'x')?.value;
    assert.equal(ofX(await heddle.variables.resolve(id)), 'of all');
    assert.equal(ofX(await heddle.variables.override({ workflow_id: id, name: 'x', value: 'its own' })), 'its own');
    assert.equal((await heddle.variables.list({ text: 'x' })).total, 1);
  });

  test('schedules are previewed, and their times made up for', async () => {
    const { next_runs, valid } = await heddle.schedules.preview({ cron: '0 9 * * 1' });
    assert.ok(valid && next_runs.length > 0);
    const { id } = await heddle.workflows.create({ name: 'reports', definition });
    await heddle.workflows.publish(id);
    const from = Date.UTC(2026, 2, 2);
    const range = { workflow_id: id, node_id: 'clock', from, to: from + 3 * 86_400_000 };
    assert.equal((await heddle.schedules.countBackfill(range)).count, 3);
    const { action, total } = await heddle.schedules.backfill(range);
    assert.deepEqual([action, total], ['backfill', 3]);
  });

  test('users are invited, and say what they leave behind', async () => {
    const invitation = { name: 'Bob', email: 'bob@example.org', delivery: 'link' } as const;
    const { user_id, link } = await heddle.users.invite(invitation);
    assert.ok(link?.startsWith('http'));
    assert.deepEqual((await heddle.users.remains(user_id)).prevents, []);
  });
});
