/** Workflows that are offered as tools, as assistants use them in chats and in steps. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { RunPage } from '../../src/runs/api/list-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import type { Catalog } from '../../src/workflows/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { openModelServer, type SeenModelRequest } from '../support/model-server.ts';
import { gate, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult, readStepOutput, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { asking } from './approval-workflows.ts';
import { CHAT, chatsOn, readToolResults, script } from './chats.ts';
import { poll } from './poll.ts';

const open = await openPlaces();
const server = await openModelServer({ after });
const service = await testService({
  HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: server.url }]),
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
});
const { assistant, chat } = chatsOn(service);

const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const double = node('result', 'output', { value: '{{ input.n * 2 }}' });
const doubling: Definition = { nodes: [node('start', 'trigger.manual', { input_schema: schema }), double], edges: [] };
doubling.edges = chain(double).edges;
const failing = chain(node('fail', 'transform', { value: '{{ input.nothing.at_all }}' }));

/** Publishes a workflow that is offered, and returns the name of its tool. */
async function offer(
  person: Person,
  definition: Definition,
  { offered = true, ...more }: Record<string, unknown> = {},
): Promise<{ id: string; tool: string }> {
  const settings = { ...definition.settings, tool: { offered, description: 'Use it.' } };
  const id = await createWorkflow(service, { ...definition, settings }, person.key, { name: 'Double it', ...more });
  await service.ask('/api/v3/workflow/publish', { workflow_id: id }, person.key);
  return { id, tool: `run_double_it-${id.slice(-12)}` };
}

async function listTools(person: Person) {
  const { tools } = await service.ask<Catalog>('/api/v3/workflow/catalog', {}, person.key);
  return tools.filter(({ category }) => category === 'Workflows');
}

async function listRuns(person: Person, workflow_id: string) {
  return (await service.ask<RunPage>('/api/v1/run/list', { workflow_id }, person.key)).items;
}

const names = (request: SeenModelRequest | undefined) => request?.tools.map(({ name }) => name);

suite('the catalog', () => {
  test('has the published workflows that are offered, for those who may run them', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    assert.deepEqual(await listTools(ann), []);
    const { id, tool } = await offer(ann, doubling);
    await offer(ann, doubling, { offered: false });
    await createWorkflow(service, { ...doubling, settings: { tool: { offered: true } } }, ann.key, { name: 'Draft' });
    assert.deepEqual(await listTools(ann), [
      {
        name: tool,
        display_name: 'Double it',
        description: 'Double it\n\nUse it.',
        category: 'Workflows',
        icon: 'workflow',
        input_schema: schema,
      },
    ]);
    assert.deepEqual(await listTools(bob), []);
    const share = (scopes: object) =>
      service.ask('/api/v3/workflow/update', { id, sharing: [{ user_email: bob.email, scopes }] }, ann.key);
    await share({});
    assert.deepEqual(await listTools(bob), []);
    await share({ 'workflow.run': true });
    assert.deepEqual(
      (await listTools(bob)).map(({ name }) => name),
      [tool],
    );
    await service.ask('/api/v1/user/update', { id: bob.id, permissions: { workflow: 'read' } });
    await service.refuse(
      422,
      `validation error: tools.0: there is no tool '${tool}'`,
      '/api/v3/assistant/create',
      {
        name: 'assistant',
        tools: [tool],
      },
      bob.key,
    );
  });

  test('keeps the tool of an assistant when the workflow gets another name', async () => {
    const ann = await service.person();
    const { id, tool } = await offer(ann, doubling);
    const { id: assistant_id } = await assistant(ann, { tools: [tool] });
    await service.ask('/api/v3/workflow/update', { id, name: 'Twice' }, ann.key);
    assert.deepEqual(
      (await listTools(ann)).map(({ name }) => name),
      [`run_twice-${id.slice(-12)}`],
    );
    const seen = script(server, { calls: [{ name: tool, input: { n: 4 } }] }, { text: 'Done' });
    await chat(ann, { message: 'Go', assistant_id });
    assert.deepEqual(names(seen[0]), [tool]);
    assert.deepEqual(readToolResults(seen[1]), ['8']);
  });
});

suite('in a chat', () => {
  test('an assistant runs the published workflow on behalf of the user, and gets its result', async () => {
    const ann = await service.person();
    const { id, tool } = await offer(ann, doubling);
    await service.ask('/api/v3/workflow/update', { id, definition: failing }, ann.key);
    const { id: assistant_id } = await assistant(ann, { tools: [tool] });
    const calls = [{ name: tool, input: { n: 4 } }];
    const seen = script(server, { calls }, { calls: [{ name: tool, input: { n: 'x' } }] }, { text: 'Eight' });
    assert.equal((await chat(ann, { message: 'Double 4', assistant_id })).content, 'Eight');
    assert.deepEqual(seen[0]?.tools, [{ name: tool, description: 'Double it\n\nUse it.', parameters: schema }]);
    const [result, refusal] = readToolResults(seen[2]);
    assert.equal(result, '8');
    assert.equal(refusal, `The params of ${tool} do not fit: 'n' must be an integer`);
    const [run, ...others] = await listRuns(ann, id);
    assert.deepEqual(others, []);
    assert.deepEqual([run?.status, run?.version, run?.created.user_id], ['success', 1, ann.id]);
  });

  test('the model learns that a run failed or waits', async () => {
    const ann = await service.person();
    const failed = await offer(ann, failing);
    const waiting = await offer(ann, asking({ assignees: [ann.email] }));
    const { id: assistant_id } = await assistant(ann, { tools: [failed.tool, waiting.tool] });
    const calls = [failed, waiting].map(({ tool }) => ({ name: tool, input: {} }));
    const seen = script(server, { calls }, { text: 'Done' });
    await chat(ann, { message: 'Go', assistant_id });
    const [error = '', paused = ''] = readToolResults(seen[1]);
    const [run] = await listRuns(ann, failed.id);
    assert.equal(error.startsWith(`Run ${run?.id} of 'Double it' failed: `), true, error);
    const [other] = await listRuns(ann, waiting.id);
    assert.deepEqual([JSON.parse(paused).run_id, JSON.parse(paused).status], [other?.id, 'waiting']);
  });

  test('a shared assistant has only the workflows that its user may run at that moment', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const { id, tool } = await offer(ann, doubling);
    const { id: assistant_id } = await assistant(ann, { tools: [tool], sharing: [{ user_email: bob.email }] });
    const calls = [{ name: tool, input: { n: 4 } }];
    const without = script(server, { calls }, { text: 'Done' });
    await chat(bob, { message: 'Go', assistant_id });
    assert.deepEqual(names(without[0]), []);
    assert.deepEqual(readToolResults(without[1]), [`There is no tool '${tool}'`]);
    const sharing = [{ user_email: bob.email, scopes: { 'workflow.run': true } }];
    await service.ask('/api/v3/workflow/update', { id, sharing }, ann.key);
    const seen = script(
      server,
      { calls },
      async () => {
        await service.ask('/api/v3/workflow/update', { id, sharing: [] }, ann.key);
        return { calls };
      },
      { text: 'Done' },
    );
    await chat(bob, { message: 'Go', assistant_id });
    assert.deepEqual(readToolResults(seen[2]), ['8', `There is no tool '${tool}'`]);
    assert.deepEqual(
      (await service.ask<RunPage>('/api/v1/run/list', {}, bob.key)).items.map(run => run.workflow_id),
      [id],
    );
  });

  test('a key that may not start runs gets no workflows', async () => {
    const ann = await service.person();
    const { tool } = await offer(ann, doubling);
    const { id: assistant_id } = await assistant(ann, { tools: [tool, 'hash'] });
    const seen = script(server, { text: 'Hi' }, { text: 'Hi' });
    const key = await service.key(ann.id, ['service.chat']);
    await service.ask(CHAT, { message: 'Go', assistant_id }, key);
    const both = await service.key(ann.id, ['service.chat', 'service.workflow']);
    await service.ask(CHAT, { message: 'Go', assistant_id }, both);
    assert.deepEqual(seen.map(names), [['hash'], [tool, 'hash']]);
  });

  test('the model can not make a workflow read a file that the user has not named', async () => {
    const ann = await service.person();
    const reading = chain(
      node('read', 'file.to_text', { files: '{{ input.file }}' }),
      node('result', 'output', { value: '{{ steps.read.output.text }}' }),
    );
    const { id, tool } = await offer(ann, reading);
    const { id: assistant_id } = await assistant(ann, { tools: [tool] });
    const note = { filename: 'note.txt', mime_type: 'text/plain', data: Buffer.from('my note').toString('base64') };
    script(server, { text: 'Thanks' });
    await chat(ann, { message: 'Keep it', files: [note] });
    const { rows } = await service.service.system.database.pool.query('SELECT id FROM files WHERE user_id = $1', [
      ann.id,
    ]);
    const file = rows[0].id;
    const calls = [{ name: tool, input: { file } }];
    const refused = script(server, { calls }, { text: 'Done' });
    await chat(ann, { message: 'Go', assistant_id });
    assert.deepEqual(readToolResults(refused[1]), [`The file '${file}' was not found or is not accessible`]);
    assert.deepEqual(await listRuns(ann, id), []);
    const seen = script(server, { calls }, { text: 'Done' });
    await chat(ann, { message: `Read ${file}`, assistant_id });
    assert.deepEqual(readToolResults(seen[1]), ['my note']);
  });
});

suite('in a step', () => {
  const thinking = (assistant_id: string) =>
    chain(
      node('think', 'assistant.run', { assistant_id, prompt: 'Go' }),
      node('result', 'output', { value: '{{ steps.think.output.text }}' }),
    );

  test('an assistant starts the run below that of the step, once for each call', async () => {
    const ann = await service.person();
    const { id, tool } = await offer(ann, doubling);
    const { id: assistant_id } = await assistant(ann, { tools: [tool] });
    const calls = [4, 4, 5].map(n => ({ name: tool, input: { n } }));
    const seen = script(server, { calls }, { text: 'Done' });
    const run = await runOnce(service, thinking(assistant_id), {}, ann.key);
    assert.equal(readResult(run), 'Done');
    assert.deepEqual(readToolResults(seen[1]), ['8', '8', '10']);
    const { items } = await service.ask<RunPage>('/api/v1/run/list', { parent_run_id: run.id }, ann.key);
    assert.deepEqual(
      items.map(({ workflow_id, status }) => [workflow_id, status]),
      [1, 2, 3].map(() => [id, 'success']),
    );
  });

  test('an assistant that calls a workflow which asks the assistant again comes to an end', async () => {
    const ann = await service.person();
    const { id: assistant_id } = await assistant(ann);
    const { id, tool } = await offer(ann, thinking(assistant_id));
    await service.ask('/api/v3/assistant/update', { id: assistant_id, tools: [tool] }, ann.key);
    server.answer = request => {
      const [result] = readToolResults(request);
      return result === undefined ? { calls: [{ name: tool, input: {} }] } : { text: result };
    };
    const run = await service.ask<Run>('/api/v1/run/start', { workflow_id: id, input: {} }, ann.key);
    const text = 'Runs can start one another at most 10 levels deep';
    assert.ok(String(readResult(run)).includes(text), run.output_json);
    assert.equal((await listRuns(ann, id)).length, 11);
  });

  test('the limits of the workflow hold for the runs of its tool', async () => {
    const ann = await service.person();
    const passing = gate();
    const place = open(passing.answer);
    const sending = chain(node('send', 'http.request', { url: place.url }));
    const { id, tool } = await offer(ann, { ...sending, settings: { concurrency: [{ limit: 1 }] } });
    const { id: assistant_id } = await assistant(ann, { tools: [tool] });
    const calls = [1, 2].map(n => ({ name: tool, input: { n } }));
    const seen = script(server, { calls }, { text: 'Done' });
    const running = runOnce(service, thinking(assistant_id), {}, ann.key);
    await place.came(1);
    const statuses = () =>
      poll(async () => {
        const found = (await listRuns(ann, id)).map(({ status }) => status).toSorted();
        return found.length === 2 ? found : undefined;
      });
    assert.deepEqual(await statuses(), ['queued', 'running']);
    passing.open();
    assert.equal((await running).status, 'success');
    assert.equal(readToolResults(seen[1]).length, 2);
    assert.equal(place.seen.length, 2);
  });

  test('a run that is cancelled takes those with it that its assistant has called', async () => {
    const ann = await service.person();
    const place = open(gate().answer);
    const { id, tool } = await offer(ann, chain(node('send', 'http.request', { url: place.url })));
    const { id: assistant_id } = await assistant(ann, { tools: [tool] });
    const seen = script(server, { calls: [{ name: tool, input: {} }] }, { text: 'Done' });
    const running = runOnce(service, thinking(assistant_id), {}, ann.key);
    await place.came(1);
    const [child] = await listRuns(ann, id);
    assert.equal(child?.parent_node_id, 'think');
    await service.ask('/api/v1/run/cancel', { run_id: child.parent_run_id }, ann.key);
    assert.equal((await running).status, 'cancelled');
    const ended = await poll(async () => (await listRuns(ann, id)).find(({ finished_at }) => finished_at !== null));
    assert.equal(ended.status, 'cancelled');
    assert.equal(seen.length, 1);
  });

  test('a text that PostgreSQL can not store does no harm', async () => {
    const ann = await service.person();
    const { tool } = await offer(ann, chain(node('result', 'output', { value: '{{ input.text | length }}' })));
    const { id: assistant_id } = await assistant(ann, { tools: [tool] });
    const calls = ['a\u0000b', 'a\ud800b'].map(text => ({ name: tool, input: { text } }));
    const inChat = script(server, { calls }, { text: 'Done' });
    await chat(ann, { message: 'Go', assistant_id });
    const inStep = script(server, { calls }, { text: 'Done' });
    await runOnce(service, thinking(assistant_id), {}, ann.key);
    assert.deepEqual([inChat[1], inStep[1]].map(readToolResults), [
      ['3', '3'],
      ['3', '3'],
    ]);
  });

  test('a step calls the workflow as a tool, too', async () => {
    const ann = await service.person();
    const { tool } = await offer(ann, doubling);
    const calling = (params: object) => chain(node('call', 'tool.call', { tool, params }));
    const run = await runOnce(service, calling({ n: 21 }), {}, ann.key);
    assert.equal(readStepOutput(run, 'call'), 42);
    const failed = await runOnce(service, calling({ n: 'many' }), {}, ann.key);
    assert.equal(findStep(failed, 'call').error, `The params of ${tool} do not fit: 'n' must be an integer`);
  });
});
