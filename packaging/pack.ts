/**
 * Assembles the npm package of the server in `build/npm`, and packs it into `build/`. It has the bundle, the built console, the
 * migrations, the documentation and the examples, but no TypeScript. The versions of all packages that it needs, also of
 * those that it needs indirectly, are those of the lock file.
 */
import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundleServer } from './build.ts';

const ROOT = path.dirname(import.meta.dirname);
const COPIED = [
  'bin',
  'docs',
  'examples',
  'migrations',
  'web/dist',
  'web/docs',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
];
/** What modules read from beside themselves: styles and scripts of pages. */
const DATA_FILES = 'src/**/*.{css,js,json,svg,html,woff2}';

interface LockFile {
  name: string;
  version: string;
  lockfileVersion: number;
  packages: Record<string, { dev?: boolean; link?: boolean; optional?: boolean }>;
}

if (import.meta.main) {
  const tarball = await packServer(path.join(ROOT, 'build', 'npm'));
  process.stdout.write(`${path.relative(ROOT, tarball)}\n`);
}

/**
 * Assembles the package in the folder, packs it beside the folder, and returns where. Who has just bundled the server may
 * give another way to the bundle.
 */
export async function packServer(
  folder: string,
  bundle: (output: string) => Promise<void> = bundleServer,
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const copy = (name: string) => cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  for (const name of COPIED) await copy(name);
  for await (const name of glob(DATA_FILES, { cwd: ROOT })) await copy(name);
  await bundle(path.join(folder, 'dist'));
  const manifest = toPublished(JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')));
  await writeJson(path.join(folder, 'package.json'), manifest);
  await writeJson(path.join(folder, 'npm-shrinkwrap.json'), await shrinkwrap(manifest));
  const packing = ['pack', '--silent', '--ignore-scripts', '--pack-destination', '..'];
  const { stdout } = await promisify(execFile)('npm', packing, { cwd: folder });
  return path.join(path.dirname(folder), stdout.trim());
}

async function writeJson(file: string, content: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** Leaves out what only people who change Heddle need. */
function toPublished(manifest: Record<string, unknown>): Record<string, unknown> {
  const { private: _private, workspaces, devDependencies, scripts, overrides, ...published } = manifest;
  return {
    ...published,
    files: [...COPIED, 'dist', 'npm-shrinkwrap.json', 'src'],
    scripts: { start: 'exec bin/heddle serve' },
  };
}

/** npm follows this file also when the package is a dependency, which it does not with an ordinary lock file. */
async function shrinkwrap(manifest: Record<string, unknown>): Promise<object> {
  const { packages, ...lock }: LockFile = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const needed = Object.entries(packages).filter(
    ([folder, { dev, link }]) => folder.startsWith('node_modules/') && !dev && !link,
  );
  const { name, version, license, dependencies, optionalDependencies, bin, engines } = manifest;
  const own = { name, version, license, dependencies, optionalDependencies, bin, engines };
  return { ...lock, packages: { '': own, ...Object.fromEntries(needed) } };
}
