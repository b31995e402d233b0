/**
 * Runs many test files in one process, so that their imports are loaded and compiled once instead of once per file.
 * Each entry in `test/together/` is such a process. Only the path of a file decides which entry runs it, so that a new
 * file changes nothing for the others. A file is loaded after the files before it have ended, and fails when it leaves
 * anything behind that could disturb the next one. The runner's own `--test-isolation=none` is no alternative: it loads
 * all files before it runs the first test, and so would start all their services at once.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { watchLeftovers } from './leftovers.ts';
import { ROOT } from './process.ts';

export const TOGETHER = {
  services: { pattern: 'test/{docs,http,security,isolation}/**/*.test.ts', shares: 8 },
  units: { pattern: '{src,web/src,packages/client/src}/**/*.test.ts', shares: 4 },
} as const;

export function testTogether(kind: keyof typeof TOGETHER, share: number): void {
  const { pattern, shares } = TOGETHER[kind];
  for (const file of globSync(pattern, { cwd: ROOT }).sort()) {
    if (assignShare(file, shares) === share) testFile(file);
  }
}

/** Assigns a file to a share, from 1 to the number of shares. */
function assignShare(file: string, shares: number): number {
  const name = file.split(path.sep).join('/');
  return (createHash('sha256').update(name).digest().readUInt32BE(0) % shares) + 1;
}

function testFile(file: string): void {
  const load = () => import(pathToFileURL(path.join(ROOT, file)).href);
  test(file, async t => {
    const findLeftovers = await watchLeftovers();
    // The runner calls this when the suite is over, after all hooks of its tests.
    t.after(async () => assert.deepEqual(await findLeftovers(), [], 'left behind by the file'));
    // The suite loads the whole file before it starts the first test.
    suite('in one process with others', load);
  });
}
