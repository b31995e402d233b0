/** The version before this one, taken from the history of the repository. */
import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Hooks, ROOT, temporaryFolder } from './process.ts';

const run = promisify(execFile);

/** The last commit of the version that people upgrade from, and its last migration. To be moved on at each release. */
export const LAST_VERSION = { commit: 'b568905931d0d3910490d20adeac2ece2c9ca167', migration: 43 };
const PARTS = ['bin', 'src', 'migrations', 'examples', 'docs', 'packaging', 'package.json'];

/** Why the last version can not be had here, if it can not. */
export async function whyNoLastVersion(): Promise<string | undefined> {
  return run('git', ['-C', ROOT, 'cat-file', '-e', `${LAST_VERSION.commit}^{commit}`]).then(
    () => undefined,
    () => 'the last version is not in a history of Git here',
  );
}

/** Unpacks the last version, which uses the packages of this one, and bundles it as a release does. Returns the program. */
export async function unpackLastVersion(hooks: Hooks): Promise<string> {
  const folder = path.join(await temporaryFolder(hooks), 'heddle');
  await mkdir(folder);
  const archive = path.join(folder, 'archive.tar');
  await run('git', ['-C', ROOT, 'archive', `--output=${archive}`, LAST_VERSION.commit, ...PARTS]);
  await run('tar', ['-x', '-f', archive, '-C', folder]);
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  // A process of the sources takes several times as long to start as one of the bundle.
  await run(process.execPath, [path.join(folder, 'packaging', 'build.ts')]);
  return path.join(folder, 'bin', 'heddle');
}
