/** The built console in memory, compressed by the build. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Encodings } from '../http/encodings.ts';
import type { Language } from '../platform/languages.ts';

export interface Asset extends Encodings {
  type: string;
}

export interface BuiltConsole {
  /** The page of the console in each language, with placeholders for the nonce. */
  pages: Readonly<Record<Language, string>>;
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
  const pages = await readPages(folder).catch(() => undefined);
  if (pages === undefined) return undefined;
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
  return { pages, assets: new Map(await Promise.all(entries)) };
}

async function readPages(folder: string): Promise<Record<Language, string>> {
  const readPage = (language: Language) => readFile(path.join(folder, `${language}.html`), 'utf8');
  const [en, de] = await Promise.all([readPage('en'), readPage('de')]);
  return { en, de };
}
