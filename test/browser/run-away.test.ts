/** A service that is killed while a run is watched: the page says so, and goes on when the service is back. */
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';
import { chain, node } from '../support/definitions.ts';
import { gate, json, openPlaces } from '../support/outside-places.ts';
import { FIRST_KEY, Installation } from '../support/process.ts';
import { findChromium, launchChromium, NO_BROWSER } from './support/chromium.ts';

const executable = await findChromium();
const openPlace = await openPlaces();
const PASSWORD = 'a long enough password';

suite('a service that is killed', { skip: executable === undefined ? NO_BROWSER : false }, () => {
  test('during a live run is missed, and the page comes back with the run', async t => {
    const port = await freePort();
    const closed = gate(json({ ok: true }));
    const place = openPlace(closed.answer);
    const installation = new Installation(await mkdtemp(path.join(tmpdir(), 'heddle-away-')), {
      HEDDLE_PORT: String(port),
      HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    });
    t.after(() => installation.remove());
    let { process: service, url } = await installation.serve();
    const ask = async <Answer>(endpoint: string, body: unknown) => {
      const response = await fetch(url + endpoint, {
        method: 'POST',
        headers: { 'uni-api-key': FIRST_KEY },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200, endpoint);
      return (await response.json()) as Answer;
    };
    const email = 'ann@example.org';
    const user = await ask<{ id: string }>('/api/v1/user/create', { email, name: 'Ann', password: PASSWORD });
    const { key } = await ask<{ key: string }>('/api/v1/key/create', { user_id: user.id, name: 'k', scopes: ['*'] });
    const definition = chain(
      node('call', 'http.request', { url: place.url }),
      node('end', 'output', { value: 'done' }),
    );
    const created = await fetch(`${url}/api/v3/workflow/create`, {
      method: 'POST',
      headers: { 'uni-api-key': key },
      body: JSON.stringify({ name: 'Orders', definition }),
    });
    const { id } = (await created.json()) as { id: string };

    const browser = await launchChromium(executable ?? '');
    t.after(() => browser.close());
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/workflows**');
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await place.came(1);
    const bar = page.getByRole('region', { name: 'Run' });
    await bar.getByText('Running').waitFor();
    await bar.getByRole('link', { name: 'Open the run as a page' }).click();
    const facts = page.getByRole('list', { name: 'About the run' });
    await facts.getByText('Running').waitFor();

    const call = page.getByRole('button', { name: /^Running call/ });
    await call.waitFor();
    await service.end('SIGKILL');
    await page.getByText(/Heddle can not be reached. This is what was known last/).waitFor();
    assert.equal(await call.count(), 1, 'what was known stays on the page');
    closed.open();
    ({ process: service, url } = await installation.serve());
    await facts.getByText('Succeeded').waitFor();
    assert.equal(await page.getByText(/Heddle can not be reached/).count(), 0);
    await page.getByRole('button', { name: /^Succeeded end/ }).waitFor();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
