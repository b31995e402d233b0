import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { hashLines, readLines, writeLines } from './lines.ts';

test('lines are read as they were written, whatever characters end lines elsewhere', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-lines-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'lines.gz');
  // The long one reaches over several chunks, whose ends fall within characters.
  const lines = ['a\u2028b\u2029c', 'd\re\u0085f\vg\fh', '', '😀'.repeat(100_000), 'last'];
  const written = await writeLines(
    file,
    (async function* () {
      yield* lines;
    })(),
  );
  assert.deepEqual(await Array.fromAsync(readLines(file)), lines);
  assert.deepEqual(await hashLines(file), written);
});
