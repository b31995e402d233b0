/** The installation and its jobs, as an administrator sees them at three in the morning, and as nobody else does. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { checkAccessibility, openConsole } from './support/browser.ts';

const app = await openConsole({
  HEDDLE_DRAIN_SECONDS: '7',
  HEDDLE_MCP_SERVERS: '{"crm":{"command":"no-such-command"}}',
});
const { service } = app;
const KIND = 'accounts.mail-notification';

async function addDeadJob(kind: string): Promise<string> {
  const id = randomUUID();
  await service.service.system.database.pool.query(
    `INSERT INTO jobs (id, kind, payload, state, attempts, started_at, error, error_kind)
     VALUES ($1, $2, $3, 'dead', 5, now(), 'private words', 'ECONNREFUSED')`,
    [id, kind, JSON.stringify({ notification_id: randomUUID(), email: 'private@example.org' })],
  );
  return id;
}

suite('the installation', { skip: app.skip }, async () => {
  const admin = await app.person({ name: 'Ada', admin: true });

  test('shows what is wrong, which processes live, and the settings in effect', async t => {
    const page = await app.page(t, { as: admin, path: '/administration/installation' });
    const health = page.getByRole('table', { name: 'Health' });
    await health.getByRole('row', { name: /Does not work.*MCP server.*crm/ }).waitFor();
    await health.getByRole('row', { name: /Works.*Database.*PostgreSQL/ }).waitFor();
    await page
      .getByRole('table', { name: 'Processes' })
      .getByRole('row', { name: /Alive.*this one/ })
      .waitFor();
    const setting = page.getByRole('row', { name: /HEDDLE_DRAIN_SECONDS.*7.*changed.*20/ });
    await setting.waitFor();
    await page.getByRole('row', { name: /HEDDLE_ADMIN_KEY.*set/ }).waitFor();
    assert.equal(await page.getByText('administrators-own-test-key').count(), 0);
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('no such setting');
    await page.getByRole('button', { name: 'Show all settings' }).click();
    await page.getByRole('checkbox', { name: /^Only those that differ/ }).check();
    await page.waitForURL(/changed=true/);
    await page.getByRole('row', { name: /HEDDLE_HOST / }).waitFor({ state: 'detached' });
    await setting.waitFor();
    await page.getByRole('button', { name: 'Send a test mail to me' }).click();
    await page.getByText(`A test mail was sent to ${admin.email}.`).waitFor();
    await checkAccessibility(page);
  });

  test('has jobs that failed for good, which are retried and deleted', async t => {
    await addDeadJob(KIND);
    for (let count = 0; count < 3; count++) await addDeadJob('test.nobody-works-on-it');
    const page = await app.page(t, { as: admin, path: '/administration/jobs' });
    const failed = page.getByRole('table', { name: 'Jobs that failed for good' });
    await failed.getByRole('row', { name: new RegExp(`${KIND}.*It refuses connections`) }).waitFor();
    assert.equal(await failed.getByRole('row').count(), 5, 'four jobs below the heads');
    assert.equal(await page.getByText(/private/).count(), 0);
    await checkAccessibility(page);

    await failed.getByRole('button', { name: new RegExp(`^Retry ${KIND}`) }).click();
    await page.getByText('1 job was put back into the queue.').waitFor();
    await failed.getByRole('row', { name: new RegExp(KIND) }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Show the failed jobs of test.nobody-works-on-it' }).click();
    await page.waitForURL(/kind=test\.nobody-works-on-it/);
    await failed
      .getByRole('button', { name: /^Delete test/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 job was deleted.').waitFor();
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByText('2 jobs were put back into the queue.').waitFor();
    await page.getByRole('heading', { name: 'No job of the kind test.nobody-works-on-it failed for good' }).waitFor();
    await page.getByRole('table', { name: 'Kinds of jobs' }).getByRole('row', { name: /test\.nobody-works-on-it 2/ });
  });

  test('is not shown to others, who are told why', async t => {
    const page = await app.page(t, { as: await app.person(), path: '/administration/jobs' });
    await page.getByRole('heading', { name: 'Only administrators can see this' }).waitFor();
    await page.goto('/administration/installation');
    await page.getByRole('heading', { name: 'Only administrators can see this' }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('link', { name: 'Go to the workflows' }).click();
    await page.waitForURL(/\/workflows/);
  });
});
