/**
 * Many test files in one process: what they import is loaded, and made fast by the compiler, once instead of once per
 * file. Each of the entries in `test/together/` is such a process. Which one runs a file depends on the path of the file
 * alone, so that a new file changes nothing for the others. A file is loaded when those before it are over, and fails
 * when it leaves anything behind that the next one would meet.
 *
 * The runner's own `--test-isolation=none` loads all files before it runs the first test, and so would start all their
 * services at once.
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
  services: { pattern: 'test/{http,security,isolation}/**/*.test.ts', shares: 8 },
  units: { pattern: 'src/**/*.test.ts', shares: 4 },
} as const;

export function testTogether(kind: keyof typeof TOGETHER, share: number): void {
  const { pattern, shares } = TOGETHER[kind];
  for (const file of globSync(pattern, { cwd: ROOT }).sort()) {
    if (shareOf(file, shares) === share) testFile(file);
  }
}

/** From 1 to the number of shares. */
function shareOf(file: string, shares: number): number {
  const name = file.split(path.sep).join('/');
  return (createHash('sha256').update(name).digest().readUInt32BE(0) % shares) + 1;
}

function testFile(file: string): void {
  const load = () => import(pathToFileURL(path.join(ROOT, file)).href);
  test(file, async t => {
    const findLeftovers = await watchLeftovers();
    // It is called when the suite is over, with all that was to be done after its tests.
    t.after(async () => assert.deepEqual(await findLeftovers(), [], 'left behind by the file'));
    // The suite waits for all of the file before it begins with the first of its tests.
    suite('in one process with others', load);
  });
}
