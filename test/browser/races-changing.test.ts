/** Whatever is changed or deleted in the console: once, with nothing typed lost, and with a word when it is gone. */
import { after, suite } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Credential } from '../../src/credentials/schemas.ts';
import { asking, waitingRun } from '../http/approval-workflows.ts';
import { makePanel, RECORDS, STORAGE } from '../http/booster-panels.ts';
import { openMcpHost } from '../http/mcp-hosts.ts';
import { poll } from '../http/poll.ts';
import { chain } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { ADMIN_KEY } from '../support/service.ts';
import { type ConsolePerson, openConsole, PASSWORD } from './support/browser.ts';
import { testDeletedMeanwhile, testWrites, type Write, type Writes } from './support/races.ts';

const host = await openMcpHost({ after });
const app = await openConsole({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const { service } = app;

/** What is changed gets this text. */
const NEW = 'Changed by Ann';

const dialog = (page: Page) => page.getByRole('dialog');
const submit = (page: Page) => dialog(page).locator('button[type=submit]');
const confirm = (page: Page) => dialog(page).getByRole('button', { name: /^Delete/ });
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const saveButton = (page: Page) =>
  region(page, 'You have changes that are not saved.').getByRole('button', { name: 'Save', exact: true });
const details = (page: Page) => page.getByRole('complementary', { name: 'Details', exact: true });
const record = (page: Page) => page.getByRole('complementary', { name: 'Record', exact: true });

/** Creates something, and returns its id. */
async function create(endpoint: string, body: object, key?: string): Promise<string> {
  return (await service.ask<{ id: string }>(endpoint, body, key)).id;
}

/** Whether something has been changed: 1 when a field of it has the new value. */
async function isChanged(endpoint: string, body: object, key: string, field: string, value: unknown = NEW) {
  const stored = await service.ask<Record<string, unknown>>(endpoint, body, key);
  return Number(stored[field] === value);
}

/** Whether something has been deleted: 1 when it is not found. */
async function isGone(endpoint: string, body: object, key: string): Promise<number> {
  return Number((await service.call(endpoint, body, key)).status === 404);
}

async function countKeys(key: string, name: string): Promise<number> {
  const keys = await service.ask<{ name: string }[]>('/api/v1/key/find', {}, key);
  return keys.filter(each => each.name === name).length;
}

/** A form that stays on the page: a text is typed, saved by its button, and a notice follows. */
function inForm(
  field: (page: Page) => Locator,
  { button = saveButton, notice }: { button?: Write['button']; notice: string },
): Pick<Write, 'prepare' | 'typed' | 'button' | 'done'> {
  return {
    prepare: page => field(page).fill(NEW),
    typed: field,
    button,
    done: page => page.getByRole('status').getByText(notice),
  };
}

/** Something that is deleted by a button and a question. */
function byQuestion(open: (page: Page) => Locator): Pick<Write, 'prepare' | 'button'> {
  return { prepare: page => open(page).click(), button: confirm };
}

const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete', exact: true });

async function createFile(ann: ConsolePerson) {
  const panel = await makePanel(service, ann);
  const { id } = await panel.upload({ path: 'docs/a.txt' });
  const openFile = (page: Page) => page.getByRole('row', { name: 'a.txt' }).click();
  return {
    panel,
    openFile,
    path: `/panels/${panel.id}/files?folder=docs`,
    remove: () => panel.ask('delete', { id }),
    /** Opens a dialog for the file, also after the report of a failed attempt. */
    async act(page: Page, name: 'Move' | 'Delete') {
      if (await dialog(page).isVisible()) await dialog(page).getByText('Close', { exact: true }).click();
      else await openFile(page);
      await details(page).getByRole('button', { name }).click();
    },
  };
}

const createCredential = (key: string, name: string) =>
  create(
    '/api/v1/credential/create',
    { name, kind: 'bearer', hosts: ['shop.test'], fields: { token: 'a token of the shop' } },
    key,
  );

const createConnector = (key: string, name: string) =>
  create(
    '/api/v1/connector/create',
    {
      name,
      document: JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Shop', version: '1' },
        servers: [{ url: 'https://shop.test' }],
        paths: { '/orders': { get: { operationId: 'list_orders', responses: { 200: { description: 'fine' } } } } },
      }),
    },
    key,
  );

const createMcpServer = (key: string, name: string) =>
  create('/api/v1/mcp-server/create', { name, url: host.url }, key);

const createVariable = (key: string, name: string) =>
  create('/api/v1/variable/create', { name, type: 'text', value: 'x' }, key);

/** Each is also tried on something that somebody else has deleted. */
const changes: Writes = {
  'renaming a file': async ann => {
    const { panel, openFile, path, remove } = await createFile(ann);
    return {
      path,
      remove,
      endpoint: `${STORAGE}/update`,
      async prepare(page) {
        await openFile(page);
        await details(page).getByRole('button', { name: 'Rename' }).click();
        await textbox(page, 'New name').fill('b.txt');
      },
      typed: page => textbox(page, 'New name'),
      button: submit,
      effects: async () => Number((await panel.call('get', { path: 'docs/b.txt' })).status === 200),
    };
  },

  'changing the metadata of a file': async ann => {
    const { panel, openFile, path, remove } = await createFile(ann);
    return {
      path,
      remove,
      endpoint: `${STORAGE}/update`,
      async prepare(page) {
        await openFile(page);
        await details(page).getByRole('button', { name: 'Edit the metadata' }).click();
        await textbox(page, 'Metadata as JSON').fill('{"year": 2026}');
      },
      typed: page => textbox(page, 'Metadata as JSON'),
      button: page => details(page).getByRole('button', { name: 'Save' }),
      effects: async () => Number((await panel.ask('get', { path: 'docs/a.txt' })).metadata.year === 2026),
    };
  },

  'changing a record': async ann => {
    const panel = await makePanel(service, ann);
    const { key } = await panel.record('orders', { customer: 'Ada' });
    return {
      path: `/panels/${panel.id}/records?collection=orders&record=${key}`,
      endpoint: '/api/v1/record/save',
      ...inForm(page => record(page).getByRole('textbox', { name: 'customer' }), {
        button: page => record(page).getByRole('button', { name: 'Save' }),
        notice: 'The record was saved.',
      }),
      async effects() {
        const { data } = await panel.ask<{ data: { customer: string } }>('get', { key }, RECORDS);
        return Number(data.customer === NEW);
      },
      remove: () => panel.ask('delete', { key }, RECORDS),
    };
  },

  'changing a credential': async ({ key }) => {
    const id = await createCredential(key, 'shop');
    return {
      path: `/credentials/${id}`,
      endpoint: '/api/v1/credential/update',
      ...inForm(page => textbox(page, 'Description'), { notice: 'The credential was saved.' }),
      effects: () => isChanged('/api/v1/credential/get', { id }, key, 'description'),
      remove: () => service.ask('/api/v1/credential/delete', { id }, key),
    };
  },

  'replacing a secret': async ({ key }) => {
    const id = await createCredential(key, 'bank');
    return {
      path: `/credentials/${id}`,
      endpoint: '/api/v1/credential/update',
      async prepare(page) {
        await page.getByRole('button', { name: 'Replace the secret' }).click();
        await dialog(page)
          .getByLabel(/^Token/)
          .fill('another token of the shop');
      },
      typed: page => dialog(page).getByLabel(/^Token/),
      button: submit,
      // The version counts the changes.
      effects: async () => (await service.ask<Credential>('/api/v1/credential/get', { id }, key)).version - 1,
      remove: () => service.ask('/api/v1/credential/delete', { id }, key),
    };
  },

  'changing a connector': async ({ key }) => {
    const id = await createConnector(key, 'shop');
    return {
      path: `/connectors/${id}`,
      endpoint: '/api/v1/connector/update',
      ...inForm(page => textbox(page, 'Title'), { notice: 'The connector was saved.' }),
      effects: () => isChanged('/api/v1/connector/get', { id }, key, 'title'),
      remove: () => service.ask('/api/v1/connector/delete', { id }, key),
    };
  },

  'changing an MCP server': async ({ key }) => {
    const id = await createMcpServer(key, 'calc');
    return {
      path: `/connectors/mcp/${id}`,
      endpoint: '/api/v1/mcp-server/update',
      ...inForm(page => textbox(page, 'Title'), { notice: 'The MCP server was saved.' }),
      effects: () => isChanged('/api/v1/mcp-server/get', { id }, key, 'title'),
      remove: () => service.ask('/api/v1/mcp-server/delete', { id }, key),
    };
  },

  'changing a panel': async ann => {
    const { id } = await makePanel(service, ann);
    return {
      path: `/panels/${id}/settings`,
      endpoint: '/api/v1/panel/update',
      ...inForm(page => region(page, 'General').getByRole('textbox', { name: 'Name' }), {
        notice: 'The settings were saved.',
      }),
      effects: () => isChanged(`/api/v1/panel/get?entity_id=${id}`, {}, ann.key, 'name'),
      remove: () => service.ask(`/api/v1/panel/delete?entity_id=${id}`, {}, ann.key),
    };
  },

  'changing a variable': async ({ key }) => {
    const id = await createVariable(key, 'shop');
    return {
      path: `/variables?variable=${id}`,
      endpoint: '/api/v1/variable/update',
      prepare: page => textbox(page, 'Value').fill(NEW),
      typed: page => textbox(page, 'Value'),
      button: submit,
      effects: () => isChanged('/api/v1/variable/get', { id }, key, 'value'),
      remove: () => service.ask('/api/v1/variable/delete', { id }, key),
    };
  },

  'changing a variable for a workflow': async ({ key }) => {
    await createVariable(key, 'colour');
    const workflow_id = await createWorkflow(service, chain(), key);
    const panel = (page: Page) => page.getByRole('complementary', { name: 'Variables' });
    const value = (page: Page) => panel(page).getByRole('textbox', { name: 'Value of colour' });
    return {
      path: `/workflows/${workflow_id}`,
      endpoint: '/api/v1/variable/override',
      async prepare(page) {
        await page.getByRole('button', { name: 'Variables', exact: true }).click();
        await panel(page).getByRole('button', { name: 'Set a value of colour for this workflow' }).click();
        await value(page).fill(NEW);
      },
      typed: value,
      button: page => panel(page).getByRole('button', { name: 'Save' }),
      async effects() {
        const { variables } = await service.ask<{ variables: { name: string; value: unknown }[] }>(
          '/api/v1/variable/resolve',
          { workflow_id },
          key,
        );
        return variables.filter(({ name, value }) => name === 'colour' && value === NEW).length;
      },
      remove: () => service.ask(`/api/v3/workflow/delete?entity_id=${workflow_id}`, {}, key),
    };
  },

  'changing an assistant': async ({ key }) => {
    const id = await create('/api/v3/assistant/create', { name: 'Weaver' }, key);
    return {
      path: `/assistants/${id}`,
      endpoint: '/api/v3/assistant/update',
      ...inForm(page => textbox(page, 'Instructions'), {
        button: page => page.getByRole('button', { name: 'Save' }),
        notice: 'The assistant was saved',
      }),
      effects: () => isChanged(`/api/v3/assistant/get?entity_id=${id}`, {}, key, 'instructions'),
      remove: () => service.ask(`/api/v3/assistant/delete?entity_id=${id}`, {}, key),
    };
  },

  'sharing a workflow': async ({ key }) => {
    const zoe = await app.person();
    const id = await createWorkflow(service, chain(), key, { name: 'Orders' });
    return {
      path: '/workflows',
      endpoint: '/api/v3/workflow/update',
      async prepare(page) {
        await page.getByRole('button', { name: 'Actions for Orders' }).click();
        await page.getByRole('menuitem', { name: 'Share…' }).click();
        await dialog(page).getByRole('combobox', { name: 'Add a person' }).fill(zoe.email);
        await page.keyboard.press('Enter');
      },
      button: page => dialog(page).getByRole('button', { name: 'Save' }),
      async effects() {
        const { sharing } = await service.ask<{ sharing: object[] }>(`/api/v3/workflow/get?entity_id=${id}`, {}, key);
        return sharing.length;
      },
      remove: () => service.ask(`/api/v3/workflow/delete?entity_id=${id}`, {}, key),
    };
  },

  'renaming an API key': async ({ id: user_id, key }) => {
    const { id } = await service.ask<{ id: string }>('/api/v1/key/create', { user_id, name: 'mine', scopes: ['*'] });
    return {
      path: '/settings/profile',
      endpoint: '/api/v1/key/update',
      async prepare(page) {
        await page.getByRole('button', { name: 'Change the key mine' }).click();
        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await dialog(page).getByRole('textbox', { name: 'Name' }).fill(NEW);
      },
      typed: page => dialog(page).getByRole('textbox', { name: 'Name' }),
      button: submit,
      effects: () => countKeys(key, NEW),
      remove: () => service.ask('/api/v1/key/delete', { id }, key),
    };
  },
};

const others: Writes = {
  'changing the own name': ({ id }) => ({
    path: '/settings/profile',
    endpoint: '/api/v1/profile/update',
    ...inForm(page => textbox(page, 'Name'), {
      button: page => page.getByRole('button', { name: 'Save the name' }),
      notice: 'Your name was changed',
    }),
    effects: () => isChanged(`/api/v1/user/get?entity_id=${id}`, {}, ADMIN_KEY, 'name'),
  }),

  'ending another session': async ({ email }) => {
    const { headers } = await service.call('/api/v1/session/create', { email, password: PASSWORD });
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    return {
      path: '/settings/profile',
      endpoint: '/api/v1/session/delete',
      button: page => page.getByRole('button', { name: /^End the session/ }),
      async effects() {
        const signedIn = { headers: { cookie, origin: new URL(service.url).origin }, body: '{}' };
        return Number((await service.send('/api/v1/session/get', signedIn)).status === 401);
      },
    };
  },

  'deleting an API key': async ({ id: user_id, key }) => {
    await service.ask('/api/v1/key/create', { user_id, name: 'spare', scopes: ['*'] });
    return {
      path: '/settings/profile',
      endpoint: '/api/v1/key/delete',
      async prepare(page) {
        await page.getByRole('button', { name: 'Change the key spare' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
      button: confirm,
      effects: async () => 1 - (await countKeys(key, 'spare')),
    };
  },

  'marking notifications as read': async ann => {
    const find = () => service.ask<{ read: boolean }[]>('/api/v1/notification/find', {}, ann.key);
    await waitingRun(service, asking({ assignees: [ann.email] }), ann);
    await poll(async () => (await find()).length > 0 || undefined);
    return {
      path: '/notifications',
      endpoint: '/api/v1/notification/read_all',
      button: page => page.getByRole('button', { name: 'Mark all as read' }),
      done: page => page.getByRole('button', { name: 'Mark all as read', disabled: true }),
      effects: async () => (await find()).filter(({ read }) => read).length,
      isIdempotent: true,
    };
  },

  'moving a file': async ann => {
    const { panel, path, act } = await createFile(ann);
    const open = async (page: Page) => {
      await act(page, 'Move');
      await textbox(page, 'Move to').fill('old');
    };
    return {
      path,
      endpoint: '/api/v1/panel/files/move',
      prepare: open,
      button: submit,
      again: open,
      effects: async () => Number((await panel.call('get', { path: 'old/a.txt' })).status === 200),
    };
  },

  'deleting a file': async ann => {
    const { panel, path, act } = await createFile(ann);
    return {
      path,
      endpoint: '/api/v1/panel/files/delete',
      prepare: page => act(page, 'Delete'),
      button: confirm,
      again: page => act(page, 'Delete'),
      effects: async () => 1 - (await panel.ask<number>('count')),
    };
  },

  'deleting a record': async ann => {
    const panel = await makePanel(service, ann);
    const { key } = await panel.record('orders', { customer: 'Ada' });
    return {
      path: `/panels/${panel.id}/records?collection=orders&record=${key}`,
      endpoint: '/api/v1/record/delete',
      ...byQuestion(page => record(page).getByRole('button', { name: 'Delete' })),
      effects: async () => 1 - (await panel.ask<number>('count', { collection: 'orders' }, RECORDS)),
    };
  },

  'deleting a credential': async ({ key }) => {
    const id = await createCredential(key, 'post');
    return {
      path: `/credentials/${id}`,
      endpoint: '/api/v1/credential/delete',
      ...byQuestion(deleteButton),
      effects: () => isGone('/api/v1/credential/get', { id }, key),
    };
  },

  'deleting a connector': async ({ key }) => {
    const id = await createConnector(key, 'bank');
    return {
      path: `/connectors/${id}`,
      endpoint: '/api/v1/connector/delete',
      ...byQuestion(deleteButton),
      effects: () => isGone('/api/v1/connector/get', { id }, key),
    };
  },

  'deleting an MCP server': async ({ key }) => {
    const id = await createMcpServer(key, 'spare');
    return {
      path: `/connectors/mcp/${id}`,
      endpoint: '/api/v1/mcp-server/delete',
      ...byQuestion(deleteButton),
      effects: () => isGone('/api/v1/mcp-server/get', { id }, key),
    };
  },

  'deleting a panel': async ann => {
    const { id } = await makePanel(service, ann);
    const name = (page: Page) => dialog(page).getByRole('textbox', { name: 'Type panel to confirm' });
    return {
      path: `/panels/${id}/settings`,
      endpoint: '/api/v1/panel/delete',
      async prepare(page) {
        await page.getByRole('button', { name: 'Delete…' }).click();
        await name(page).fill('panel');
      },
      typed: name,
      button: confirm,
      effects: () => isGone(`/api/v1/panel/get?entity_id=${id}`, {}, ann.key),
    };
  },

  'deleting a variable': async ({ key }) => {
    const id = await createVariable(key, 'weight');
    const question = (page: Page) => page.getByRole('dialog', { name: 'Delete weight?' });
    return {
      path: `/variables?variable=${id}`,
      endpoint: '/api/v1/variable/delete',
      prepare: page => deleteButton(page).click(),
      button: page => question(page).getByRole('button', { name: 'Delete' }),
      effects: () => isGone('/api/v1/variable/get', { id }, key),
    };
  },

  'deleting an assistant': async ({ key }) => {
    const id = await create('/api/v3/assistant/create', { name: 'Weaver' }, key);
    return {
      path: `/assistants/${id}`,
      endpoint: '/api/v3/assistant/delete',
      ...byQuestion(deleteButton),
      effects: () => isGone(`/api/v3/assistant/get?entity_id=${id}`, {}, key),
    };
  },

  'deleting a workflow': async ({ key }) => {
    const id = await createWorkflow(service, chain(), key, { name: 'Returns' });
    return {
      path: '/workflows',
      endpoint: '/api/v3/workflow/delete',
      async prepare(page) {
        await page.getByRole('button', { name: 'Actions for Returns' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
      button: confirm,
      effects: () => isGone(`/api/v3/workflow/get?entity_id=${id}`, {}, key),
    };
  },
};

/** Somebody else changes the password, with which others sign in again. */
const ofPassword: Writes = {
  'changing the own password': ({ email }) => ({
    path: '/settings/profile',
    endpoint: '/api/v1/profile/password',
    async prepare(page) {
      await textbox(page, 'Current password').fill(PASSWORD);
      await textbox(page, 'New password').fill('moss lantern oboe');
    },
    typed: page => textbox(page, 'New password'),
    button: page => page.getByRole('button', { name: 'Change the password' }),
    done: page => page.getByRole('status').getByText('Your password was changed'),
    async effects() {
      const { status } = await service.call('/api/v1/session/create', { email, password: 'moss lantern oboe' });
      return Number(status === 200);
    },
  }),
};

suite('races', { skip: app.skip }, () => {
  testWrites(app, { ...changes, ...others });
  testWrites(app, ofPassword);
  testDeletedMeanwhile(app, changes);
});
