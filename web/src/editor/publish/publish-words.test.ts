import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Definition } from '../../graph/definition.ts';
import {
  compareWithPublished,
  createCounter,
  describeAuthors,
  describeChanges,
  describeRights,
  pinnedSteps,
  webhookCurl,
} from './publish-words.ts';

const draft: Definition = {
  nodes: [
    { id: 'hook', type: 'trigger.webhook', position: { x: 8, y: 0 } },
    { id: 'call', type: 'http.request', name: 'Ask', params: { url: 'b' } },
  ],
  edges: [{ source: 'hook', target: 'call' }],
  editor: { notes: [{ id: 'n', x: 0, y: 0, width: 1, height: 1, text: 'New' }], pins: { call: { output: 1 } } },
};
const person = (id: string, name: string) => ({ id, name, email: `${id}@test` });

test('the draft is compared with the published version, without positions, notes and pins', () => {
  const definition = {
    nodes: [
      { id: 'hook', type: 'trigger.webhook', position: { x: 0, y: 0 } },
      { id: 'call', type: 'http.request', name: 'Ask', params: { url: 'a' } },
    ],
    edges: [{ source: 'hook', target: 'call', source_handle: null }],
  };
  const published = { version: 1, note: '', at: 1, by: person('ann', 'Ann'), definition };
  const { changes, difference } = compareWithPublished(published, draft);
  assert.equal(changes, 1);
  assert.deepEqual(
    difference.steps.map(({ id, kind }) => [id, kind]),
    [['call', 'changed']],
  );
  assert.equal(describeChanges(difference, false), '1 step changed');
  const first = compareWithPublished(null, draft);
  assert.equal(first.changes, 3);
  assert.equal(describeChanges(first.difference, true), '2 steps and 1 connection');
  const emptied = compareWithPublished({ ...published, definition: { ...draft } }, { nodes: [], edges: [] });
  assert.equal(describeChanges(emptied.difference, false), '2 steps removed and 1 connection changed');
});

test('the changes of one draft after the other are counted', () => {
  const published = { version: 1, note: '', at: 1, by: person('ann', 'Ann'), definition: structuredClone(draft) };
  const count = createCounter(published, draft);
  assert.equal(count(draft), 0);
  const [hook, call] = draft.nodes;
  assert.ok(hook && call);
  assert.equal(count({ ...draft, nodes: [hook, { ...call, params: { url: 'c' } }] }), 1);
  assert.equal(count({ ...draft, nodes: [hook], edges: [] }), 2);
  assert.equal(count(draft), 0);
});

test('the curl of a webhook is ready to paste', () => {
  const command = webhookCurl('https://heddle.test/api/v3/workflow/hook/1/secret');
  assert.equal(
    command,
    `curl -X POST 'https://heddle.test/api/v3/workflow/hook/1/secret' \\
  -H 'content-type: application/json' \\
  -d '{"hello": "world"}'`,
  );
});

test('authors and rights are named', () => {
  const authors = [
    { ...person('ann', 'Ann'), revisions: 12 },
    { ...person('ben', ''), revisions: 1 },
  ];
  assert.equal(describeAuthors(authors), 'Ann (12 saves) and ben@test (1 save)');
  assert.equal(describeAuthors([]), '');
  const ann = { id: 'ann', name: 'Ann' };
  assert.equal(describeRights(null, ann), 'Once you publish, triggers start runs with your rights and credits (Ann).');
  assert.equal(describeRights(person('ann', 'Ann'), ann), 'Triggers start runs with your rights and credits (Ann).');
  assert.equal(
    describeRights(person('ben', 'Ben'), ann),
    'Once you publish, triggers start runs with your rights and credits (Ann). Now they use those of Ben.',
  );
});

test('pinned steps are named', () => {
  assert.deepEqual(pinnedSteps(draft), ['Ask']);
  assert.deepEqual(pinnedSteps({ nodes: [], edges: [] }), []);
});
