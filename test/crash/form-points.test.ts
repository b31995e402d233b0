/**
 * Kills a service with `kill -9` at every commit of somebody's answers to a form. Whoever gets no answer sends the same
 * page again, and there is one run with its file, whichever side of the commit the process died on.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { HeddleDatabase } from '../../src/database.ts';
import { poll } from '../http/poll.ts';
import { edge, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { openDisturbedTriggers, type Published, publishForNewUser } from '../support/disturbed-triggers.ts';
import { dyingAt } from '../support/points.ts';
import { type Installation, inReverse } from '../support/process.ts';

const CONTENT = 'I can weave. '.repeat(100);
const hooks = inReverse({ after });
let heddle: Installation;
let database: HeddleDatabase;
/** The address of a service that is not disturbed and executes the accepted runs. */
let url: string;
before(async () => {
  ({ heddle, database, url } = await openDisturbedTriggers(hooks));
});

function publishForm(): Promise<Published> {
  const schema = { type: 'object', properties: { name: { type: 'string' }, cv: { type: 'object', format: 'file' } } };
  const definition = {
    nodes: [
      node('form', 'trigger.form', { title: 'Apply', form_schema: schema }),
      node('done', 'output', { value: '{{ input.values }}' }),
    ],
    edges: [edge('form', 'done')],
  };
  return publishForNewUser(url, definition);
}

async function readToken(path: string): Promise<string> {
  const text = await (await fetch(url + path)).text();
  const [, token] = /name="_heddle_token" value="([^"]+)"/.exec(text) ?? [];
  assert.ok(token, text);
  return token;
}

/** Returns undefined when the service died before it answered. */
async function send(at: string, path: string, token: string): Promise<number | undefined> {
  const body = new FormData();
  body.append('_heddle_token', token);
  body.append('name', 'Ann');
  body.append('cv', new Blob([CONTENT]), 'cv.txt');
  const response = await fetch(at + path, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
  return response?.status;
}

async function readRuns(workflowId: string) {
  return database.query.selectFrom('runs').select(['status', 'output']).where('workflow_id', '=', workflowId).execute();
}

suite('a service that is killed while a form is sent', { concurrency: 2 }, () => {
  for (const [point, runs] of [
    ['gate.reserved', 0],
    ['webhook.accepting', 0],
    ['webhook.queued', 0],
    ['webhook.accepted', 1],
  ] as const) {
    test(`at ${point} leaves ${runs} runs, and sending the page again makes it one`, async () => {
      const victim = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...ENVIRONMENT, ...dyingAt(point, 1) },
      });
      const { path, workflowId, userId } = await publishForm();
      const token = await readToken(path);
      assert.equal(await send(victim.url, path, token), undefined);
      assert.equal((await victim.process.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
      assert.equal((await readRuns(workflowId)).length, runs);
      assert.equal(await send(url, path, token), 303);
      assert.equal(await send(url, path, token), 303);
      const [run, ...others] = await poll(async () => {
        const found = await readRuns(workflowId);
        return found.every(({ status }) => status === 'success') ? found : undefined;
      });
      assert.deepEqual(others, []);
      const { name, cv } = JSON.parse(run?.output ?? '');
      const { pathname, search } = new URL(cv.file_url);
      assert.deepEqual([name, await (await fetch(url + pathname + search)).text()], ['Ann', CONTENT]);
      const files = await database.query.selectFrom('files').select('size').where('user_id', '=', userId).execute();
      assert.deepEqual(files, [{ size: CONTENT.length }]);
    });
  }
});
