/**
 * A process that runs one test file after another, so that their imports are loaded and compiled once instead of once per
 * file. It asks the runner for the next file when the one before has ended. A file fails when it leaves anything behind
 * that could disturb the next one. The runner's own `--test-isolation=none` of Node is no alternative: it loads all files
 * before it runs the first test, and so would start all their services at once.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { watchLeftovers } from '../support/leftovers.ts';
import { ROOT } from '../support/process.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const MOST_BYTES = 2 ** 31;
/** Three times what the modules of the service and of a hundred test files use. */
const MOST_USED_BYTES = 2 ** 28;
const COLLECT_EVERY_BYTES = 2 ** 28;
let collectAtBytes = 2 ** 30;
setFlagsFromString('--expose-gc');
/** Only contexts that are created after the flag have this function. */
const collectGarbage: () => void = runInNewContext('gc');
/** Ends the browser, if one was started. */
let closeBrowser = async () => {};

// Node ends tests that wait for something which keeps no process alive, such as a timer that is not referenced.
const alive = setInterval(() => {}, 2 ** 30);
for (let file = await nextFile(); file !== undefined; file = isLarge() ? undefined : await nextFile())
  await testFile(file);
clearInterval(alive);
await closeBrowser();

/**
 * Modules of tests stay with all that they hold, and collecting garbage among much that is in use takes longer than
 * another process. Most of what a process has is garbage, however, whose memory is used again once it was collected.
 */
function isLarge(): boolean {
  const bytes = process.memoryUsage.rss();
  if (bytes < collectAtBytes) return false;
  collectGarbage();
  collectAtBytes = bytes + COLLECT_EVERY_BYTES;
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external > MOST_USED_BYTES || bytes > MOST_BYTES;
}

async function nextFile(): Promise<string | undefined> {
  const answer = once(process, 'message');
  process.send?.({ kind: 'idle' } satisfies FromWorker);
  const [{ file }] = (await answer) as [ToWorker];
  return file;
}

async function testFile(file: string): Promise<void> {
  // A browser takes seconds to start, and serves the next file as well.
  if (file.startsWith('test/browser/')) {
    // Most workers have no file of the browser, and its library takes half a second to load.
    const { closeKeptBrowser, keepBrowser } = await import('../browser/support/chromium.ts');
    closeBrowser = closeKeptBrowser;
    await keepBrowser();
  }
  const load = () => import(pathToFileURL(path.join(ROOT, file)).href);
  await test(file, async t => {
    const findLeftovers = await watchLeftovers();
    // Node calls this when the suite is over, after all hooks of its tests.
    t.after(async () => assert.deepEqual(await findLeftovers(), [], 'left behind by the file'));
    // The suite loads the whole file before it starts the first test.
    suite('in one process with others', load);
  });
}
