/** Splitting and joining CSV files of any size. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { isStepError, type Workbench, workbench } from '../../../test/fixtures/tools.ts';
import type { Attachment } from '../../nodes/step.ts';
import { CsvRows } from './csv-rows.ts';

interface Split {
  files: Attachment[];
  count: number;
  rows: number;
}

async function contentOf({ files }: Workbench, file: unknown): Promise<string> {
  return (await files.read(file)).content.toString();
}

async function split(t: TestContext, text: string, params: Record<string, unknown>) {
  const bench = workbench(t);
  const file = await bench.store('orders.csv', text, 'text/csv');
  const output = (await bench.call('csv_split', { file, ...params })) as Split;
  return { output, texts: await Promise.all(output.files.map(each => contentOf(bench, each))) };
}

async function join(t: TestContext, texts: string[], params: Record<string, unknown> = {}) {
  const bench = workbench(t);
  const files: string[] = [];
  for (const [index, text] of texts.entries()) files.push(await bench.store(`part-${index}.csv`, text, 'text/csv'));
  const output = (await bench.call('csv_join', { files, ...params })) as { file: Attachment; rows: number };
  return { text: await contentOf(bench, output.file), rows: output.rows };
}

suite('csv_split', () => {
  test('gives each file the header, and names them', async t => {
    const { output, texts } = await split(t, 'a,b\n1,2\n3,4\n5,6', { rows: 2 });
    assert.deepEqual(texts, ['a,b\n1,2\n3,4\n', 'a,b\n5,6']);
    assert.deepEqual([output.count, output.rows], [2, 3]);
    assert.deepEqual(
      output.files.map(({ filename, content_type }) => [filename, content_type]),
      [
        ['orders-1.csv', 'text/csv'],
        ['orders-2.csv', 'text/csv'],
      ],
    );
  });

  test('knows line ends within quotes, quotes within texts, and byte order marks', async t => {
    const header = '\ufeff"a\nb";c\r\n';
    const rows = ['"1 ""x""\r\n";2\r\n', '5" pipe;3\r\n'];
    const { texts } = await split(t, header + rows.join(''), { rows: 1 });
    assert.deepEqual(
      texts,
      rows.map(row => header + row),
    );
  });

  test('may have no header, and nothing to split', async t => {
    assert.deepEqual((await split(t, '1\n2\n', { rows: 1, header: false })).texts, ['1\n', '2\n']);
    assert.deepEqual((await split(t, '', { rows: 1 })).output, { files: [], count: 0, rows: 0 });
    assert.deepEqual((await split(t, 'a,b', { rows: 1 })).output, { files: [], count: 0, rows: 0 });
  });

  test('refuses too many files, long headers and what has no ASCII', async t => {
    const many = split(t, '1\n'.repeat(1002), { rows: 1 });
    await assert.rejects(many, isStepError('The file would become more than 1000 files'));
    const long = split(t, 'a'.repeat(2 ** 20 + 1), { rows: 1 });
    await assert.rejects(long, isStepError('The first row is longer than 1 MB'));
    const bench = workbench(t);
    const file = await bench.store('a.csv', Buffer.from('\ufeffa\n', 'utf16le'));
    const refused = 'The file is written in UTF-16, which can not be read as a stream';
    await assert.rejects(bench.call('csv_split', { file, rows: 1 }), isStepError(refused));
  });
});

suite('csv_join', () => {
  test('has the header once, and a line end between two files', async t => {
    assert.deepEqual(await join(t, ['a,b\n1,2', '\ufeffa,b\r\n3,4\r\n', 'a,b\n', '', 'a,b\n5,6']), {
      text: 'a,b\n1,2\r\n3,4\r\n5,6',
      rows: 3,
    });
    assert.deepEqual(await join(t, ['1\n', '2\n'], { header: false }), { text: '1\n2\n', rows: 2 });
  });

  test('refuses other columns, and no files', async t => {
    const message = "The columns of 'part-1.csv' are not those of 'part-0.csv'";
    await assert.rejects(join(t, ['a,b\n', 'a,c\n']), isStepError(message));
    await assert.rejects(join(t, []), isStepError("'files' must not be empty"));
  });
});

test('the parts of a file are the file, wherever its chunks end', async () => {
  const cell = fc.constantFrom('1', 'ä', '"a,b"', '"x\n""y"""', 'a"b', 'a""b');
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 20 });
  const sizes = fc.integer({ min: 1, max: 9 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 7 }), sizes, async (cells, most, size) => {
      const text = cells.map(row => `${row.join(',')}\n`).join('');
      const bytes = Buffer.from(text);
      async function* chunks() {
        for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
      }
      const source = new CsvRows(chunks());
      const parts: string[] = [];
      while (await source.hasMore()) {
        parts.push(Buffer.concat(await Array.fromAsync(source.take(most))).toString());
      }
      assert.equal(parts.join(''), text);
      assert.equal(source.count, cells.length);
      assert.equal(parts.length, Math.ceil(cells.length / most));
    }),
    { numRuns: 100 },
  );
});
