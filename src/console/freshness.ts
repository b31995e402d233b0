/** Whether the built console belongs to the present sources. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const STAMP_FILE = 'stamp';

/** The folders and files whose content decides what the build produces. */
export const SOURCES = ['web/src', 'web/public', 'src/templates', 'src/engine', 'packages/client/src'];
export const FILES = [
  'web/index.html',
  'web/build.ts',
  'web/vite.config.ts',
  'src/platform/languages.ts',
  'package-lock.json',
];
const TESTS = /\.test\.ts$/;

/** Returns a hash over everything that the console is built from. */
export async function readSourceStamp(root: string): Promise<string> {
  const listed = await Promise.all(
    SOURCES.map(async folder => {
      const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter(entry => entry.isFile() && !TESTS.test(entry.name))
        .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)));
    }),
  );
  const hash = createHash('sha256');
  for (const file of [...listed.flat(), ...FILES].sort()) {
    hash
      .update(`${file}\0`)
      .update(await readFile(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Returns undefined when there is no built console. */
export async function readBuiltStamp(folder: string): Promise<string | undefined> {
  return readFile(path.join(folder, STAMP_FILE), 'utf8').catch(() => undefined);
}
