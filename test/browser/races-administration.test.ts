/** What administrators make, change and delete: once, with nothing typed lost, and with a word when it is gone. */
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { openConsole } from './support/browser.ts';
import { testDeletedMeanwhile, testWrites, type Write, type Writes } from './support/races.ts';

const app = await openConsole();
const { service } = app;

/** What is made or changed gets this name. */
const NAME = 'Weavers of Ann';

const dialog = (page: Page) => page.getByRole('dialog');
const confirm = (page: Page) => dialog(page).getByRole('button', { name: /^Delete/ });
const nameField = (page: Page) => dialog(page).getByRole('textbox', { name: 'Name', exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const read = (kind: string, id: string) => service.ask<Record<string, unknown>>(`/api/v1/${kind}/get?entity_id=${id}`);
const remove = (kind: string, id: string) => service.ask(`/api/v1/${kind}/delete?entity_id=${id}`);

async function isGone(kind: string, id: string): Promise<number> {
  return Number((await service.call(`/api/v1/${kind}/get?entity_id=${id}`)).status === 404);
}

async function countMembers(id: string): Promise<number> {
  const { members } = await service.ask<{ members: object[] }>(`/api/v1/group/get?entity_id=${id}`);
  return members.length;
}

/** Something that a dialog makes of a name. */
function inDialog(kind: string, path: string, open: string, more: Partial<Write> = {}): Write {
  return {
    path,
    endpoint: `/api/v1/${kind}/create`,
    async prepare(page) {
      await page.getByRole('button', { name: open, exact: true }).first().click();
      await nameField(page).fill(NAME);
    },
    typed: nameField,
    button: page => dialog(page).locator('button[type=submit]'),
    async effects() {
      const all = await service.ask<{ name: string }[]>(`/api/v1/${kind}/find`);
      return all.filter(({ name }) => name === NAME).length;
    },
    ...more,
  };
}

/** A name that is changed in a part of the panel. */
function inPanel(kind: string, id: string, path: string, part: string): Write {
  const name = (page: Page) => region(page, part).getByRole('textbox', { name: 'Name' });
  return {
    path,
    endpoint: `/api/v1/${kind}/update`,
    prepare: page => name(page).fill(NAME),
    typed: name,
    button: page => region(page, part).getByRole('button', { name: 'Save' }),
    done: page => page.getByRole('status').getByText('Saved.'),
    effects: async () => Number((await read(kind, id)).name === NAME),
    remove: () => remove(kind, id),
  };
}

/** Something that is deleted by a button and a question. */
function byQuestion(kind: string, id: string, path: string): Write {
  return {
    path,
    endpoint: `/api/v1/${kind}/delete`,
    prepare: page => page.getByRole('button', { name: `Delete the ${kind}` }).click(),
    button: confirm,
    effects: () => isGone(kind, id),
  };
}

const pageOf = (kind: 'group' | 'organization', id: string) => `/administration/${kind}s?chosen=${id}`;
const pageOfUser = (id: string) => `/administration/users?user=${id}`;

const creations: Writes = {
  'creating a group': () => inDialog('group', '/administration/groups', 'New group'),
  'creating an organization': () => inDialog('organization', '/administration/organizations', 'New organization'),
  'inviting a user': () =>
    inDialog('user', '/administration/users', 'Invite', {
      endpoint: '/api/v1/user/invite',
      async prepare(page) {
        await page.getByRole('button', { name: 'Invite', exact: true }).click();
        await nameField(page).fill(NAME);
        await dialog(page).getByRole('textbox', { name: 'E-mail address' }).fill('invited@example.org');
      },
    }),
};

/** Each is also tried on something that somebody else has deleted. */
const changes: Writes = {
  'renaming a group': async () => {
    const id = await service.group();
    return inPanel('group', id, pageOf('group', id), 'Rename');
  },

  'renaming an organization': async () => {
    const id = await service.organization();
    return inPanel('organization', id, pageOf('organization', id), 'Rename');
  },

  'changing a user': async () => {
    const { id } = await app.person();
    return inPanel('user', id, pageOfUser(id), 'Account');
  },

  'limiting an organization': async () => {
    const id = await service.organization();
    const limits = (page: Page) => region(page, 'Credits and storage');
    const credits = (page: Page) => limits(page).getByRole('textbox', { name: 'Credits' });
    return {
      path: pageOf('organization', id),
      endpoint: '/api/v1/organization/update',
      prepare: page => credits(page).fill('12'),
      typed: credits,
      button: page => limits(page).getByRole('button', { name: 'Save' }),
      done: page => page.getByRole('status').getByText('Saved.'),
      effects: async () => Number((await read('organization', id)).credits === 12),
      remove: () => remove('organization', id),
    };
  },

  'disabling a user': async () => {
    const { id } = await app.person();
    return {
      path: pageOfUser(id),
      endpoint: '/api/v1/user/update',
      prepare: page => page.getByRole('button', { name: 'Disable', exact: true }).click(),
      button: page => dialog(page).getByRole('button', { name: 'Disable' }),
      effects: async () => Number((await read('user', id)).enabled === false),
      remove: () => remove('user', id),
    };
  },

  'adding a member to a group': async () => {
    const id = await service.group();
    const { email } = await app.person({ name: 'Zoe Zimmer' });
    const search = (page: Page) => page.getByRole('combobox', { name: 'Add a member' }).fill(email);
    return {
      path: pageOf('group', id),
      endpoint: '/api/v1/group/member/set',
      prepare: search,
      button: page => page.getByRole('option', { name: `Zoe Zimmer (${email})` }),
      again: search,
      done: page => page.getByRole('button', { name: 'Remove Zoe Zimmer' }),
      effects: () => countMembers(id),
      remove: () => remove('group', id),
    };
  },
};

const deletions: Writes = {
  'removing a member of a group': async () => {
    const id = await service.group([await app.person({ name: 'Yan Young' })]);
    return {
      path: pageOf('group', id),
      endpoint: '/api/v1/group/member/remove',
      button: page => page.getByRole('button', { name: 'Remove Yan Young' }),
      effects: async () => 1 - (await countMembers(id)),
    };
  },

  'deleting a group': async () => {
    const id = await service.group();
    return byQuestion('group', id, pageOf('group', id));
  },

  'deleting an organization': async () => {
    const id = await service.organization();
    return byQuestion('organization', id, pageOf('organization', id));
  },

  'deleting a user': async () => {
    const { id } = await app.person();
    return byQuestion('user', id, pageOfUser(id));
  },
};

suite('races of administrators', { skip: app.skip }, () => {
  testWrites(app, { ...creations, ...changes, ...deletions }, { admin: true });
  testDeletedMeanwhile(app, changes, { admin: true });
});
