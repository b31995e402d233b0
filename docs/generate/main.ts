/**
 * Writes the generated parts of docs/reference: `npm run docs`. With `--check` it writes nothing, and fails when a page is
 * not fresh.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fillPage, generatedPages } from './pages.ts';

const REFERENCE = path.join(import.meta.dirname, '..', 'reference');
const isCheck = process.argv.includes('--check');
const stale: string[] = [];

for (const page of generatedPages) {
  const file = path.join(REFERENCE, page.file);
  const text = await readFile(file, 'utf8');
  const fresh = await fillPage(text, page);
  if (fresh === text) continue;
  stale.push(page.file);
  if (!isCheck) await writeFile(file, fresh);
}
if (isCheck && stale.length > 0) process.stderr.write(`run 'npm run docs': ${stale.join(', ')}\n`);
// The areas of the API, which list its endpoints, were opened without anything that could be closed.
process.exit(isCheck && stale.length > 0 ? 1 : 0);
