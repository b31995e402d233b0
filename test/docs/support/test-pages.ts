/** Makes a test of each page of the documentation. The pages of a test file share a service. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { openModelServer } from '../../support/model-server.ts';
import { ROOT } from '../../support/process.ts';
import { type TestService, testService } from '../../support/service.ts';
import { isFullTier } from '../../support/tiers.ts';
import { type Page, readPage } from './page.ts';
import { runPages } from './run-pages.ts';

/** The examples may reach servers that they start themselves. */
const SETTINGS = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' };

/** What readers are expected to have, and the examples use. */
const COMMANDS = ['bash', 'curl', 'jq', 'openssl'];

/** Tests each page on its own: with a user of its own, in a session and folder of its own. */
export async function testPages(patterns: string[]): Promise<void> {
  await testGroups(pagesOf(patterns).map(page => [page]));
}

/** Tests pages that continue one another, in the order of their names, as a reader would follow them. */
export async function testPagesInOrder(patterns: string[]): Promise<void> {
  await testGroups([pagesOf(patterns)]);
}

function pagesOf(patterns: string[]): Page[] {
  const names = patterns.flatMap(pattern => globSync(pattern, { cwd: ROOT }).sort());
  return names.map(readPage).filter(({ blocks }) => blocks.some(({ kind }) => kind === 'run'));
}

async function testGroups(all: Page[][]): Promise<void> {
  const changed = isFullTier ? undefined : findChangedPages();
  const groups = all.filter(pages => !changed || pages.some(({ name }) => changed.has(name)));
  if (groups.length === 0) return;
  const missing = COMMANDS.filter(command => !isInstalled(command));
  if (missing.length > 0) {
    test(`the examples of the documentation (they need ${missing.join(', ')})`, { skip: true });
    return;
  }
  const models = await openModelServer({ after });
  const shared = await testService({ ...SETTINGS, HEDDLE_MODELS: JSON.stringify([{ id: 'llama', url: models.url }]) });
  for (const pages of groups) {
    const names = pages.map(({ name }) => name).join(', ');
    test(`the examples of ${names} do what they say`, async () => {
      const settings: Record<string, string> = Object.assign({}, ...pages.map(page => page.settings));
      const isAlone = pages.some(page => page.isAlone);
      const own = isAlone ? await testService({ ...SETTINGS, ...settings }) : undefined;
      await testWith(own ?? shared, pages);
    });
  }
}

/** Returns the pages that are not pushed yet, which are all that the quick tier tests, or nothing where git can not tell. */
function findChangedPages(): Set<string> | undefined {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
  try {
    const upstream = git('for-each-ref', '--format=%(if)%(HEAD)%(then)%(upstream)%(end)', 'refs/heads').trim();
    const names = git('diff', '--name-only', upstream || 'HEAD') + git('ls-files', '--others', '--exclude-standard');
    return new Set(names.split('\n'));
  } catch {
    return undefined;
  }
}

async function testWith(service: TestService, pages: readonly Page[]): Promise<void> {
  const { key, email } = await service.person({ admin: true });
  await runPages({ url: service.url, key, email }, pages);
}

function isInstalled(command: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some(folder => {
    try {
      accessSync(path.join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
