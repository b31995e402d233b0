import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { newId } from '../ids.ts';
import { createLongTextStore, type LongText, type LongTexts } from './long-text.ts';
import { createMemoryBudget } from './memory-budget.ts';

function open(t: TestContext): { texts: LongTexts; folder: string } {
  const folder = path.join(tmpdir(), `heddle-long-text-${newId()}`);
  const disk = createMemoryBudget({ totalBytes: 1e8, perOwnerBytes: 1e8, refuse: () => new Error('no room') });
  const texts = createLongTextStore({ folder, disk }).open('owner');
  t.after(() => texts.close());
  return { texts, folder };
}

async function store(texts: LongTexts, literal: string, chunkBytes: number): Promise<LongText> {
  const bytes = Buffer.from(literal);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    texts.add(bytes.subarray(at, at + chunkBytes));
    await texts.flush();
  }
  const text = texts.get(texts.end());
  assert.ok(text);
  return text;
}

async function readAll(text: LongText): Promise<string> {
  return (await Array.fromAsync(text.read())).join('');
}

test('a long text is stored in a file without a name and read back', async t => {
  const { texts, folder } = open(t);
  const content = 'QUJD'.repeat(300_000);
  const text = await store(texts, content, 65_536);
  assert.equal(text.bytes, content.length);
  assert.equal(text.head, content.slice(0, 4096));
  assert.equal(await readAll(text), content);
  assert.deepEqual(await readdir(folder), []);
  assert.equal(texts.size, 1);
});

test('escapes are decoded, even across the pieces of a text', async t => {
  const { texts } = open(t);
  const content = 'a/b\n"\\'.repeat(100_000);
  const literal = JSON.stringify(content).slice(1, -1).replaceAll('/', '\\/').replaceAll('a', '\\u0061');
  const text = await store(texts, literal, 10_007);
  assert.equal(await readAll(text), content);
  assert.ok(content.startsWith(text.head));
});

test('reading an invalid JSON string throws', async t => {
  const { texts } = open(t);
  await assert.rejects(readAll(await store(texts, 'line\nbreak', 100)), SyntaxError);
  await assert.rejects(readAll(await store(texts, 'no \\escape', 100)), SyntaxError);
});

test('placeholders are replaced by digests, which are equal for equal texts', t => {
  const { texts } = open(t);
  texts.add(Buffer.from('first'));
  const first = texts.end();
  texts.add(Buffer.from('first'));
  const same = texts.end();
  texts.add(Buffer.from('other'));
  const other = texts.end();
  assert.notEqual(first, same);
  assert.equal(texts.withDigests(`[${first}]`), texts.withDigests(`[${same}]`));
  assert.notEqual(texts.withDigests(first), texts.withDigests(other));
  assert.match(texts.withDigests(first), /^[0-9a-f]{64}$/);
});

test('a long text is refused when the disk budget is exhausted', t => {
  const disk = createMemoryBudget({ totalBytes: 1e6, perOwnerBytes: 1e6, refuse: () => new Error('no room') });
  const texts = createLongTextStore({ folder: tmpdir(), disk }).open('owner');
  t.after(() => texts.close());
  assert.throws(() => texts.add(Buffer.alloc(2e6)), /no room/);
});
