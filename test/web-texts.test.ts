/** Every text of the console is in `web/src/texts`, so that it can be translated as a whole. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'vite';
import { ROOT } from './support/process.ts';

/** The attributes of elements and components that people see or hear. */
const READ = new Set(['alt', 'aria-label', 'description', 'label', 'placeholder', 'text', 'title']);
const WORD = /\p{L}{2}/u;

/** Names that are the same in every language. */
const NAMES = new Set(['Heddle', 'JSON', 'CSV', 'curl', 'UTC', 'URL', 'ms']);

interface Node {
  type: string;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function* descendants(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* descendants(each);
  if (!isNode(value)) return;
  yield value;
  for (const each of Object.values(value)) yield* descendants(each);
}

/** Returns the text that a part of the page shows as it stands in the code. */
function writtenText(node: Node): string {
  if (node.type === 'JSXText') return String(node.value).trim();
  if (node.type !== 'JSXAttribute' || !isNode(node.name) || !isNode(node.value)) return '';
  return READ.has(String(node.name.name)) && node.value.type === 'Literal' ? String(node.value.value) : '';
}

test('components contain no texts of their own', () => {
  const found = globSync('web/src/**/*.tsx', { cwd: ROOT }).flatMap(file => {
    const { program } = parseSync(file, readFileSync(path.join(ROOT, file), 'utf8'));
    return [...descendants(program)]
      .map(writtenText)
      .filter(text => WORD.test(text) && !NAMES.has(text))
      .map(text => `${file}: ${text}`);
  });
  assert.deepEqual(found, []);
});
