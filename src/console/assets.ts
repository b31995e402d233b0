/** The built console in memory: 2 MB, compressed by the build. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Encodings } from '../http/encodings.ts';

export interface Asset extends Encodings {
  type: string;
}

export interface BuiltConsole {
  /** The page of the console, with placeholders for the nonce. */
  index: string;
  /** By path, such as `/assets/index.js`. */
  assets: ReadonlyMap<string, Asset>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Returns undefined when the console has not been built. */
export async function readBuiltConsole(folder: string): Promise<BuiltConsole | undefined> {
  const index = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => undefined);
  if (index === undefined) return undefined;
  const files = await readdir(folder, { recursive: true });
  const read = (file: string) => readFile(path.join(folder, file));
  const entries = files
    .filter(file => path.extname(file) in TYPES)
    .map(async (file): Promise<[string, Asset]> => {
      const compressed = async (ending: string) => (files.includes(file + ending) ? read(file + ending) : undefined);
      const [content, brotli, gzip] = await Promise.all([read(file), compressed('.br'), compressed('.gz')]);
      const type = TYPES[path.extname(file)] ?? '';
      return [`/${file.split(path.sep).join('/')}`, { type, content, brotli, gzip }];
    });
  return { index, assets: new Map(await Promise.all(entries)) };
}
