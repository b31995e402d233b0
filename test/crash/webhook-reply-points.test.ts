/**
 * Kills a service with `kill -9` while a call waits for its run: before and after the run is accepted, when its answer is
 * stored, and just before it is sent. The client repeats the call at another process with the same key, and gets the
 * answer of one and the same run.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { HeddleDatabase } from '../../src/database.ts';
import { edge, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { awaitReply } from '../support/disturbed-storage.ts';
import { openDisturbedTriggers, type Published, publishForNewUser } from '../support/disturbed-triggers.ts';
import { dyingAt } from '../support/points.ts';
import { type Installation, inReverse, type Reply } from '../support/process.ts';
import { casesOf, firstPer } from '../support/tiers.ts';

const hooks = inReverse({ after });
let heddle: Installation;
let database: HeddleDatabase;
/** A service that is not disturbed, and takes over what others leave. */
let url: string;
before(async () => {
  ({ heddle, database, url } = await openDisturbedTriggers(hooks));
});

/** The run of a `step` or `result` is stored before it answers, that of a `pure` result with its end. */
type Kind = 'step' | 'result' | 'pure';

function publish(kind: Kind): Promise<Published> {
  const said = { run: '{{ run.id }}', name: '{{ input.body.name }}' };
  const nodes = [
    node('hook', 'trigger.webhook', { reply: kind === 'step' ? 'step' : 'result', reply_seconds: 100 }),
    kind === 'pure' ? node('answer', 'transform', { value: said }) : node('answer', 'webhook.reply', { body: said }),
    node('done', 'output', { value: said }),
  ];
  const definition = { nodes, edges: [edge('hook', 'answer'), edge('answer', 'done')] };
  return publishForNewUser(url, definition);
}

async function send(at: string): Promise<Reply> {
  const response = await fetch(at, {
    method: 'POST',
    body: '{"name":"x"}',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'key' },
  });
  return { status: response.status, body: await response.json() };
}

const POINTS = ['webhook.accepting', 'webhook.accepted', 'webhook.replying', 'webhook.replied', 'webhook.answering'];
const cases = casesOf(
  POINTS.flatMap(point =>
    (['step', 'result', 'pure'] as const)
      .filter(kind => kind === 'step' || point.startsWith('webhook.a'))
      .map(kind => ({ point, kind })),
  ),
  firstPer(({ point }) => point),
);

suite('a call that waits for its run gets one answer, although its process is killed', {
  concurrency: 3,
}, () => {
  for (const { point, kind } of cases) {
    test(`at ${point}, with a ${kind} answer`, async () => {
      const environment = { ...ENVIRONMENT, ...dyingAt(point, 1) };
      const victim = await heddle.serve({ words: ['--no-worker'], environment });
      const { path, workflowId } = await publish(kind);
      assert.equal(await awaitReply(send(victim.url + path)), undefined);
      assert.equal((await victim.process.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
      const answers = [await send(url + path), await send(url + path)];
      const runs = await database.query.selectFrom('runs').select('id').where('workflow_id', '=', workflowId).execute();
      assert.equal(runs.length, 1);
      for (const answer of answers) {
        assert.deepEqual(answer, { status: 200, body: { run: runs[0]?.id, name: 'x' } });
      }
    });
  }
});
