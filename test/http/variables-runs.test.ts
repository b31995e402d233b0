/** Tests what runs see of variables: everywhere where templates are, and the same values until they end. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RepeatedRun } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import type { SavedVariable } from '../../src/variables/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, findStep, readResult } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { asking, decide, findApprovalId, getApproval, waitForEnd, waitingRun } from './approval-workflows.ts';
import { buildersOn } from './builder-calls.ts';
import { defineHook, publishHook } from './webhook-calls.ts';

const service = await testService({ HEDDLE_RATE_LIMITS: 'off' });
const { pool } = service.service.system.database;
const builders = buildersOn(service);

async function set(person: Person, name: string, value: unknown, more: object = {}): Promise<SavedVariable> {
  const type = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'json';
  return service.ask<SavedVariable>('/api/v1/variable/create', { name, type, value, ...more }, person.key);
}

function change(person: Person, { id }: SavedVariable, value: unknown): Promise<SavedVariable> {
  return service.ask<SavedVariable>('/api/v1/variable/update', { id, value }, person.key);
}

function run(person: Person, workflow_id: string, input: object = {}): Promise<Run> {
  return service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, person.key);
}

function output(value: unknown): Definition {
  return chain(node('done', 'output', { value }));
}

async function validate(person: Person, workflow_id: string): Promise<string[]> {
  const { issues } = await service.ask<{ issues: { severity: string; message: string }[] }>(
    '/api/v3/workflow/validate',
    { workflow_id },
    person.key,
  );
  for (const { severity } of issues) assert.equal(severity, 'warning');
  return issues.map(({ message }) => message);
}

async function readStored(id: string): Promise<unknown> {
  const { rows } = await pool.query<{ variables: string | null }>('SELECT variables FROM runs WHERE id = $1', [id]);
  return rows[0]?.variables === null ? null : JSON.parse(rows[0]?.variables ?? 'undefined');
}

suite('a run', () => {
  test('sees variables in every template and expression', async () => {
    const ann = await service.person();
    await set(ann, 'limit', 10);
    await set(ann, 'greeting', 'hello');
    await set(ann, 'rows', [{ n: 1 }, { n: 2 }]);
    await set(ann, '__proto__', { strange: true });
    const definition: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('check', 'condition', { expression: 'input.n > vars.limit' }),
        node('each', 'loop', { items: 'vars.rows', collect: '{{ vars.greeting }} {{ steps.twice.output }}' }),
        node('twice', 'transform', { value: '{{ loop.item.n * vars.limit }}' }),
        node('done', 'output', {
          value: {
            results: '{{ steps.each.output.results }}',
            item: '{{ vars["greeting"] }}',
            computed: '{{ vars["gree" ~ "ting"] }}',
            count: '{{ vars | length }}',
            strange: '{{ vars.__proto__.strange }}',
            guarded: '{{ vars.nothing | default("none") }}',
            // This is long enough to be rendered in a thread.
            slow: '{{ (range(60000) | sum) * 0 + vars.limit }}',
          },
        }),
      ],
      edges: [
        edge('start', 'check'),
        edge('check', 'each', 'true'),
        edge('each', 'twice', 'item'),
        edge('each', 'done', 'done'),
      ],
    };
    const workflow_id = await createWorkflow(service, definition, ann.key);
    assert.deepEqual(readResult(await run(ann, workflow_id, { n: 11 })), {
      results: ['hello 10', 'hello 20'],
      item: 'hello',
      computed: 'hello',
      count: 4,
      strange: true,
      guarded: 'none',
      slow: 10,
    });
  });

  test('that uses a variable that does not exist fails, after a warning', async () => {
    const ann = await service.person();
    await set(ann, 'known', 1);
    const value = ['{{ vars.known }}', '{{ vars.nothing }}', '{{ vars.maybe | default(1) }}', '{{ vars[input.name] }}'];
    const workflow_id = await createWorkflow(service, output(value), ann.key);
    assert.deepEqual(await validate(ann, workflow_id), ["Step 'done' uses 'vars.nothing', which does not exist"]);
    const { status, error } = await run(ann, workflow_id, { name: 'known' });
    assert.equal(status, 'failed');
    assert.match(error, /'nothing'/);
    await set(ann, 'nothing', 2);
    assert.deepEqual(await validate(ann, workflow_id), []);
    assert.deepEqual(readResult(await run(ann, workflow_id, { name: 'known' })), [1, 2, 1, 1]);
  });

  test('sees a change without publishing, and the values of its workflow first', async () => {
    const ann = await service.person();
    const color = await set(ann, 'color', 'red');
    const hook = await publishHook(service, ann, defineHook(node('done', 'output', { value: '{{ vars.color }}' })));
    const result = async () => readResult(await waitForEnd(service, await hook.call({}), ann));
    assert.equal(await result(), 'red');
    await change(ann, color, 'blue');
    assert.equal(await result(), 'blue');
    const { workflowId: workflow_id } = hook;
    await service.ask('/api/v1/variable/override', { workflow_id, name: 'color', value: 'green' }, ann.key);
    assert.equal(await result(), 'green');
    await service.ask('/api/v1/variable/override', { workflow_id, name: 'color', value: null }, ann.key);
    assert.equal(await result(), 'blue');
  });

  test('sees the variables of the owner of the workflow, whoever starts it', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const organization_id = await service.organization([
      { person: ann, write: true },
      { person: ben, write: true },
    ]);
    for (const [person, value] of [
      [ann, 'of Ann'],
      [ben, 'of Ben'],
    ] as const)
      await set(person, 'whose', value);
    await set(ben, 'whose', 'common', { organization_id });
    const sharing = [{ user_email: ben.email, write: false, scopes: { 'workflow.run': true } }];
    for (const [more, expected] of [
      [{}, 'of Ann'],
      [{ organization_id }, 'common'],
    ] as const) {
      const workflow_id = await createWorkflow(service, output('{{ vars.whose }}'), ann.key, more);
      await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing }, ann.key);
      for (const person of [ann, ben]) assert.equal(readResult(await run(person, workflow_id)), expected);
    }
  });

  test('sees the same values until it ends, and stores only those that it refers to', async () => {
    const ann = await service.person();
    const color = await set(ann, 'color', 'red');
    await set(ann, 'other', 'never stored');
    const definition = asking(
      { title: 'Is {{ vars.color }} right?', assignees: ann.id },
      { before: [node('first', 'transform', { value: '{{ vars.color }}' })] },
    );
    const [approved] = definition.nodes.filter(({ id }) => id === 'approved');
    if (approved) approved.params = { value: '{{ steps.first.output }} {{ vars.color }}' };
    const waiting = await waitingRun(service, definition, ann);
    assert.deepEqual(await readStored(waiting.id), { color: 'red' });
    const approvalId = findApprovalId(waiting);
    assert.equal((await getApproval(service, approvalId, ann)).title, 'Is red right?');
    await change(ann, color, 'blue');
    await decide(service, approvalId, ann);
    const ended = await waitForEnd(service, waiting.id, ann);
    assert.equal(readResult(ended), 'red red');
    assert.equal(await readStored(waiting.id), null);
    // A replay is a new run, and sees the present values; what it adopts stays what it was.
    const body = { run_id: waiting.id, from: 'approved', version: 'same' };
    const replay = await service.ask<RepeatedRun>('/api/v1/run/replay', body, ann.key);
    assert.equal(readResult(await waitForEnd(service, replay.id, ann)), 'red blue');
  });

  test('that was queued sees the values of the moment at which it begins', async () => {
    const ann = await service.person();
    const color = await set(ann, 'color', 'red');
    const step = node('ask', 'human.approval', { title: '{{ vars.color }}', assignees: ann.id });
    const definition = defineHook(step);
    definition.nodes.push(node('done', 'output', { value: '{{ vars.color }}' }));
    definition.edges.push(edge('ask', 'done', 'approved'));
    const hook = await publishHook(service, ann, definition);
    const waiting = await hook.waitForRun(await hook.call({}));
    await change(ann, color, 'blue');
    assert.deepEqual(await readStored(waiting.id), { color: 'red' });
    await decide(service, findApprovalId(waiting), ann);
    assert.equal(readResult(await waitForEnd(service, waiting.id, ann)), 'red');
  });

  test('of a test sees them too, also of a single step', async () => {
    const ann = await service.person();
    await set(ann, 'color', 'red');
    const definition = chain(
      node('first', 'transform', { value: '{{ vars.color }}' }),
      node('done', 'output', { value: '{{ vars.color | upper }}' }),
    );
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const tested = await service.ask<Run>('/api/v1/run/test', { workflow_id, until: 'first' }, ann.key);
    assert.equal(findStep(tested, 'first').output_json, '"red"');
    const single = await service.ask<Run>('/api/v1/run/test', { workflow_id, only: 'done' }, ann.key);
    assert.equal(findStep(single, 'done').output_json, '"RED"');
  });

  test('whose definition refers to no variable asks for none, and stores none', async t => {
    const ann = await service.person();
    await set(ann, 'color', 'red');
    const steps = { before: [node('vars', 'transform', { value: 'the vars' })] };
    const hook = await publishHook(
      service,
      ann,
      defineHook(node('done', 'output', { value: '{{ input.body.vars }}' })),
    );
    // Without the table, whoever asks for variables fails.
    await pool.query('ALTER TABLE variables RENAME TO hidden');
    t.after(() => pool.query('ALTER TABLE IF EXISTS hidden RENAME TO variables'));
    const waiting = await waitingRun(service, asking({ assignees: ann.id }, steps), ann);
    assert.equal(await readStored(waiting.id), null);
    assert.equal(readResult(await waitForEnd(service, await hook.call({ vars: 1 }), ann)), 1);
    await pool.query('ALTER TABLE hidden RENAME TO variables');
  });

  test('of a large definition sees them, too', async () => {
    const ann = await service.person();
    await set(ann, 'color', 'red');
    const filler = Array.from({ length: 60 }, (_, index) =>
      node(`s${index}`, 'transform', { value: `${'x'.repeat(1000)} {{ input.a }}` }),
    );
    const definition = chain(
      ...filler,
      node('done', 'output', { value: '{{ vars.color }} {{ vars.nothing | d(1) }}' }),
    );
    const workflow_id = await createWorkflow(service, definition, ann.key);
    assert.equal(readResult(await run(ann, workflow_id, { a: 1 })), 'red 1');
    const wrong = chain(...filler, node('done', 'output', { value: '{{ vars.nothing }}' }));
    await service.ask('/api/v3/workflow/update', { id: workflow_id, definition: wrong }, ann.key);
    assert.deepEqual(await validate(ann, workflow_id), ["Step 'done' uses 'vars.nothing', which does not exist"]);
  });
});

suite('validation', () => {
  test('knows the variables of the owner of a workflow, also of definitions that are not saved', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const organization_id = await service.organization([{ person: ann, write: true }]);
    await set(ann, 'personal', 1);
    await set(ann, 'common', 1, { organization_id });
    const definition = output(['{{ vars.personal }}', '{{ vars.common }}', '{{ vars.own }}']);
    const check = async (body: object, person = ann) => {
      const { issues } = await service.ask<{ issues: { message: string; param: string }[] }>(
        '/api/v1/workflow/check',
        { definition, ...body },
        person.key,
      );
      return issues.map(({ message }) => message);
    };
    const missing = (name: string) => `Step 'done' uses 'vars.${name}', which does not exist`;
    assert.deepEqual(await check({}), [missing('common'), missing('own')]);
    const workflow_id = await createWorkflow(service, definition, ann.key, { organization_id });
    assert.deepEqual(await check({ workflow_id }), [missing('personal'), missing('own')]);
    await service.ask('/api/v1/variable/override', { workflow_id, name: 'own', value: 1 }, ann.key);
    assert.deepEqual(await check({ workflow_id }), [missing('personal')]);
    assert.deepEqual(await check({}, ben), [missing('personal'), missing('common'), missing('own')]);
    const { status } = await service.call('/api/v1/workflow/check', { definition, workflow_id }, ben.key);
    assert.equal(status, 403);
    // Those who only read the workflow can not find out which variables there are.
    const sharing = [{ user_email: ben.email, write: false, scopes: {} }];
    await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing }, ann.key);
    assert.deepEqual(await check({ workflow_id }, ben), []);
  });

  test('an import reports the variables that the new owner does not have', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    await set(ann, 'color', 'red');
    const workflow_id = await createWorkflow(service, output('{{ vars.color }}'), ann.key);
    const data = await service.ask('/api/v3/workflow/export', { workflow_id }, ann.key);
    const messages = async (person: Person) => {
      const { issues } = await service.ask<{ issues: { message: string }[] }>(
        '/api/v3/workflow/import',
        { data },
        person.key,
      );
      return issues.map(({ message }) => message);
    };
    assert.deepEqual(await messages(ann), []);
    assert.deepEqual(await messages(ben), ["Step 'done' uses 'vars.color', which does not exist"]);
  });
});

suite('a builder', () => {
  test('lists the variables of its workflow, and hears of those that do not exist', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    await set(ann, 'color', 'x'.repeat(1000), { description: 'of the shop' });
    const workflow_id = await createWorkflow(service, output(1), ann.key);
    await service.ask('/api/v1/variable/override', { workflow_id, name: 'own', value: [1] }, ann.key);
    const call = builders(workflow_id, ann);
    assert.deepEqual(await call<unknown>('variables'), {
      variables: [
        { name: 'color', type: 'text', value: `"${'x'.repeat(199)}`, description: 'of the shop', source: 'user' },
        { name: 'own', type: 'json', value: '[1]', description: '', source: 'workflow' },
      ],
    });
    const operation = { operation: 'update_node', id: 'done', set_params: { value: '{{ vars.own }} {{ vars.no }}' } };
    const { applied, issues } = await call('edit', { operations: [operation] });
    assert.deepEqual(
      [applied, issues.map(({ message }) => message)],
      [true, ["Step 'done' uses 'vars.no', which does not exist"]],
    );
    await assert.rejects(builders(workflow_id, ben)('variables'), /You do not have access to this workflow/);
  });
});
