/**
 * Tests every page of the console as users who may do little. No page may ask the service for what will be refused, offer
 * what will be refused, or leave people without a word.
 */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Run } from '../../src/runs/schemas.ts';
import { makePanel, RECORDS } from '../http/booster-panels.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type ConsolePerson, checkAccessibility, openConsole } from './support/browser.ts';
import { untilRead, visit } from './support/visits.ts';

const app = await openConsole();
const { service } = app;

/** What Ann made. Everything is shared with Ben for reading, and nothing with Cid. */
const ann = await app.person({ name: 'Ann' });
const ben = await app.person({ name: 'Ben', permissions: { workflow: 'read' } });
const cid = await app.person({ name: 'Cid', permissions: { workflow: 'none' } });
const toRead = { sharing: [{ user_email: ben.email, write: false, scopes: {} }] };
const workflow = await createWorkflow(service, chain(node('say', 'transform', { value: 'hello' })), ann.key, {
  name: 'Greeting',
  ...toRead,
});
const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id: workflow, input: {} }, ann.key);
const panel = await makePanel(
  service,
  ann,
  {},
  { name: 'Shop', database: true, sharing: [{ user_email: ben.email, write: false }] },
);
await panel.upload({ path: 'docs/a.txt' });
await panel.ask('create', { collection: 'orders', data: { total: 41 } }, RECORDS);
const { id: assistant } = await service.ask<{ id: string }>(
  '/api/v3/assistant/create',
  { name: 'Helper', instructions: 'Help.', sharing: [{ user_email: ben.email, write: false }] },
  ann.key,
);

interface Sight {
  path: string;
  /** What people see when the page is there. */
  sees: RegExp;
  /** What must not be offered. */
  lacks?: RegExp;
}

const CHANGING_WORKFLOWS =
  /^(New|New workflow|Import|Publish|Add a step|Share|Delete|Turn on|Turn off|Run|Run again)\b/;
const CHANGING_PANELS = /^(Save|Delete|Add a (folder|webhook)|Share|Try again)\b/;
const ADMINISTRATION = ['users', 'groups', 'organizations', 'audit', 'installation', 'jobs'].map(
  (name): Sight => ({ path: `/administration/${name}`, sees: /^Only administrators can see this$/, lacks: /./ }),
);
/** Pages that belong to nobody else. */
const OWN: readonly Sight[] = [
  { path: '/approvals', sees: /^Approvals$/ },
  { path: '/panels', sees: /^Panels$/ },
  { path: '/chat', sees: /^(Chat|Chats|New chat)$/ },
  { path: '/assistants', sees: /^Assistants$/ },
  { path: '/variables', sees: /^Connections$/ },
  { path: '/notifications', sees: /^Notifications$/ },
  { path: '/settings/profile', sees: /^Profile/ },
];

const AS_READER: readonly Sight[] = [
  { path: '/workflows', sees: /^Workflows$/, lacks: CHANGING_WORKFLOWS },
  { path: `/workflows/${workflow}`, sees: /Greeting/, lacks: CHANGING_WORKFLOWS },
  { path: `/workflows/${workflow}?step=say`, sees: /Greeting/, lacks: CHANGING_WORKFLOWS },
  { path: '/runs', sees: /^Runs$/, lacks: CHANGING_WORKFLOWS },
  { path: '/failures', sees: /^Failures$/, lacks: CHANGING_WORKFLOWS },
  ...OWN,
  { path: `/panels/${panel.id}/files?folder=docs`, sees: /Shop/ },
  { path: `/panels/${panel.id}/records`, sees: /Shop/ },
  { path: `/panels/${panel.id}/settings`, sees: /Shop/, lacks: CHANGING_PANELS },
  { path: `/assistants/${assistant}`, sees: /Helper/, lacks: /^(Save|Delete|Share)\b/ },
  ...ADMINISTRATION,
];

/** What others keep is not there for Cid: the same page as for what never existed. */
const MISSING: readonly Sight[] = [
  { path: `/approvals/${run.id}`, sees: /^Approvals$/ },
  { path: `/panels/${panel.id}/files`, sees: /^There is no such panel$/ },
  { path: `/panels/${panel.id}/records`, sees: /^There is no such panel$/ },
  { path: `/panels/${panel.id}/settings`, sees: /^There is no such panel$/ },
  { path: `/panels/${panel.id}/deliveries`, sees: /^There is no such panel$/ },
  { path: `/chat/${run.id}`, sees: /^There is no such conversation$/ },
  { path: `/assistants/${assistant}`, sees: /^There is no such assistant$/ },
];
const CLOSED = ['/workflows', `/workflows/${workflow}`, '/runs', `/runs/${run.id}`, '/failures'].map(
  (path): Sight => ({ path, sees: /^Workflows are not open to you$/, lacks: /./ }),
);

/** Opens each page, and returns what is wrong with each: refused requests, and what is missing or offered. */
async function inspect(page: Page, pages: readonly Sight[]): Promise<string[]> {
  const problems: string[] = [];
  let at = '';
  page.on('response', response => {
    if (response.status() >= 400) problems.push(`${at}: ${response.status()} ${new URL(response.url()).pathname}`);
  });
  const content = page.getByRole('main');
  for (const { path, sees, lacks } of pages) {
    at = path;
    await visit(page, path);
    const heading = content.getByRole('heading', { name: sees }).first();
    const isSeen = await heading.waitFor().then(
      () => true,
      () => false,
    );
    if (!isSeen) problems.push(`${path}: no heading like ${sees}`);
    await untilRead(page);
    if (!lacks) continue;
    const names = await content
      .getByRole('button', { disabled: false })
      .evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label') ?? button.textContent ?? ''));
    problems.push(...names.filter(name => lacks.test(name.trim())).map(name => `${path}: offers ${name}`));
  }
  return problems;
}

async function openAs(t: TestContext, person: ConsolePerson, expected: readonly RegExp[] = []): Promise<Page> {
  const page = await app.page(t, { as: person, path: '/settings/profile', expected });
  await page.getByRole('navigation', { name: 'Areas' }).waitFor();
  return page;
}

const areas = (page: Page) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link').allInnerTexts();

suite('every page of the console', { skip: app.skip }, () => {
  test('as a user who may only read', async t => {
    const page = await openAs(t, ben);
    assert.deepEqual(await areas(page), [
      '',
      'Workflows',
      'Runs',
      'Failures',
      'Approvals',
      'Panels',
      'Chat',
      'Connect',
      'News',
    ]);
    assert.deepEqual(await inspect(page, AS_READER), []);
  });

  test('as a user who may do nothing', async t => {
    const page = await openAs(t, cid, [/status of (404|422)/]);
    assert.deepEqual(await areas(page), ['', 'Approvals', 'Panels', 'Chat', 'Connect', 'News']);
    assert.deepEqual(await inspect(page, [...CLOSED, ...OWN, ...ADMINISTRATION]), []);
    await page.goto('/');
    await page.waitForURL('**/approvals');
    await visit(page, '/workflows');
    await page.getByRole('heading', { name: 'Workflows are not open to you' }).waitFor();
    await checkAccessibility(page);
  });

  test('of others, as a user with whom nothing is shared', async t => {
    const page = await openAs(t, cid, [/status of (403|404|422)/]);
    const problems = await inspect(page, MISSING);
    assert.deepEqual(
      problems.filter(line => !/: (403|404|422) /.test(line)),
      [],
    );
  });
});
