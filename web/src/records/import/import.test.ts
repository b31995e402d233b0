import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ImportReply } from '../../../../src/booster/records/console-schemas.ts';
import { isUuid } from '../../look/address.ts';
import { parseCsv } from '../csv-parser.ts';
import { csvHeader, csvRows, type ExportOptions, jsonRows } from '../export/export-page.ts';
import { fileName } from '../file-name.ts';
import { type Failure, ImportJob, type ImportState } from './import-job.ts';
import { createKeys, planColumns, planProblem, type RefusedRow } from './import-plan.ts';
import { writeReport } from './refused-report.ts';
import { previewFile, type RowBatch, readBatches } from './row-reader.ts';

const KEY = '0199e0a4-5a3c-7f6e-8b1d-2c3d4e5f6a7b';
const file = (text: string, name: string) => new File([text], name);

async function readAll(given: File): Promise<{ batches: RowBatch[]; rows: RowBatch['rows']; refused: RefusedRow[] }> {
  const preview = await previewFile(given);
  const batches = await Array.fromAsync(readBatches(given, preview));
  return {
    batches,
    rows: batches.flatMap(({ rows }) => rows),
    refused: batches.flatMap(({ refused }) => refused),
  };
}

suite('a file to import', () => {
  test('is CSV with guessed types, and rows that do not fit are refused with the reason', async () => {
    const { rows, refused } = await readAll(file('name;price;ok\nAda;1.5;true\n"B;b";;false\n', 'x.csv'));
    assert.deepEqual(
      rows.map(({ data }) => data),
      [
        { name: 'Ada', price: 1.5, ok: true },
        { name: 'B;b', ok: false },
      ],
    );
    assert.deepEqual(refused, []);
    const late = file(`n\n${'1\n'.repeat(1500)}many\n`, 'late.csv');
    const read = await readAll(late);
    assert.equal(read.rows.length, 1500);
    assert.deepEqual(read.refused, [{ number: 1501, message: "n: 'many' is not a number", source: ['many'] }]);
  });

  test('is JSON: an array, or one object in each line, of records or of their data', async () => {
    const record = { key: KEY, collection: 'x', data: { a: 1 }, created: 1, updated: 2 };
    const { rows, refused } = await readAll(file(JSON.stringify([record, { b: 2 }, 3]), 'x.json'));
    assert.deepEqual(
      rows.map(({ data }) => data),
      [{ a: 1 }, { b: 2 }],
    );
    assert.equal(rows[0]?.key, KEY);
    assert.deepEqual(refused, [{ number: 3, message: 'this is not a JSON object', source: '3' }]);
    const lines = await readAll(file('{"a":1}\n{"a":\n', 'x.jsonl'));
    assert.deepEqual([lines.rows.length, lines.refused.map(({ message }) => message)], [1, ['this is not JSON']]);
  });

  test('is read in batches that one request takes', async () => {
    const { batches, rows } = await readAll(file(`n,text\n${'1,abc\n'.repeat(1234)}`, 'x.csv'));
    assert.deepEqual(
      batches.map(each => each.rows.length),
      [500, 500, 234],
    );
    assert.deepEqual(
      batches.map(({ isLast }) => isLast),
      [false, false, true],
    );
    assert.equal(new Set(rows.map(({ key }) => key)).size, 1234);
    const long = JSON.stringify(Array.from({ length: 5 }, () => ({ text: 'x'.repeat(400_000) })));
    const large = await readAll(file(long, 'x.json'));
    assert.deepEqual(
      large.batches.map(each => each.rows.length),
      [2, 2, 1],
    );
  });

  test('may have been written by a spreadsheet program', async () => {
    const bytes = Uint8Array.from([...'name;ort\r\nM', '\u00fc', 'ller;K', '\u00f6', 'ln\r\n'].join(''), character =>
      character.charCodeAt(0),
    );
    const { rows } = await readAll(new File([bytes], 'x.csv'));
    assert.deepEqual(rows[0]?.data, { name: 'Müller', ort: 'Köln' });
  });

  test('from an export of this page is understood as it is', () => {
    const header = ['key', 'created', 'updated', 'name', 'data.key'];
    const columns = planColumns(header, [[KEY, '2026-01-01T00:00:00.000Z', '', 'Ada', '7']]);
    assert.deepEqual(
      columns.map(({ use, field, type }) => [use, field, type]),
      [
        ['key', 'key', 'text'],
        ['skip', 'created', 'text'],
        ['skip', 'updated', 'text'],
        ['field', 'name', 'text'],
        ['field', 'key', 'number'],
      ],
    );
    assert.equal(planProblem(columns), undefined);
    const others = planColumns(['key', 'created', 'created', ''], [['a', 'b', 'c', 'd']]);
    assert.deepEqual(
      others.map(({ use }) => use),
      ['field', 'field', 'skip', 'skip'],
    );
    const twice = others.map(column => ({ ...column, use: 'field' as const, field: 'a' }));
    assert.equal(planProblem(twice), "Two columns become the field 'a'.");
    assert.equal(planProblem([]), 'Use at least one column as a field.');
  });
});

suite('keys of imported records', () => {
  test('are UUIDs that sort as they are made, also when the clock stands or goes back', () => {
    const times = [5, 5, 4, 6, ...Array.from({ length: 5000 }, () => 6), 7];
    const newKey = createKeys(
      () => times.shift() ?? 7,
      length => Uint8Array.from({ length }, () => 255),
    );
    const keys = Array.from({ length: times.length }, newKey);
    assert.ok(keys.every(isUuid));
    assert.deepEqual(keys.toSorted(), keys);
    assert.equal(new Set(keys).size, keys.length);
  });
});

suite('an import under way', () => {
  const row = (number: number) => ({ number, key: `key ${number}`, data: { number }, source: [`${number}`] });
  const batch = (numbers: number[], isLast = false): RowBatch => ({
    rows: numbers.map(row),
    refused: [],
    bytes: numbers.at(-1) ?? 0,
    isLast,
  });
  const reply = (created: number): ImportReply => ({ created, updated: 0, unchanged: 0, refused: [] });
  class Refusal extends Error {
    readonly kind: Failure;

    constructor(kind: Failure) {
      super(kind);
      this.kind = kind;
    }
  }

  function open(batches: RowBatch[], send: (numbers: number[]) => Promise<ImportReply>) {
    const sent: number[][] = [];
    const states: ImportState[] = [];
    const job = new ImportJob({
      next: async () => batches.shift(),
      send: rows => {
        const numbers = rows.map(each => (each as { data: { number: number } }).data.number);
        sent.push(numbers);
        return send(numbers);
      },
      judge: error => (error instanceof Refusal ? error.kind : 'all'),
      onChange: state => states.push(state),
    });
    return { job, sent, states };
  }

  test('sends batch after batch, and counts what became of the rows', async () => {
    const refusing: ImportReply = { ...reply(1), refused: [{ row: 1, code: 'key_in_earlier_row', message: 'no' }] };
    const { job, sent } = open([batch([1, 2]), batch([3], true)], async numbers =>
      numbers.includes(2) ? refusing : reply(1),
    );
    await job.run();
    assert.deepEqual(sent, [[1, 2], [3]]);
    assert.deepEqual(job.state, {
      status: 'done',
      created: 2,
      updated: 0,
      unchanged: 0,
      refused: [{ number: 2, message: 'no', source: ['2'] }],
      bytes: 3,
    });
  });

  test('finds the row for which a whole request is refused', async () => {
    const { job } = open([batch([1, 2, 3, 4, 5], true)], async numbers => {
      if (numbers.includes(4)) throw new Refusal('rows');
      return reply(numbers.length);
    });
    await job.run();
    assert.equal(job.state.created, 4);
    assert.deepEqual(job.state.refused, [{ number: 4, message: 'rows', source: ['4'] }]);
    assert.equal(job.state.status, 'done');
  });

  test('pauses when the service is away, and continues with the batch that was not acknowledged', async () => {
    let isDown = true;
    const { job, sent } = open([batch([1]), batch([2], true)], async () => {
      if (isDown && sent.length === 2) throw new Refusal('temporary');
      return reply(1);
    });
    await job.run();
    assert.deepEqual([job.state.status, job.state.problem, job.state.created], ['paused', 'temporary', 1]);
    isDown = false;
    await job.run();
    assert.deepEqual(sent, [[1], [2], [2]]);
    assert.deepEqual([job.state.status, job.state.problem, job.state.created], ['done', undefined, 2]);
  });

  test('pauses on request after the batch that is on its way', async () => {
    const answer = Promise.withResolvers<ImportReply>();
    const { job, sent } = open([batch([1]), batch([2], true)], async numbers =>
      numbers[0] === 1 ? answer.promise : reply(1),
    );
    const running = job.run();
    job.pause();
    answer.resolve(reply(1));
    await running;
    assert.deepEqual([job.state.status, sent], ['paused', [[1]]]);
    await job.run();
    assert.deepEqual([job.state.status, sent], ['done', [[1], [2]]]);
  });

  test('ends when it is refused as a whole', async () => {
    const { job } = open([batch([1]), batch([2], true)], async () => {
      throw new Refusal('all');
    });
    await job.run();
    assert.deepEqual([job.state.status, job.state.problem], ['failed', 'all']);
  });
});

suite('what an export writes', () => {
  const options: ExportOptions = { format: 'csv', separator: ',', isExcelSafe: false, withKeys: true };
  const record = { key: KEY, collection: 'c', data: { key: 'own', a: [1], b: '=1' }, created: 0, updated: 1 };

  test('is read back as it was', () => {
    const fields = ['key', 'a', 'b', 'missing'];
    const text = csvHeader(fields, options) + csvRows([record], fields, options);
    assert.deepEqual(parseCsv(text, ','), [
      ['key', 'created', 'updated', 'data.key', 'a', 'b', 'missing'],
      [KEY, '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z', 'own', '[1]', '=1', undefined],
    ]);
    const plain = { ...options, withKeys: false };
    assert.equal(csvHeader(['key'], plain) + csvRows([record], ['key'], plain), '\uFEFFkey\r\nown\r\n');
  });

  test('is one array, however many pages it has', () => {
    const text = `[${jsonRows([record], true)}${jsonRows([record, record], false)}${jsonRows([], false)}]`;
    assert.deepEqual(JSON.parse(text), [record, record, record]);
  });

  test('reports refused rows with their reason', () => {
    const refused = [{ number: 3, message: 'a, b', source: ['x', undefined, 'y'] }];
    const report = writeReport(refused, ['one', 'two', 'three'], ',');
    assert.equal(report, '\uFEFFrow,reason,one,two,three\r\n3,"a, b",x,,y\r\n');
    const items = writeReport([{ number: 1, message: 'no', source: '{"a"' }], [], ',');
    assert.equal(items, '\uFEFFrow,reason,item\r\n1,no,"{""a"""\r\n');
  });

  test('has a name that every file system takes', () => {
    assert.equal(fileName('Bestellungen/2026: alle', 'csv'), 'Bestellungen-2026-alle.csv');
    assert.equal(fileName('../..', 'json'), 'records.json');
  });
});
