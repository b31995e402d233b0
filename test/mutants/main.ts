/**
 * Mutation testing: changes the code of a part in small ways, and sees whether a test of the part notices.
 *
 *     npm run mutants -- engine          all mutants of a part
 *     npm run mutants -- engine 20       those of one block of ten lines in twenty
 *
 * Where tests are mostly over HTTP, each mutant costs seconds, so it is no part of the tests before a commit.
 */
import { globSync, readFileSync } from 'node:fs';
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
const BLOCK_LINES = 10;

const [part = '', oneIn = '1'] = process.argv.slice(2);
const tests = PARTS[part];
if (!tests) {
  process.stderr.write(`npm run mutants -- <${Object.keys(PARTS).join(' | ')}> [one in so many blocks of lines]\n`);
  process.exit(1);
}
process.chdir(ROOT);
const { tearDown } = await setUp();
try {
  await new Stryker(optionsFor(part, tests, Number(oneIn))).runMutationTest();
} finally {
  await tearDown();
}

function optionsFor(folder: string, tests: readonly string[], oneIn: number): PartialStrykerOptions {
  const files = globSync(`src/${folder}/**/*.ts`).filter(file => !file.endsWith('.test.ts'));
  return {
    mutate: files.sort().flatMap(file => blocksOf(file, oneIn)),
    testRunner: 'tap',
    tap: {
      testFiles: [`src/${folder}/**/*.test.ts`, ...tests],
      nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'],
      forceBail: true,
    },
    plugins: ['@stryker-mutator/tap-runner'],
    coverageAnalysis: 'perTest',
    // A constant that is computed once, when its file is loaded, belongs to every test and says little about any.
    ignoreStatic: true,
    ignorePatterns: ['data', 'bench', 'chaos', 'docs'],
    reporters: ['progress-append-only', 'clear-text', 'json'],
    jsonReporter: { fileName: `node_modules/.cache/mutants/${folder.replace('/', '-')}.json` },
    tempDirName: '.mutants',
    allowEmpty: true,
    // Node ignores types, and the compiler of our version has no interface for Stryker to read its settings with.
    tsconfigFile: 'none',
  };
}

/** Returns the blocks of lines that are in the sample, which is the same every time. */
function blocksOf(file: string, oneIn: number): string[] {
  if (oneIn <= 1) return [file];
  const lines = readFileSync(file, 'utf8').split('\n').length;
  const blocks = Array.from({ length: Math.ceil(lines / BLOCK_LINES) }, (_, index) => index);
  const offset = file.length % oneIn;
  return blocks
    .filter(index => index % oneIn === offset % Math.min(oneIn, blocks.length))
    .map(index => `${file}:${index * BLOCK_LINES + 1}-${(index + 1) * BLOCK_LINES}`);
}
