/** Workflows to begin with. Each is a file in `examples/`: an export document with a title and what it shows. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Example } from './console-schemas.ts';

const FOLDER = path.join(import.meta.dirname, '..', '..', 'examples');

/** The files are few and small, and people ask for them once in a while, so they are read each time. */
export async function readExamples(): Promise<Example[]> {
  const files = (await readdir(FOLDER)).filter(name => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async file => {
      const { title, description, features, document } = JSON.parse(await readFile(path.join(FOLDER, file), 'utf8'));
      // The number in front of the name is the order in which they are shown.
      return { id: path.basename(file, '.json').replace(/^\d+-/, ''), title, description, features, document };
    }),
  );
}
