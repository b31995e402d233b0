/** Tests loops that read their items from a file: their results, failures, details, and the limits that they do not have. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult, streamRun } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { createFileForm, upload } from './file-uploads.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const ann = await service.person();

/** A loop over a file, whose body doubles a number and looks whether it is small. */
function loopOver(params: object, body = DOUBLED): Definition {
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'loop', { file: '{{ input.file }}', ...params }),
      ...body.nodes,
      node('done', 'output', { value: '{{ steps.each.output }}' }),
    ],
    edges: [edge('start', 'each'), ...body.edges, edge('each', 'done', 'done')],
  };
}

const DOUBLED = {
  nodes: [
    node('double', 'transform', { value: '{{ loop.item.n * 2 }}' }),
    node('check', 'condition', { expression: 'steps.double.output > 10 and loop.index >= 0' }),
  ],
  edges: [edge('each', 'double', 'item'), edge('double', 'check')],
};

const OCTETS = 'application/octet-stream';

async function start(definition: Definition, content: string, filename = 'items.ndjson') {
  const { file_id } = await upload(
    service,
    ann,
    createFileForm(Buffer.from(content, filename.startsWith('latin') ? 'latin1' : 'utf8'), filename, OCTETS),
  );
  return { workflow_id: await createWorkflow(service, definition, ann.key), input: { file: file_id } };
}

async function run(definition: Definition, content: string, filename?: string): Promise<Run> {
  return service.ask<Run>('/api/v3/workflow/run', await start(definition, content, filename), ann.key);
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => `${JSON.stringify({ n })}\n`).join('');
const counted = (count: number) => ({ count, succeeded: count, failed: 0, failures: [] });

suite('a loop over a file', () => {
  test('has more items and steps than a list may have, and keeps none that succeed', async () => {
    const ended = await run(loopOver({}), numbers(5_000));
    assert.deepEqual(readResult(ended), counted(5_000));
    assert.deepEqual(
      ended.steps.map(({ node_id }) => node_id),
      ['start', 'each', 'done'],
    );
    const { items } = findStep(ended, 'each');
    assert.equal(items?.done, 5_000);
    assert.equal(items?.failed, 0);
  });

  test('reads CSV with the names of its first row', async () => {
    const content = '\uFEFFname;text\r\nAnn;"a ""b""\r\nc"\r\n\r\nBob;\r\nCy\r\n';
    const body = {
      nodes: [node('row', 'transform', { value: '{{ [loop.item, loop.index, loop.count] }}' })],
      edges: [edge('each', 'row', 'item')],
    };
    const ended = await run(loopOver({ keep: 'all' }, body), content, 'people.csv');
    assert.deepEqual(readResult(ended), counted(3));
    const rows = [0, 1, 2].map(index => JSON.parse(findStep(ended, 'row', [index]).output_json));
    assert.deepEqual(rows, [
      [{ name: 'Ann', text: 'a "b"\r\nc' }, 0, null],
      [{ name: 'Bob', text: '' }, 1, null],
      [{ name: 'Cy', text: null }, 2, null],
    ]);
  });

  test('has no items when the file is empty or has only a header', async () => {
    assert.deepEqual(readResult(await run(loopOver({}), '\n\n')), counted(0));
    assert.deepEqual(readResult(await run(loopOver({}), 'a,b\n', 'a.csv')), counted(0));
  });

  test('counts items that fail, keeps their details and goes on', async () => {
    const content = numbers(1_500).replace('{"n":700}', '{"n":null}').replace('{"n":1200}', '{}');
    const ended = await run(loopOver({}), content);
    const { failures, ...counts } = readResult(ended) as { failures: Record<string, unknown>[] };
    assert.deepEqual(counts, { count: 1_500, succeeded: 1_498, failed: 2 });
    assert.deepEqual(
      failures.map(({ index, line, step }) => ({ index, line, step })),
      [
        { index: 700, line: 701, step: 'double' },
        { index: 1200, line: 1201, step: 'double' },
      ],
    );
    assert.equal(failures[1]?.error, "params.value: {{ loop.item.n * 2 }}: 'loop.item' has no 'n'");
    assert.equal(findStep(ended, 'double', [700]).status, 'failed');
    assert.equal(findStep(ended, 'check', [1200]).status, 'skipped');
    assert.equal(ended.steps.length, 7);
    const params = { run_id: ended.id, node_id: 'double', iteration: [700] };
    const { unavailable } = await service.ask<{ unavailable: string }>('/api/v1/run/step/params', params, ann.key);
    assert.equal(
      unavailable,
      'The items of the loop were read one after the other and are not stored, so nothing can be rendered again',
    );
  });

  test('keeps no details with none', async () => {
    const ended = await run(loopOver({ keep: 'none' }), '{}\n{"n":1}\n');
    assert.equal((readResult(ended) as { failed: number }).failed, 1);
    assert.equal(ended.steps.length, 3);
  });

  test('lets the run fail with stop', async () => {
    const ended = await run(loopOver({ on_failure: 'stop' }), '{"n":1}\n{}\n{"n":2}\n');
    assert.equal(ended.status, 'failed');
    assert.equal(ended.error, "params.value: {{ loop.item.n * 2 }}: 'loop.item' has no 'n'");
    assert.equal(findStep(ended, 'each').error, 'The run failed before all items were done');
    assert.equal(findStep(ended, 'double', [1]).status, 'failed');
  });

  test('counts an item whose failure is handled as a success', async () => {
    const body = {
      nodes: [...DOUBLED.nodes, node('instead', 'transform', { value: 0 })],
      edges: [...DOUBLED.edges, edge('double', 'instead', 'error')],
    };
    assert.deepEqual(readResult(await run(loopOver({}, body), '{}\n{"n":1}\n')), counted(2));
  });

  test('fails an item in which an item of an inner loop fails', async () => {
    const body = {
      nodes: [
        node('inner', 'loop', { items: 'loop.item' }),
        node('double', 'transform', { value: '{{ 10 / loop.item + loop.parent.index }}' }),
        node('after', 'transform', { value: '{{ steps.inner.output.count }}' }),
      ],
      edges: [edge('each', 'inner', 'item'), edge('inner', 'double', 'item'), edge('inner', 'after', 'done')],
    };
    const ended = await run(loopOver({}, body), '[1, 2]\n[1, 0, 2]\n[]\n');
    const { failures, ...counts } = readResult(ended) as { failures: { index: number; step: string }[] };
    assert.deepEqual(counts, { count: 3, succeeded: 2, failed: 1 });
    assert.deepEqual([failures[0]?.index, failures[0]?.step], [1, 'double']);
    assert.equal(findStep(ended, 'after', [1]).status, 'skipped');
    assert.equal(findStep(ended, 'double', [2, 1]).status, 'success');
  });

  test('performs effects of as many items at once as it says, and forgets their steps', async () => {
    let [open, most] = [0, 0];
    const place = openPlace((request, response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        json({}, request.path.endsWith('/7') ? 500 : 200)(request, response);
      });
    });
    const body = {
      nodes: [
        node('call', 'http.request', { url: `${place.url}/{{ loop.item }}` }),
        node('after', 'transform', { value: '{{ steps.call.output.status }}' }),
      ],
      edges: [edge('each', 'call', 'item'), edge('call', 'after')],
    };
    const content = Array.from({ length: 450 }, (_, n) => `${n}\n`).join('');
    const ended = await run(loopOver({ concurrency: 4 }, body), content);
    const { failed, succeeded } = readResult(ended) as { failed: number; succeeded: number };
    assert.deepEqual([succeeded, failed], [449, 1]);
    assert.equal(place.seen.length, 450);
    assert.ok(most <= 4, `${most} requests at once`);
    assert.equal(ended.steps.length, 5);
    assert.equal(findStep(ended, 'call', [7]).status, 'failed');
  });

  test('reports how many items are over, and not each of their steps', async () => {
    const events = (await streamRun(service, await start(loopOver({}), numbers(3_000)), ann.key)).flatMap(({ data }) =>
      data === '' ? [] : data,
    );
    const ofBody = events.filter(({ node_id }) => node_id === 'double' || node_id === 'check');
    assert.deepEqual(ofBody, []);
    const progress = events.find(({ type }) => type === 'step_progress');
    assert.match(progress?.text ?? '', /^1000 items done, 0 failed, \d+ per second$/);
  });
});

suite('a loop over a file fails', () => {
  const cases: [name: string, content: string, filename: string, error: string][] = [
    [
      'of an unknown format',
      'a',
      'items.bin',
      "The format of 'items.bin' is not known: set 'format' to csv, ndjson or json",
    ],
    ['with a line that is no JSON', '1\n\n{"a":\n', 'items.jsonl', "Line 3 of 'items.jsonl' is not valid JSON"],
    [
      'with a quotation mark that is not closed',
      'a,b\n1,2\n"3,4\n',
      'items.csv',
      "Line 3 of 'items.csv' is not valid CSV: a quotation mark is not closed",
    ],
    [
      'with a row that is longer than the first',
      'a,b\n1,2,3\n',
      'items.csv',
      "Line 2 of 'items.csv' has 3 cells, and the first line 2",
    ],
    [
      'with a line that is nested too deeply',
      `1\n${'['.repeat(201)}${']'.repeat(201)}\n`,
      'items.ndjson',
      "Line 2 of 'items.ndjson' is nested too deeply (at most 200 levels)",
    ],
    ['with a line that is not UTF-8', '1\n2\n"\xff"\n', 'latin.ndjson', "Line 3 of 'latin.ndjson' is not UTF-8"],
    [
      'with a line that is too long',
      `1\n"${'x'.repeat(3_000_000)}"`,
      'items.ndjson',
      "Line 2 of 'items.ndjson' is longer than 1048576 bytes",
    ],
  ];
  for (const [name, content, filename, error] of cases) {
    test(name, async () => {
      const ended = await run(loopOver({}), content, filename);
      assert.equal(ended.status, 'failed');
      assert.equal(ended.error, error);
      assert.equal(findStep(ended, 'each').error, error);
    });
  }

  test('with a broken line in the middle after the items before it, and goes on on error', async () => {
    const definition = loopOver({ keep: 'all' });
    definition.nodes.push(node('broken', 'output', { value: '{{ steps.each.error }}' }));
    definition.edges.push(edge('each', 'broken', 'error'));
    const ended = await run(definition, '{"n":1}\n{"n":2}\nnull}\n{"n":3}\n');
    assert.equal(readResult(ended), "Line 3 of 'items.ndjson' is not valid JSON");
    assert.equal(findStep(ended, 'each').items?.done, 2);
    assert.equal(findStep(ended, 'double', [1]).output_json, '4');
  });

  test('without a file that the user may read', async () => {
    const workflow_id = await createWorkflow(service, loopOver({}), ann.key);
    const input = { file: '00000000-0000-7000-8000-000000000000' };
    const ended = await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, ann.key);
    assert.equal(ended.error, "The file '00000000-0000-7000-8000-000000000000' was not found or is not accessible");
  });
});

suite('a definition with a loop over a file', () => {
  const refused: [name: string, params: object, error: string][] = [
    ['and a list', { items: '[1]' }, "Step 'each': 'file' and 'items' exclude each other"],
    ['that collects', { collect: 1 }, "Step 'each': 'collect' needs 'items'"],
    ['of an unknown format', { format: 'xml' }, "Step 'each': 'format' must be one of csv, ndjson, json"],
    ['that is told unknown things', { from: 'x' }, "Step 'each': 'from' is not a parameter of loop"],
  ];
  for (const [name, params, error] of refused) {
    test(`${name} is refused`, async () => {
      const workflow_id = await createWorkflow(service, loopOver(params), ann.key);
      const { issues } = await service.ask<{ issues: { message: string }[] }>(
        '/api/v3/workflow/validate',
        { workflow_id },
        ann.key,
      );
      assert.equal(issues[0]?.message, error);
    });
  }
});

test('a definition with a loop over a file in another loop is refused', async () => {
  const outer = {
    nodes: [
      node('start', 'trigger.manual'),
      node('outer', 'loop', { items: 'input.files' }),
      node('each', 'loop', { file: '{{ loop.item }}' }),
      node('row', 'transform', { value: '{{ loop.item }}' }),
      node('done', 'output', { value: 1 }),
    ],
    edges: [
      edge('start', 'outer'),
      edge('outer', 'each', 'item'),
      edge('each', 'row', 'item'),
      edge('outer', 'done', 'done'),
    ],
  };
  const workflow_id = await createWorkflow(service, outer, ann.key);
  const { issues } = await service.ask<{ issues: { message: string }[] }>(
    '/api/v3/workflow/validate',
    { workflow_id },
    ann.key,
  );
  assert.deepEqual(
    issues.map(({ message }) => message),
    ["Step 'each': a loop over a file, records or a query can not be in the body of another loop ('outer')"],
  );
});
