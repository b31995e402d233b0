/** Whoever clicks twice creates one thing, and whoever loses the connection loses nothing that was typed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN_KEY } from '../support/service.ts';
import { type ConsolePerson, openConsole } from './support/browser.ts';
import { answerSlowly, clickTwice, OUTAGE_LINES, OUTAGES } from './support/races.ts';

const app = await openConsole();
const { service } = app;

interface Creation {
  path: string;
  /** The button that opens the form. */
  open: string;
  /** What the form needs beside a name. */
  complete?(page: Page): Promise<void>;
  /** The endpoint that creates it. */
  endpoint: string;
  /** The endpoint that finds everything of its kind, for the user or for the administrator. */
  found: string;
  asAdministrator?: boolean;
}

const creations: Record<string, Creation> = {
  'a workflow': {
    path: '/workflows',
    open: 'New',
    endpoint: '/api/v3/workflow/create',
    found: '/api/v3/workflow/find',
  },
  'a variable': {
    path: '/variables',
    open: 'New variable',
    complete: page => page.getByRole('textbox', { name: 'Value' }).fill('x'),
    endpoint: '/api/v1/variable/create',
    found: '/api/v1/variable/find',
  },
  'a panel': {
    path: '/panels',
    open: 'New panel',
    endpoint: '/api/v1/panel/create',
    found: '/api/v1/panel/find',
  },
  'a group': {
    path: '/administration/groups',
    open: 'New group',
    endpoint: '/api/v1/group/create',
    found: '/api/v1/group/find',
    asAdministrator: true,
  },
  'an organization': {
    path: '/administration/organizations',
    open: 'New organization',
    endpoint: '/api/v1/organization/create',
    found: '/api/v1/organization/find',
    asAdministrator: true,
  },
};

const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]');
const nameField = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Name' });

async function fillForm(page: Page, { open, complete }: Creation, name: string): Promise<void> {
  await page.getByRole('button', { name: open, exact: true }).first().click();
  await nameField(page).fill(name);
  await complete?.(page);
}

type Named = { name: string };

async function count({ found, asAdministrator }: Creation, { key }: ConsolePerson, name: string): Promise<number> {
  const reply = await service.ask<Named[] | { items: Named[] }>(found, {}, asAdministrator ? ADMIN_KEY : key);
  const all = Array.isArray(reply) ? reply : reply.items;
  return all.filter(each => each.name === name).length;
}

suite('races', { skip: app.skip }, () => {
  for (const [index, [what, creation]] of Object.entries(creations).entries()) {
    test(`two clicks create ${what} once`, async t => {
      const ann = await app.person({ admin: creation.asAdministrator ?? false });
      const name = `twice_${index}`;
      const page = await app.page(t, { as: ann, path: creation.path });
      await fillForm(page, creation, name);
      const answers = await answerSlowly(page, creation.endpoint);
      const sent = page.waitForRequest(`**${creation.endpoint}`);
      await clickTwice(submit(page));
      await sent;
      answers.release();
      await nameField(page).waitFor({ state: 'hidden' });
      assert.deepEqual([answers.sent, await count(creation, ann, name)], [1, 1]);
    });

    test(`the name of ${what} is kept until it could be created`, async t => {
      const ann = await app.person({ admin: creation.asAdministrator ?? false });
      const name = `kept_${index}`;
      const page = await app.page(t, { as: ann, path: creation.path, expected: OUTAGE_LINES });
      await fillForm(page, creation, name);
      for (const [outage, begin] of Object.entries(OUTAGES)) {
        const end = await begin(page, creation.endpoint);
        await submit(page).click();
        await page
          .getByText(/can not be reached|the service is busy/)
          .first()
          .waitFor();
        assert.equal(await nameField(page).inputValue(), name, outage);
        await end();
      }
      assert.equal(await count(creation, ann, name), 0);
      await submit(page).click();
      await nameField(page).waitFor({ state: 'hidden' });
      assert.equal(await count(creation, ann, name), 1);
    });
  }
});
