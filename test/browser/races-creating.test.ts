/** Whatever is made in the console is made once, and an outage loses nothing that was typed. */
import { after, suite } from 'node:test';
import type { Page } from 'playwright-core';
import { makePanel, RECORDS } from '../http/booster-panels.ts';
import { openMcpHost } from '../http/mcp-hosts.ts';
import { chain } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { openConsole } from './support/browser.ts';
import { testLostAnswers, testWrites, type Write, type Writes } from './support/races.ts';

const host = await openMcpHost({ after });
const app = await openConsole({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const { service } = app;

/** What is made is called so. */
const NAME = 'loom';

const dialog = (page: Page) => page.getByRole('dialog');
const submit = (page: Page) => dialog(page).locator('button[type=submit]');
const nameField = (page: Page) => dialog(page).getByRole('textbox', { name: 'Name', exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const createButton = (page: Page) =>
  region(page, 'You have changes that are not saved.').getByRole('button', { name: 'Create', exact: true });

type Named = { name: string };

/** Counts those of the name in what an endpoint finds. */
async function count(found: string, key: string, body: object = {}, name = NAME): Promise<number> {
  const reply = await service.ask<Named[] | { items: Named[] }>(found, body, key);
  const all = Array.isArray(reply) ? reply : reply.items;
  return all.filter(each => each.name === name).length;
}

interface NamedWrite extends Pick<Write, 'path' | 'endpoint'> {
  /** The button that opens the dialog. */
  open: string;
  /** What the dialog needs beside a name. */
  complete?(page: Page): Promise<void>;
  /** The endpoint that finds everything of its kind. */
  found: string;
  key: string;
}

/** Something that a dialog makes of a name. */
function inDialog({ path, endpoint, open, complete, found, key }: NamedWrite): Write {
  return {
    path,
    endpoint,
    async prepare(page) {
      await page.getByRole('button', { name: open, exact: true }).first().click();
      await nameField(page).fill(NAME);
      await complete?.(page);
    },
    typed: nameField,
    button: submit,
    effects: () => count(found, key),
  };
}

const description = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.test' }],
  paths: { '/orders': { get: { operationId: 'list_orders', responses: { 200: { description: 'fine' } } } } },
});

const writes: Writes = {
  'creating a workflow': ({ key }) =>
    inDialog({
      path: '/workflows',
      open: 'New',
      endpoint: '/api/v3/workflow/create',
      found: '/api/v3/workflow/find',
      key,
    }),

  'creating a workflow from an example': ({ key }) => ({
    path: '/workflows',
    endpoint: '/api/v3/workflow/import',
    prepare: page => page.getByRole('button', { name: 'New', exact: true }).first().click(),
    button: page => dialog(page).getByRole('button', { name: /^Say hello/ }),
    effects: () => count('/api/v3/workflow/find', key, {}, 'Say hello'),
  }),

  'copying a workflow': async ({ key }) => {
    await createWorkflow(service, chain(), key, { name: 'Original' });
    const name = (page: Page) => dialog(page).getByRole('textbox', { name: 'Name of the copy' });
    return {
      path: '/workflows',
      endpoint: '/api/v3/workflow/copy',
      async prepare(page) {
        await page.getByRole('button', { name: 'Actions for Original' }).click();
        await page.getByRole('menuitem', { name: 'Copy…' }).click();
        await name(page).fill('second loom');
      },
      typed: name,
      button: submit,
      effects: () => count('/api/v3/workflow/find', key, {}, 'second loom'),
    };
  },

  'importing a workflow': async ({ key }) => {
    const workflow_id = await createWorkflow(service, chain(), key, { name: 'Foreign loom' });
    const document = await service.ask<object>('/api/v3/workflow/export', { workflow_id }, key);
    await service.ask(`/api/v3/workflow/delete?entity_id=${workflow_id}`, {}, key);
    const file = { name: 'loom.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) };
    // The browser asks for a file once, however often somebody clicks, and tells of one that was chosen before only when
    // the page has forgotten that.
    const choose = async (page: Page) =>
      void page.once('filechooser', async chooser => {
        if ((await chooser.element().inputValue()) === '') await chooser.setFiles(file);
      });
    return {
      path: '/workflows',
      endpoint: '/api/v3/workflow/import',
      prepare: choose,
      again: choose,
      button: page => page.getByRole('button', { name: 'Import', exact: true }),
      effects: () => count('/api/v3/workflow/find', key, {}, 'Foreign loom'),
    };
  },

  'adding a test to a workflow': async ({ key }) => {
    const workflow_id = await createWorkflow(service, chain(), key);
    const panel = (page: Page) => page.getByRole('complementary', { name: 'Settings and tests' });
    const name = (page: Page) => panel(page).getByRole('textbox', { name: 'Name' });
    return {
      path: `/workflows/${workflow_id}`,
      endpoint: '/api/v1/workflow/test/create',
      async prepare(page) {
        await page.getByRole('button', { name: 'Settings and tests' }).click();
        await panel(page).getByRole('radiogroup').getByText('Tests').click();
        await panel(page).getByRole('button', { name: 'Add a test' }).click();
        await name(page).fill(NAME);
      },
      typed: name,
      button: page => panel(page).getByRole('button', { name: 'Save' }),
      effects: () => count('/api/v1/workflow/test/list', key, { workflow_id }),
    };
  },

  'creating a variable': ({ key }) =>
    inDialog({
      path: '/variables',
      open: 'New variable',
      complete: page => page.getByRole('textbox', { name: 'Value' }).fill('x'),
      endpoint: '/api/v1/variable/create',
      found: '/api/v1/variable/find',
      key,
    }),

  'creating a panel': ({ key }) =>
    inDialog({
      path: '/panels',
      open: 'New panel',
      endpoint: '/api/v1/panel/create',
      found: '/api/v1/panel/find',
      key,
    }),

  'creating a record': async ann => {
    const panel = await makePanel(service, ann);
    const form = (page: Page) => page.getByRole('complementary', { name: 'New record' });
    const collection = (page: Page) => form(page).getByRole('textbox', { name: 'Collection' });
    return {
      path: `/panels/${panel.id}/records`,
      endpoint: `${RECORDS}/create`,
      async prepare(page) {
        await page.getByRole('button', { name: 'New record' }).first().click();
        await collection(page).fill(NAME);
      },
      typed: collection,
      button: page => form(page).getByRole('button', { name: 'Create' }),
      effects: () => panel.ask<number>('count', { collection: NAME }, RECORDS),
    };
  },

  'creating an API key': ({ key }) =>
    inDialog({
      path: '/settings/profile',
      open: 'New key',
      complete: page => dialog(page).getByRole('checkbox', { name: 'Run workflows' }).check(),
      endpoint: '/api/v1/key/create',
      found: '/api/v1/key/find',
      key,
    }),

  'creating a credential': ({ key }) => ({
    path: `/credentials/new?kind=bearer&host=shop.test&name=${NAME}`,
    endpoint: '/api/v1/credential/create',
    prepare: page =>
      region(page, 'Values')
        .getByLabel(/^Token/)
        .fill('a token of the shop'),
    typed: page => region(page, 'Values').getByLabel(/^Token/),
    button: createButton,
    effects: () => count('/api/v1/credential/find', key),
  }),

  'creating a connector': ({ key }) => {
    const name = (page: Page) => page.getByRole('textbox', { name: 'Name' });
    return {
      path: '/connectors/new?from=document',
      endpoint: '/api/v1/connector/create',
      async prepare(page) {
        await page.getByRole('radiogroup', { name: 'Where the description is' }).getByText('Text').click();
        await page.getByRole('textbox', { name: 'The description itself' }).fill(description);
        await page.getByRole('button', { name: 'Read it' }).click();
        await name(page).fill(NAME);
      },
      typed: name,
      button: createButton,
      effects: () => count('/api/v1/connector/find', key),
    };
  },

  'adding an MCP server': ({ key }) => {
    const name = (page: Page) => page.getByRole('textbox', { name: 'Name' });
    return {
      path: '/connectors/new?from=mcp',
      endpoint: '/api/v1/mcp-server/create',
      async prepare(page) {
        await page.getByRole('textbox', { name: 'URL of the server' }).fill(host.url);
        await name(page).fill('calc');
      },
      typed: name,
      button: createButton,
      effects: () => count('/api/v1/mcp-server/find', key, {}, 'calc'),
    };
  },

  'creating an assistant': ({ key }) => {
    const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
    return {
      path: '/assistants/new',
      endpoint: '/api/v3/assistant/create',
      prepare: page => name(page).fill(NAME),
      typed: name,
      button: page => page.getByRole('button', { name: 'Create' }),
      effects: () => count('/api/v3/assistant/find', key),
    };
  },

  'saving a view': ({ key }) => {
    const name = (page: Page) => dialog(page).getByRole('textbox', { name: 'Name for the present filters' });
    return {
      path: '/runs?status=failed',
      endpoint: '/api/v1/view/create',
      async prepare(page) {
        await page.getByRole('button', { name: 'Views' }).click();
        await page.getByRole('menuitem', { name: 'Save and manage views' }).click();
        await name(page).fill(NAME);
      },
      typed: name,
      button: submit,
      effects: () => count('/api/v1/view/find', key, { page: 'runs' }),
    };
  },
};

suite('races', { skip: app.skip }, () => {
  testWrites(app, writes);
  testLostAnswers(app, writes, ['creating a workflow', 'creating a record', 'creating an API key']);
});
