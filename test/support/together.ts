/**
 * Many test files in one process: what they import is loaded, and made fast by the compiler, once instead of once per
 * file. The files of each kind are dealt out to the processes that `test/together/` names; a file is loaded when those
 * before it are over, so that nothing of them is left.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from './process.ts';

export const TOGETHER = {
  services: { pattern: 'test/{http,security,isolation}/**/*.test.ts', shares: 12 },
  units: { pattern: 'src/**/*.test.ts', shares: 4 },
} as const;

export function testTogether(kind: keyof typeof TOGETHER, share: number): void {
  const { pattern, shares } = TOGETHER[kind];
  const files = globSync(pattern, { cwd: ROOT }).sort();
  for (const [index, file] of files.entries()) {
    const load = () => import(pathToFileURL(path.join(ROOT, file)).href);
    // The suite waits for all of the file before it begins with the first of its tests.
    if (index % shares === share - 1) test(file, () => suite('in one process with others', load));
  }
}
