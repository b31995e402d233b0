/** Tests steps that run other workflows: what they give, what they get, and how they are tried again. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult, readStepOutput } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { decide, findApprovalId, getRun, waitForEnd } from './approval-workflows.ts';
import { doubling, failing, running, subWorkflows } from './sub-workflows.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const ann = await service.person();
const { publish, start, run, children, onlyChild, waitingChild, waiting } = subWorkflows(service, ann);

suite('a step that runs a workflow', () => {
  test('waits for its result, and the child is a run of its own', async () => {
    const workflow_id = await publish(doubling);
    const parent = await run(running(workflow_id, { input: { n: '{{ input.n }}' } }), { n: 21 });
    assert.equal(readResult(parent), 42);
    assert.equal(readStepOutput(parent, 'call'), 42);
    assert.equal('parent_run_id' in parent || 'root_run_id' in parent || 'depth' in parent, false);
    const { parent_run_id, root_run_id, depth, version, automatic, trigger_type, input_json } = await onlyChild(parent);
    assert.deepEqual(
      { parent_run_id, root_run_id, depth, version, automatic, trigger_type, input_json },
      {
        ...{ parent_run_id: parent.id, root_run_id: parent.id, depth: 1 },
        ...{ version: 1, automatic: false, trigger_type: 'trigger.manual', input_json: '{"n":21}' },
      },
    );
    const [listed] = await children(parent);
    assert.deepEqual([listed?.parent_node_id, listed?.parent_iteration, listed?.depth], ['call', [], 1]);
  });

  test('gets a long result whole, and null from a workflow that returns nothing', async () => {
    const long = await publish(chain(node('result', 'output', { value: "{{ 'ä' * 700000 }}" })));
    const counting = chain(
      node('call', 'workflow.run', { workflow_id: long }),
      node('result', 'output', { value: '{{ steps.call.output | length }}' }),
    );
    assert.equal(readResult(await run(counting)), 700_000);
    const nothing = await publish(chain(node('nothing', 'transform', { value: 1 })));
    assert.equal(readResult(await run(running(nothing))), null);
  });

  test('pauses its run, which a child that waits leaves waiting', async () => {
    const parent = await start(running(await publish(waiting)));
    assert.equal(parent.status, 'waiting');
    const { status, text, output_json } = findStep(parent, 'call');
    const child = await waitingChild(parent);
    assert.deepEqual(
      [status, text, JSON.parse(output_json)],
      ['waiting', "Waits for the run of 'Child'", { run_id: child.id }],
    );
    assert.equal((await getRun(service, parent.id, ann)).status, 'waiting');
    await decide(service, findApprovalId(child), ann);
    const { approved } = readResult(await waitForEnd(service, parent.id, ann)) as { approved: { decision: string } };
    assert.equal(approved.decision, 'approved');
  });

  test('does not wait when it is told not to', async () => {
    const parent = await start(running(await publish(waiting), { wait: false }));
    const child = await waitingChild(parent);
    assert.deepEqual(
      [readResult(parent), findStep(parent, 'call').text],
      [{ run_id: child.id }, "Started a run of 'Child'"],
    );
    assert.equal((await getRun(service, child.id, ann)).status, 'waiting');
  });

  test('fails with its child', async () => {
    const parent = await run(running(await publish(failing, 'Broken')));
    const child = await onlyChild(parent);
    assert.equal(parent.error, `Run ${child.id} of 'Broken' failed: ${child.error}`);
    assert.equal(findStep(parent, 'call').error, parent.error);
  });

  test('goes on at its error output when its child fails', async () => {
    const definition = running(await publish(failing));
    const parent = await run({
      nodes: [...definition.nodes, node('sorry', 'output', { value: '{{ steps.call.error }}' })],
      edges: [...definition.edges, edge('call', 'sorry', 'error')],
    });
    const child = await onlyChild(parent);
    assert.equal(readResult(parent), `Run ${child.id} of 'Child' failed: ${child.error}`);
  });

  test('is tried again with a new child each time', async () => {
    const retry = { attempts: 3, delay_seconds: 0 };
    const parent = await run(running(await publish(failing), { retry, input: { n: 1 } }));
    const tries = await children(parent);
    assert.deepEqual(
      tries.map(({ status }) => status),
      ['failed', 'failed', 'failed'],
    );
    const messages = tries.map(({ id, error }) => `Run ${id} of 'Child' failed: ${error}`);
    assert.deepEqual(
      findStep(parent, 'call').tries?.map(({ error }) => error),
      messages,
    );
    assert.equal(parent.error, messages[2]);
    assert.equal((await getRun(service, tries[2]?.id ?? '', ann)).input_json, '{"n":1}');
  });

  test('executes the draft only in the run of a draft', async () => {
    const draft = await createWorkflow(service, doubling, ann.key, { name: 'Draft' });
    const definition = running(draft, { version: 'draft', input: { n: 2 } });
    assert.equal(readResult(await run(definition)), 4);
    const workflow_id = await publish(definition, 'Published');
    const outer = await run(running(workflow_id));
    assert.match(outer.error, /: Only a run of a draft can run the draft of a workflow$/);
    const unpublished = await run(running(draft));
    assert.equal(unpublished.error, "The workflow 'Draft' is not published");
  });

  test('gives its child the files that it names, and gets those of its child', async () => {
    const place = openPlace((_request, response) => {
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="answer.txt"',
      };
      response.writeHead(200, headers).end('hello');
    });
    const reading = await publish(
      chain(
        node('read', 'file.to_text', { files: ['{{ input.doc }}'] }),
        node('fetch', 'http.request', { url: place.url }),
        node('result', 'output', {
          value: { text: '{{ steps.read.output.text }}', file: '{{ steps.fetch.output.body }}' },
        }),
      ),
    );
    const doc = { type: 'object', format: 'file' };
    const calling: Definition = chain(
      node('call', 'workflow.run', { workflow_id: reading, input: { doc: '{{ input.doc }}' } }),
      node('read', 'file.to_text', { files: ['{{ steps.call.output.file }}'] }),
      node('result', 'output', { value: ['{{ steps.call.output.text }}', '{{ steps.read.output.text }}'] }),
    );
    const [trigger, ...others] = calling.nodes;
    const params = { input_schema: { type: 'object', properties: { doc } } };
    const nodes = [{ ...(trigger ?? assert.fail()), params }, ...others];
    const content = Buffer.from('from the parent').toString('base64');
    const parent = await run({ ...calling, nodes }, { doc: { filename: 'a.txt', data: content } });
    assert.deepEqual(readResult(parent), ['from the parent', 'hello']);
  });

  const forEach = (workflow_id: string, items: number): Definition => ({
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'loop', { items: `range(${items}) | list`, collect: '{{ steps.call.output }}' }),
      node('call', 'workflow.run', { workflow_id, input: { n: '{{ loop.item }}' } }),
      node('result', 'output', { value: '{{ steps.each.output.results }}' }),
    ],
    edges: [edge('start', 'each'), edge('each', 'call', 'item'), edge('each', 'result', 'done')],
  });

  test('runs a child for each item of a loop', async () => {
    const parent = await run(forEach(await publish(doubling), 60));
    const doubled = Array.from({ length: 60 }, (_, n) => 2 * n);
    assert.deepEqual(readResult(parent), doubled);
    assert.equal((await children(parent)).length, 60);
  });

  test('waits until its child has a place, and leaves its own to others', async () => {
    const settings = { concurrency: [{ limit: 1, on_full: 'skip' }] };
    const child = await publish({ ...doubling, settings } as Definition);
    const calling = await publish({ ...forEach(child, 4), settings } as Definition, 'Calling');
    const parent = await run(forEach(calling, 2));
    assert.deepEqual(readResult(parent), [
      [0, 2, 4, 6],
      [0, 2, 4, 6],
    ]);
  });
});
