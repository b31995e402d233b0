/**
 * Mutation testing: changes the code of a part in small ways, and sees whether a test of the part notices.
 *
 *     npm run mutants -- engine          all mutants of a part
 *     npm run mutants -- engine 20       those of one block of five lines in twenty, counted through all files of the part
 *     npm run mutants -- engine 20 units the same, with the unit tests alone
 *
 * Where tests are mostly over HTTP, each mutant costs seconds, so it is no part of the tests before a commit.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { setUp } from '../runner/set-up.ts';
import { ROOT } from '../support/process.ts';

/** The tests that carry the promises of each folder of `src/`, beside its own unit tests. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  templates: [],
  'runs/executing': ['test/http/{runs,failures,concurrency,run-waits,run-cancelling,loop-concurrency}.test.ts'],
  credentials: ['test/http/{credentials,credential-*}.test.ts'],
  'booster/storage': ['test/http/booster-{folders,quota,overwrite,changes,paths}.test.ts'],
};
const BLOCK_LINES = 5;

const [part = '', oneIn = '1', kind] = process.argv.slice(2);
const tests = kind === 'units' ? [] : PARTS[part];
if (!tests || !(part in PARTS)) {
  process.stderr.write(
    `npm run mutants -- <${Object.keys(PARTS).join(' | ')}> [one in so many blocks of lines] [units]\n`,
  );
  process.exit(1);
}
process.chdir(ROOT);
// Each mutant starts processes, which would compile the same files again.
process.env.NODE_COMPILE_CACHE = path.join(ROOT, 'node_modules', '.cache', 'tests');
const { tearDown, abandon } = await setUp();
// Stryker exits at once when it is interrupted.
process.once('exit', abandon);
try {
  await new Stryker(optionsFor(part, tests, Number(oneIn))).runMutationTest();
} finally {
  process.off('exit', abandon);
  await tearDown();
}

function optionsFor(folder: string, tests: readonly string[], oneIn: number): PartialStrykerOptions {
  const files = globSync(`src/${folder}/**/*.ts`).filter(file => !file.endsWith('.test.ts'));
  return {
    mutate: oneIn > 1 ? sample(files.sort(), oneIn) : files,
    testRunner: 'tap',
    tap: {
      testFiles: [`src/${folder}/**/*.test.ts`, ...tests],
      nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'],
      forceBail: true,
    },
    plugins: ['@stryker-mutator/tap-runner', fileURLToPath(new URL('survivors.ts', import.meta.url))],
    coverageAnalysis: 'perTest',
    // The tests need processors for their databases, too.
    concurrency: '50%',
    // A test that is only slow, because the machine is busy, must not count as one that notices a mutant.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 60,
    ignorePatterns: ['data', 'bench', 'chaos', 'docs'],
    reporters: ['progress-append-only', 'survivors', 'clear-text', 'json'],
    clearTextReporter: { reportMutants: false, reportTests: false },
    jsonReporter: { fileName: `node_modules/.cache/mutants/${folder.replace('/', '-')}.json` },
    tempDirName: '.mutants',
    allowEmpty: true,
    // Node ignores types, and the compiler of our version has no interface for Stryker to read its settings with.
    tsconfigFile: 'none',
  };
}

/** Returns one block of lines in so many of the files together, which are the same ones every time. */
function sample(files: readonly string[], oneIn: number): string[] {
  return files
    .flatMap(file => {
      const lines = readFileSync(file, 'utf8').split('\n').length;
      const blocks = Math.ceil(lines / BLOCK_LINES);
      return Array.from(
        { length: blocks },
        (_, block) => `${file}:${block * BLOCK_LINES + 1}-${(block + 1) * BLOCK_LINES}`,
      );
    })
    .filter((_, index) => index % oneIn === 0);
}
