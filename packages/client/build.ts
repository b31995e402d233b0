/**
 * Builds the package that is published into `dist`: JavaScript modules, their types, and a package.json of its own. Inside
 * of the repository `@heddle/client` is the TypeScript source, so that nothing has to be built before it can be used.
 *
 *   npm run build -w @heddle/client && npm publish packages/client/dist
 */
import { execFileSync } from 'node:child_process';
import { copyFile, glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = import.meta.dirname;
/** That of the repository, which takes a fifth of the time of the one beside the client and makes the same of it. */
const COMPILER = path.join(FOLDER, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');

export async function buildClient(target: string = path.join(FOLDER, 'dist')): Promise<void> {
  await rm(target, { recursive: true, force: true });
  execFileSync(
    process.execPath,
    [
      COMPILER,
      '-p',
      FOLDER,
      '--noEmit',
      'false',
      '--declaration',
      '--rootDir',
      path.join(FOLDER, 'src'),
      '--outDir',
      target,
    ],
    { stdio: 'inherit' },
  );
  await rewriteTypeImports(target);
  await writeFile(path.join(target, 'package.json'), `${JSON.stringify(await publishedManifest(), null, 2)}\n`);
  await copyFile(path.join(FOLDER, 'README.md'), path.join(target, 'README.md'));
  await copyFile(path.join(FOLDER, '..', '..', 'LICENSE'), path.join(target, 'LICENSE'));
}

/** The compiler rewrites the imports of `.ts` files in JavaScript, but not in declarations. */
async function rewriteTypeImports(target: string): Promise<void> {
  for await (const name of glob('**/*.d.ts', { cwd: target })) {
    const file = path.join(target, name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"));
  }
}

/** What users of the package need of its package.json. */
async function publishedManifest(): Promise<object> {
  const manifest: unknown = JSON.parse(await readFile(path.join(FOLDER, 'package.json'), 'utf8'));
  const {
    private: _private,
    scripts: _scripts,
    devDependencies: _tools,
    ...published
  } = manifest as Record<string, unknown>;
  return { ...published, types: './index.d.ts', exports: { '.': { types: './index.d.ts', default: './index.js' } } };
}

if (import.meta.main) await buildClient();
