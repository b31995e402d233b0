/**
 * Compares two API descriptions, and prints where they differ: `node docs/generate/compare-descriptions.ts before.json
 * after.json`. Texts that only explain do not count, nor the order of fields and lists, nor `x-` fields that are new.
 */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../src/platform/is-object.ts';

const [before, after] = await Promise.all(process.argv.slice(2).map(read));
const differences = [...listDifferences(before, after, '')];
for (const difference of differences) process.stdout.write(`${difference}\n`);
process.exitCode = differences.length > 0 ? 1 : 0;

async function read(file: string): Promise<unknown> {
  return withoutTexts(JSON.parse(await readFile(file, 'utf8')));
}

/** Lists of a description are sets: of required fields, alternatives, values, tags. */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts).sort(byText);
  if (!isObject(value)) return value;
  // A field of the API may have the name `description`: then its value is a schema.
  const kept = Object.entries(value).filter(([name, inner]) => name !== 'description' || typeof inner !== 'string');
  return Object.fromEntries(kept.sort().map(([name, inner]) => [name, withoutTexts(inner)]));
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function* listDifferences(one: unknown, other: unknown, way: string): Generator<string> {
  if (!isObject(one) || !isObject(other)) {
    if (!isDeepStrictEqual(one, other)) yield `${way}: ${JSON.stringify(one)} became ${JSON.stringify(other)}`;
    return;
  }
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (name.startsWith('x-') && !(name in one)) continue;
    yield* listDifferences(one[name], other[name], `${way}/${name}`);
  }
}
