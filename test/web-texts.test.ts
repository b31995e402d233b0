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

/** Commands, templates and names of handles are written in no language of people. */
const CODE = /^(curl |heddle |\{\{)|^\.error \}\}$|^error$/;

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

/** Returns the texts that a part of the page shows as they stand in the code. */
function writtenTexts(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node.value).trim()];
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return children(node).flatMap(chosenTexts);
  const isRead = node.type === 'JSXAttribute' && isNode(node.name) && READ.has(String(node.name.name));
  return isRead ? chosenTexts(node.value) : [];
}

function children({ children }: Node): unknown[] {
  return Array.isArray(children) ? children : [];
}

/** The texts among which an expression chooses. */
function chosenTexts(value: unknown): string[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'JSXExpressionContainer':
      return chosenTexts(value.expression);
    case 'ConditionalExpression':
      return [value.consequent, value.alternate].flatMap(chosenTexts);
    case 'LogicalExpression':
      return [value.left, value.right].flatMap(chosenTexts);
    case 'Literal':
      return typeof value.value === 'string' ? [value.value] : [];
    case 'TemplateLiteral':
      return [...descendants(value.quasis)].map(({ value: text }) => (isRaw(text) ? text.raw : ''));
    default:
      return [];
  }
}

function isRaw(value: unknown): value is { raw: string } {
  return typeof value === 'object' && value !== null && 'raw' in value && typeof value.raw === 'string';
}

test('components contain no texts of their own', () => {
  const found = globSync('web/src/**/*.tsx', { cwd: ROOT }).flatMap(file => {
    const { program } = parseSync(file, readFileSync(path.join(ROOT, file), 'utf8'));
    return [...descendants(program)]
      .flatMap(writtenTexts)
      .filter(text => WORD.test(text) && !NAMES.has(text) && !CODE.test(text))
      .map(text => `${file}: ${text}`);
  });
  assert.deepEqual(found, []);
});

test('commands name the header of keys as it is', () => {
  const commands = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT }).flatMap(file =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/`curl [^`]*`/g)].map(
      ([command]) => `${file}: ${command}`,
    ),
  );
  assert.ok(commands.length > 10, `${commands.length} commands`);
  assert.deepEqual(
    commands.filter(command => /api-key/.test(command) && !command.includes('-H "uni-api-key: $')),
    [],
  );
});
