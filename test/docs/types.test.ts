import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../support/process.ts';
import { type Block, readPage } from './support/page.ts';

const PAGES = [
  'README.md',
  'packages/client/README.md',
  'docs/*.md',
  'docs/{guides,how-to,operations,reference,tutorial}/*.md',
];
/** As strict as most readers have it. */
const COMPILER_OPTIONS = {
  target: 'esnext',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ['node'],
};

/** Node removes types without a look at them, so the other tests do not notice that they are wrong. */
test('the TypeScript of the documentation has no type errors', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-docs-types-'));
  t.after(() => rm(folder, { recursive: true }));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
  const config = { compilerOptions: COMPILER_OPTIONS, include: ['*/*.ts'] };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));

  for (const name of PAGES.flatMap(pattern => globSync(pattern, { cwd: ROOT }).sort())) {
    // A page of the tutorial uses the files of the pages before it.
    const before = name.includes('tutorial/') ? globSync('docs/tutorial/*.md', { cwd: ROOT }).sort() : [];
    const pages = [...before.slice(0, Math.max(0, before.indexOf(name))), name];
    const target = path.join(folder, name.replace(/\W+/g, '-'));
    await mkdir(target);
    for (const block of pages.flatMap(page => readPage(page).blocks)) {
      const file = nameProgram(block);
      if (file) await writeFile(path.join(target, file), block.text);
    }
  }
  const compiler = path.join(ROOT, 'node_modules', '.bin', 'tsc');
  const errors = await promisify(execFile)(compiler, ['-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  // What the client itself gets wrong is found by its own check.
  assert.equal(errors, '');
});

/** The line in the page is a part of the name, and so of the error. */
function nameProgram(block: Block): string | undefined {
  if (block.kind === 'file') return block.name.endsWith('.ts') ? block.name : undefined;
  return block.language === 'ts' ? `line-${block.line}.ts` : undefined;
}
