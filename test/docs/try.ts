/**
 * Runs the examples of some pages against a service that runs already, for people who write them:
 * `HEDDLE_URL=… HEDDLE_KEY=… node test/docs/try.ts docs/quick-start.md`. The key must be an administrator's.
 */
import { randomUUID } from 'node:crypto';
import { type Page, readPage } from './support/page.ts';
import { type Account, runPages } from './support/run-pages.ts';

const { HEDDLE_URL: url = 'http://127.0.0.1:8080', HEDDLE_KEY: key = '' } = process.env;
const pages = process.argv.slice(2).map(readPage);
const together = pages.every(({ name }) => name.includes('/tutorial/'));

for (const group of together ? [pages] : pages.map(page => [page])) await tryPages(group);

async function tryPages(group: Page[]): Promise<void> {
  const names = group.map(({ name }) => name).join(', ');
  const started = performance.now();
  try {
    await runPages(await createAccount(), group);
    process.stdout.write(`${names}: ok, ${Math.round(performance.now() - started)} ms\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
  }
}

async function createAccount(): Promise<Account> {
  const email = `${randomUUID()}@example.org`;
  const user = await call<{ id: string }>('user/create', { email, name: 'Reader', admin: true });
  const created = await call<{ key: string }>('key/create', { user_id: user.id, name: 'docs', scopes: ['*'] });
  return { url, key: created.key, email };
}

async function call<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'uni-api-key': key },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
