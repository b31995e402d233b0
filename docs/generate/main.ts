/** Writes the generated parts of docs/reference: `npm run docs`. A test fails when they are not fresh. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fillPage, generatedPages } from './pages.ts';

const REFERENCE = path.join(import.meta.dirname, '..', 'reference');

for (const page of generatedPages) {
  const file = path.join(REFERENCE, page.file);
  const text = await readFile(file, 'utf8');
  const fresh = await fillPage(text, page);
  if (fresh !== text) await writeFile(file, fresh);
}
