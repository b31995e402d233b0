/** Whatever starts, steers or decides runs in the console happens once, and an outage loses nothing that was typed. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { asking, findApprovalId, getApproval, getRun, waitingRun } from '../http/approval-workflows.ts';
import { chatsOn, script } from '../http/chats.ts';
import { publishForm } from '../http/forms-sent.ts';
import { openSource, PolledWorkflow } from '../http/polled.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { openModelServer } from '../support/model-server.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { type ConsolePerson, openConsole } from './support/browser.ts';
import { createOrders } from './support/editing.ts';
import {
  answerSlowly,
  loseFirstAnswer,
  OUTAGE_LINES,
  testLostAnswers,
  testWrites,
  type Writes,
} from './support/races.ts';
import { openInTurn, untilRead } from './support/visits.ts';

const models = await openModelServer({ after });
const source = await openSource({ after });
const app = await openConsole({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: models.url }]),
});
const { service } = app;
const { chat } = chatsOn(service);

const failing = chain(node('divide', 'transform', { value: '{{ 12 / input.n }}' }));
const greeting = {
  nodes: [
    node('start', 'trigger.manual', {
      input_schema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] },
    }),
    node('end', 'output', { value: 'Hello {{ input.name }}' }),
  ],
  edges: [edge('start', 'end')],
};
/** A time of each day that is far from now. */
const hour = (new Date().getUTCHours() + 12) % 24;
const daily = { nodes: [node('plan', 'trigger.schedule', { cron: `0 ${hour} * * *` })], edges: [] };

const dialog = (page: Page) => page.getByRole('dialog');
const publishing = (page: Page) => page.getByRole('complementary', { name: 'Publish' });
const openPublishing = (page: Page) => page.getByRole('button', { name: /^Publish/ }).click();
const runBar = (page: Page) => page.getByRole('region', { name: 'Run' });
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

const publish = (workflow_id: string, { key }: ConsolePerson) =>
  service.ask<Deployment>('/api/v3/workflow/publish', { workflow_id }, key);
const readDeployment = (workflow_id: string, { key }: ConsolePerson) =>
  service.ask<Deployment>('/api/v3/workflow/deployment', { workflow_id }, key);

function findRuns(workflow_id: string, { key }: ConsolePerson): Promise<Run[]> {
  const filters = [['workflow_id', '==', workflow_id]];
  return service.ask<Run[]>('/api/v3/workflow/runs/find', { filters }, key);
}

const countRuns = async (workflowId: string, person: ConsolePerson) => (await findRuns(workflowId, person)).length;

async function converse(ann: ConsolePerson, about: string): Promise<string> {
  script(models, { text: 'Welcome' });
  return (await chat(ann, { message: about })).conversation_id;
}

async function chooseAction(page: Page, about: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${about}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const listConversations = async ({ key }: ConsolePerson) =>
  (await service.ask<{ items: { id: string; title: string }[] }>('/api/v1/conversation/list', {}, key)).items;

const writes: Writes = {
  'publishing a workflow': async ann => {
    const id = await createOrders(service, ann);
    const note = (page: Page) => publishing(page).getByLabel('Note');
    return {
      path: `/workflows/${id}`,
      endpoint: '/api/v3/workflow/publish',
      async prepare(page) {
        await openPublishing(page);
        await note(page).fill('The first one');
      },
      typed: note,
      button: page => publishing(page).getByRole('button', { name: 'Publish version 1' }),
      effects: async () => (await readDeployment(id, ann)).published_version ?? 0,
    };
  },

  'publishing an earlier version': async ann => {
    const id = await createOrders(service, ann);
    await publish(id, ann);
    await publish(id, ann);
    return {
      path: `/workflows/${id}`,
      endpoint: '/api/v1/workflow/publish_version',
      async prepare(page) {
        await openPublishing(page);
        await publishing(page).getByRole('button', { name: 'Show earlier versions' }).click();
        await publishing(page).getByRole('button', { name: 'Publish version 1 again' }).click();
      },
      button: page => dialog(page).getByRole('button', { name: 'Publish again' }),
      effects: async () => ((await readDeployment(id, ann)).published_version ?? 0) - 2,
    };
  },

  'making a new URL of a webhook': async ann => {
    const id = await createOrders(service, ann);
    const { triggers } = await publish(id, ann);
    return {
      path: `/workflows/${id}`,
      endpoint: '/api/v3/workflow/trigger/regenerate',
      async prepare(page) {
        await openPublishing(page);
        await publishing(page).getByText('Command and more').click();
        await publishing(page).getByRole('button', { name: 'Make a new URL' }).click();
      },
      button: page => dialog(page).getByRole('button', { name: 'Make a new URL' }),
      effects: async () => Number((await readDeployment(id, ann)).triggers[0]?.url !== triggers[0]?.url),
    };
  },

  'making up for missed times': async ann => {
    const id = await createWorkflow(service, daily, ann.key);
    await publish(id, ann);
    return {
      path: `/workflows/${id}`,
      endpoint: '/api/v1/schedule/backfill',
      isWrite: body => body.dry_run !== true,
      async prepare(page) {
        await openPublishing(page);
        await publishing(page).getByRole('button', { name: 'Make up for missed times' }).click();
      },
      button: page => dialog(page).getByRole('button', { name: 'Start the runs' }),
      effects: () => countRuns(id, ann),
    };
  },

  'polling now': async ann => {
    const { id } = await PolledWorkflow.publish(service, ann, { params: { url: source.url } });
    const before = source.requests.length;
    return {
      path: `/workflows/${id}`,
      endpoint: '/api/v1/trigger/poll_now',
      prepare: openPublishing,
      button: page => publishing(page).getByRole('button', { name: 'Poll now' }),
      done: page => page.getByRole('status').getByText('There is nothing new'),
      effects: async () => source.requests.length - before,
    };
  },

  'running a workflow': async ann => {
    const id = await createWorkflow(service, chain(), ann.key);
    return {
      path: `/workflows/${id}`,
      endpoint: '/api/v3/workflow/run/stream',
      button: page => page.getByRole('button', { name: 'Run', exact: true }),
      done: page => runBar(page).getByText('Succeeded'),
      effects: () => countRuns(id, ann),
    };
  },

  'running a workflow with an input': async ann => {
    const id = await createWorkflow(service, greeting, ann.key);
    const name = (page: Page) => dialog(page).getByRole('textbox', { name: 'Name' });
    return {
      path: `/workflows/${id}`,
      endpoint: '/api/v3/workflow/run/stream',
      async prepare(page) {
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await name(page).fill('Ann');
      },
      typed: name,
      button: page => dialog(page).getByRole('button', { name: 'Run', exact: true }),
      effects: () => countRuns(id, ann),
    };
  },

  'cancelling a run': async ann => {
    const { id } = await waitingRun(service, asking({ assignees: [ann.email] }), ann);
    return {
      path: `/runs/${id}`,
      endpoint: '/api/v1/run/cancel',
      prepare: page => page.getByRole('button', { name: 'Cancel' }).click(),
      button: page => dialog(page).getByRole('button', { name: 'Cancel the run' }),
      effects: async () => Number((await getRun(service, id, ann)).status === 'cancelled'),
    };
  },

  'running a run again': async ann => {
    const { id, workflow_id } = await runOnce(service, chain(), {}, ann.key);
    return {
      path: `/runs/${id}`,
      endpoint: '/api/v1/run/replay',
      isWrite: body => body.plan !== true,
      async prepare(page) {
        await page.getByRole('button', { name: 'Run again', exact: true }).click();
        await dialog(page).getByText('Nothing happens outside of Heddle.').waitFor();
      },
      button: page => dialog(page).getByRole('button', { name: 'Run again' }),
      effects: async () => (await countRuns(workflow_id, ann)) - 1,
    };
  },

  'running many runs again': async ann => {
    const { workflow_id } = await runOnce(service, failing, { n: 0 }, ann.key);
    return {
      path: `/runs?workflow=${workflow_id}`,
      endpoint: '/api/v1/run/replay_many',
      isWrite: body => body.dry_run !== true,
      async prepare(page) {
        await page.getByRole('checkbox', { name: 'Select all loaded runs' }).click();
        await page.getByRole('button', { name: 'Run again', exact: true }).click();
      },
      button: page => dialog(page).getByRole('button', { name: 'Run 1 run again' }),
      effects: async () => (await countRuns(workflow_id, ann)) - 1,
    };
  },

  'deleting a run': async ann => {
    const { id, workflow_id } = await runOnce(service, chain(), {}, ann.key);
    return {
      path: `/runs/${id}`,
      endpoint: '/api/v3/workflow/runs/delete',
      async prepare(page) {
        await page.getByRole('button', { name: 'More about this run' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
      button: page => dialog(page).getByRole('button', { name: 'Delete' }),
      effects: async () => 1 - (await countRuns(workflow_id, ann)),
    };
  },

  'deciding an approval': async ann => {
    const id = findApprovalId(await waitingRun(service, asking({ assignees: [ann.email] }), ann));
    const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment' });
    return {
      path: `/approvals/${id}`,
      endpoint: '/api/v3/workflow/approval/decide',
      prepare: page => comment(page).fill('As agreed'),
      typed: comment,
      button: page => page.getByRole('button', { name: 'Approve', exact: true }),
      effects: async () => Number((await getApproval(service, id, ann)).status === 'approved'),
    };
  },

  'sending a message': async ann => {
    script(models, { text: 'Welcome' });
    return {
      path: '/chat',
      endpoint: '/api/v1/chat/stream',
      prepare: page => message(page).fill('Hi'),
      typed: message,
      button: page => page.getByRole('button', { name: 'Send' }),
      done: page => page.getByRole('region', { name: 'Messages' }).getByText('Welcome'),
      effects: async () => (await listConversations(ann)).length,
      // When the connection breaks, the page first looks whether the message is being answered.
      outages: ['the service answers with an error'],
    };
  },

  'renaming a conversation': async ann => {
    const id = await converse(ann, 'Threads');
    const title = (page: Page) => dialog(page).getByRole('textbox', { name: 'Title' });
    return {
      path: `/chat/${id}`,
      endpoint: '/api/v1/conversation/rename',
      async prepare(page) {
        await chooseAction(page, 'Threads', 'Rename');
        await title(page).fill('Weaving');
      },
      typed: title,
      button: page => dialog(page).getByRole('button', { name: 'Rename' }),
      effects: async () => (await listConversations(ann)).filter(each => each.title === 'Weaving').length,
    };
  },

  'deleting a conversation': async ann => {
    const id = await converse(ann, 'Knots');
    return {
      path: `/chat/${id}`,
      endpoint: '/api/v3/conversation/delete',
      prepare: page => chooseAction(page, 'Knots', 'Delete'),
      button: page => dialog(page).getByRole('button', { name: 'Delete' }),
      effects: async () => Number((await listConversations(ann)).every(each => each.id !== id)),
    };
  },
};

/** Its page is not one of the console. */
const ofForms: Writes = {
  'sending a public form': async ann => {
    const form_schema = { type: 'object', properties: { name: { type: 'string', title: 'Your name' } } };
    const form = await publishForm(service, ann, { form_schema });
    const name = (page: Page) => page.getByLabel('Your name');
    return {
      path: form.path,
      endpoint: form.path,
      prepare: page => name(page).fill('Ann'),
      typed: name,
      button: page => page.locator('form button'),
      effects: async () => (await form.runs()).length,
    };
  },
};

const byAdministrators: Writes = {
  'retrying a job': async () => {
    const id = randomUUID();
    const { pool } = service.service.system.database;
    await pool.query(
      `INSERT INTO jobs (id, kind, payload, state, attempts, started_at, error)
       VALUES ($1, 'test.nobody-works-on-it', '{}', 'dead', 5, now(), 'it failed')`,
      [id],
    );
    return {
      path: '/administration/jobs',
      endpoint: '/api/v1/installation/jobs/retry',
      button: page => page.getByRole('button', { name: /^Retry test/ }),
      async effects() {
        const { rowCount } = await pool.query("SELECT FROM jobs WHERE id = $1 AND state <> 'dead'", [id]);
        return rowCount ?? 0;
      },
      // A job that waits already is not put into the queue again.
      isIdempotent: true,
    };
  },
};

suite('races', { skip: app.skip }, () => {
  test('a run of the editor', async t => {
    const ann = await app.person();
    const open = openInTurn(app, t, ann, OUTAGE_LINES);

    await t.test('keeps what is typed during an upload, and is found again when its first answer is lost', async () => {
      const properties = {
        receipt: { type: 'object', format: 'file', title: 'Receipt' },
        name: { title: 'Name', type: 'string' },
      };
      const input_schema = { type: 'object', properties };
      const definition = {
        nodes: [
          node('start', 'trigger.manual', { input_schema }),
          node('end', 'output', { value: '{{ input.name }}' }),
        ],
        edges: [edge('start', 'end')],
      };
      const id = await createWorkflow(service, definition, ann.key);
      const page = await open(`/workflows/${id}`);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const answers = await answerSlowly(page, { endpoint: '/api/v1/file/upload' });
      const chooser = page.waitForEvent('filechooser');
      await dialog(page).getByRole('button', { name: 'Choose a file' }).click();
      await (await chooser).setFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('41 euros') });
      await answers.begun;
      await dialog(page).getByRole('textbox', { name: 'Name' }).fill('typed');
      answers.release();
      await dialog(page).getByRole('button', { name: 'Choose another file for Receipt' }).waitFor();
      await loseFirstAnswer(page, { endpoint: '/api/v3/workflow/run/stream' });
      await dialog(page).getByRole('button', { name: 'Run', exact: true }).click();
      await runBar(page).getByText('Succeeded').waitFor();
      const [run, ...others] = await findRuns(id, ann);
      assert.deepEqual([run?.output_json, others], ['"typed"', []]);
    });

    await t.test(
      'begins once for two clicks and for a key that is held, also when the first is answered between',
      async () => {
        const id = await createWorkflow(service, chain(node('shape', 'transform', { value: 1 })), ann.key);
        const page = await open(`/workflows/${id}`);
        await page.getByRole('button', { name: 'Run', exact: true }).dblclick({ delay: 200 });
        await runBar(page).getByText('Succeeded').waitFor();
        await untilRead(page);
        assert.equal(await countRuns(id, ann), 1);
        await page.getByRole('application', { name: 'Workflow canvas' }).getByText('shape').first().click();
        const testing = page.waitForResponse('**/api/v1/run/test');
        await page.keyboard.down('.');
        await (await testing).finished();
        await runBar(page).getByText('Succeeded').waitFor();
        for (let repeated = 0; repeated < 3; repeated++) await page.keyboard.down('.');
        await page.keyboard.up('.');
        await untilRead(page);
        assert.equal(await countRuns(id, ann), 2);
      },
    );
  });

  testWrites(app, writes);
  testWrites(app, ofForms);
  testWrites(app, byAdministrators, { admin: true });
  testLostAnswers(app, writes, ['publishing a workflow', 'running a run again']);
  testLostAnswers(app, ofForms, ['sending a public form']);
});
