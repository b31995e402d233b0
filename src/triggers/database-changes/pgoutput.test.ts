import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BrokenMessage, type ColumnText, decodeMessage, type LogicalMessage } from './pgoutput.ts';
import { type ChangeRules, createChangeReader } from './row-changes.ts';

/** Writes what a server sends. */
class Writer {
  readonly #parts: Buffer[] = [];
  letter(letter: string) {
    return this.#add(Buffer.from(letter, 'latin1'));
  }
  uint8(value: number) {
    return this.#add(Buffer.from([value]));
  }
  uint16(value: number) {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(value);
    return this.#add(bytes);
  }
  uint32(value: number) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return this.#add(bytes);
  }
  uint64(value: bigint) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(value);
    return this.#add(bytes);
  }
  text(text: string) {
    return this.#add(Buffer.from(`${text}\0`));
  }
  row(values: ColumnText[]) {
    this.uint16(values.length);
    for (const value of values) {
      if (value === null) this.letter('n');
      else if (value === undefined) this.letter('u');
      else this.letter('t').uint32(Buffer.byteLength(value)).#add(Buffer.from(value));
    }
    return this;
  }
  bytes() {
    return Buffer.concat(this.#parts);
  }
  #add(bytes: Buffer) {
    this.#parts.push(bytes);
    return this;
  }
}

const write = (letter: string) => new Writer().letter(letter);
const MICROSECONDS = 694_310_400_000_000n; // 2022-01-01
const begin = (commitLsn = 9n) => write('B').uint64(commitLsn).uint64(MICROSECONDS).uint32(7).bytes();
const commit = (commitLsn = 9n) =>
  write('C')
    .uint8(0)
    .uint64(commitLsn)
    .uint64(commitLsn + 3n)
    .uint64(MICROSECONDS)
    .bytes();

const COLUMNS = [
  { name: 'id', isKey: true, typeId: 23 },
  { name: 'name', isKey: false, typeId: 25 },
  { name: 'paid', isKey: false, typeId: 16 },
];
function relation(identity: 'd' | 'f' = 'd') {
  const writer = write('R').uint32(1).text('public').text('orders').letter(identity).uint16(COLUMNS.length);
  for (const { name, isKey, typeId } of COLUMNS) {
    writer
      .uint8(isKey || identity === 'f' ? 1 : 0)
      .text(name)
      .uint32(typeId)
      .uint32(0xffff_ffff);
  }
  return writer.bytes();
}
const insert = (values: ColumnText[]) => write('I').uint32(1).letter('N').row(values).bytes();
const update = (values: ColumnText[], old?: { letter: 'K' | 'O'; values: ColumnText[] }) => {
  const writer = write('U').uint32(1);
  if (old) writer.letter(old.letter).row(old.values);
  return writer.letter('N').row(values).bytes();
};
const remove = (letter: 'K' | 'O', values: ColumnText[]) => write('D').uint32(1).letter(letter).row(values).bytes();

const messages: [Buffer, LogicalMessage][] = [
  [begin(), { kind: 'begin', commitLsn: 9n, committedAt: new Date('2022-01-01T00:00:00Z') }],
  [commit(), { kind: 'commit', commitLsn: 9n, endLsn: 12n }],
  [relation(), { kind: 'relation', id: 1, schema: 'public', name: 'orders', isFull: false, columns: COLUMNS }],
  [insert(['1', 'ä', null]), { kind: 'insert', relationId: 1, old: null, new: ['1', 'ä', null] }],
  [update(['1', undefined, 't']), { kind: 'update', relationId: 1, old: null, new: ['1', undefined, 't'] }],
  [
    update(['2', '', 't'], { letter: 'K', values: ['1', null, null] }),
    { kind: 'update', relationId: 1, old: { part: 'key', values: ['1', null, null] }, new: ['2', '', 't'] },
  ],
  [
    remove('O', ['1', 'a', 'f']),
    { kind: 'delete', relationId: 1, old: { part: 'row', values: ['1', 'a', 'f'] }, new: null },
  ],
];

suite('messages of pgoutput', () => {
  test('are read', () => {
    for (const [bytes, message] of messages) assert.deepEqual(decodeMessage(bytes), message);
    const others = [
      write('O').uint64(1n).text('origin'),
      write('Y').uint32(1),
      write('M').uint8(0),
      write('T').uint32(1),
    ];
    for (const other of others) assert.deepEqual(decodeMessage(other.bytes()), { kind: 'other' });
  });

  test('that are cut or longer at any place are refused', () => {
    for (const [bytes] of messages) {
      for (let length = 0; length < bytes.length; length++) {
        assert.throws(
          () => decodeMessage(bytes.subarray(0, length)),
          BrokenMessage,
          `${bytes.toString('hex')} ${length}`,
        );
      }
      assert.throws(() => decodeMessage(Buffer.concat([bytes, Buffer.from('x')])), BrokenMessage);
    }
  });

  test('with any other byte are read or refused, and nothing else', () => {
    for (const [bytes] of messages) {
      for (let place = 0; place < bytes.length; place++) {
        for (const value of [0, 1, 0x7f, 0xff]) {
          const changed = Buffer.from(bytes);
          changed[place] = value;
          try {
            decodeMessage(changed);
          } catch (error) {
            assert.ok(error instanceof BrokenMessage, String(error));
          }
        }
      }
    }
  });
});

function read(
  all: Buffer[],
  rules: Partial<ChangeRules> = {},
  from: Parameters<typeof createChangeReader>[1] = BEGINNING,
) {
  const kinds = new Set(['insert', 'update', 'delete'] as const);
  const reader = createChangeReader({ columns: null, kinds, primaryKeys: new Map(), ...rules }, from);
  const changes = all.flatMap(bytes => reader.read(decodeMessage(bytes)) ?? []);
  return { reader, changes, inputs: changes.map(({ input: { at, lsn, table, ...input } }) => input) };
}
const BEGINNING = { endLsn: 0n, within: null };

suite('changes', () => {
  test('have the values of their types, and ids that are the same whenever they are read', () => {
    const all = [relation(), begin(), insert(['1', 'a', 't']), remove('K', ['1', null, null]), commit()];
    const { changes, reader } = read(all);
    assert.deepEqual(changes[0], {
      id: '0/9/0',
      input: {
        ...{ table: 'public.orders', kind: 'insert', old: null, at: Date.UTC(2022, 0, 1), lsn: '0/9' },
        new: { id: 1, name: 'a', paid: true },
        key: { id: 1 },
      },
    });
    assert.deepEqual(changes[1]?.input.old, { id: 1 });
    assert.deepEqual(reader.position(), { endLsn: 12n, within: null });
  });

  test('leave long values out that are as before, unless the old row tells them', () => {
    const { inputs } = read([relation(), begin(), update(['1', undefined, 't'])]);
    assert.deepEqual(inputs, [{ kind: 'update', old: null, new: { id: 1, paid: true }, key: { id: 1 } }]);
    const full = [relation('f'), begin(), update(['1', undefined, 't'], { letter: 'O', values: ['1', 'long', 'f'] })];
    const primaryKeys = new Map([['public.orders', ['id']]]);
    assert.deepEqual(read(full, { primaryKeys }).inputs, [
      {
        kind: 'update',
        old: { id: 1, name: 'long', paid: false },
        new: { id: 1, name: 'long', paid: true },
        key: { id: 1 },
      },
    ]);
    // Without a primary key, the whole row tells it from others.
    assert.deepEqual(read(full).inputs[0]?.key, { id: 1, name: 'long', paid: true });
  });

  test('of other columns or kinds are left out, as far as that is known', () => {
    const rules = { columns: new Set(['name']) };
    const old = { letter: 'O' as const, values: ['1', 'a', 'f'] };
    const full = [relation('f'), begin(), update(['1', 'a', 't'], old), update(['1', 'b', 'f'], old)];
    assert.deepEqual(
      read(full, rules).inputs.map(input => input.new),
      [{ name: 'b' }],
    );
    const unknown = [relation(), begin(), update(['1', 'a', 't']), update(['1', undefined, 't'])];
    assert.equal(read(unknown, rules).inputs.length, 1);
    const kinds = new Set(['delete'] as const);
    assert.equal(read([relation(), begin(), insert(['1', 'a', 't'])], { kinds }).inputs.length, 0);
  });

  test('of a transaction that was accepted in part are not read twice', () => {
    const rows = ['1', '2', '3'].map(id => insert([id, null, null]));
    const first = read([relation(), begin(), ...rows.slice(0, 2)]);
    assert.deepEqual(first.reader.position(), { endLsn: 0n, within: { commitLsn: 9n, changes: 2 } });
    const all = [relation(), begin(), ...rows, commit(), begin(20n), ...rows, commit(20n)];
    const again = read(all, {}, first.reader.position());
    assert.deepEqual(
      again.changes.map(({ id }) => id),
      ['0/9/2', '0/14/0', '0/14/1', '0/14/2'],
    );
    assert.ok(again.reader.isBetween());
  });

  test('of tables that were not described are refused', () => {
    assert.throws(() => read([begin(), insert(['1'])]), /without saying of which table/);
  });
});
