import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { crc32c, partitionOf, readRecords, writeRecord } from './kafka-records.ts';

/** Batches that another client (kafkajs 2.2.4) has written. */
const TWO_RECORDS =
  'AAAAAAAAAAAAAABZAAAAAALo+NbsAAAAAAABAAABi8/laAAAAAGLz+VoBf//////////////////AAAAAjAAAAAEazEKZmlyc3QCCHNob3AKbm9ydGgcAAoCARBncsO2w59lcgA=';
const ZIPPED =
  'AAAAAAAAAAAAAABUAAAAAALIMwFiAAEAAAAAAAABi8/laAAAAAGLz+VoBf//////////////////AAAAAR+LCAAAAAAAAAOTYWBgYMk25KnKLChITWEAAFtO/JsPAAAA';

const read = async (data: Buffer, from = 0) => {
  const { records, next } = await readRecords(data, from, []);
  const texts = records.map(({ key, value, ...record }) => ({ ...record, key: key?.toString(), value: String(value) }));
  return { texts, next };
};

suite('batches of records', () => {
  test('are read as another client writes them, from an offset on', async () => {
    const two = Buffer.from(TWO_RECORDS, 'base64');
    const first = {
      ...{ offset: 0, timestamp: 1_700_000_000_000, key: 'k1', value: 'first' },
      headers: [['shop', Buffer.from('north')]],
    };
    const second = { offset: 1, timestamp: 1_700_000_000_005, key: undefined, value: 'größer', headers: [] };
    assert.deepEqual(await read(two), { texts: [first, second], next: 2 });
    assert.deepEqual(await read(two, 1), { texts: [second], next: 2 });
    assert.equal((await read(Buffer.from(ZIPPED, 'base64'))).texts[0]?.value, 'zipped');
  });

  test('that are cut off are left for the next time', async () => {
    const data = Buffer.from(TWO_RECORDS, 'base64');
    for (let length = 0; length < data.length; length++) {
      assert.deepEqual(await read(data.subarray(0, length), 0), { texts: [], next: 0 });
    }
  });

  test('that are wrong are refused, and never hang', async () => {
    const data = Buffer.from(TWO_RECORDS, 'base64');
    for (let at = 12; at < data.length; at++) {
      const wrong = Buffer.from(data);
      wrong[at] = (wrong[at] ?? 0) ^ 0x41;
      // The epoch of the leader is not part of the checksum.
      if (at < 16) await readRecords(wrong, 0, []);
      else await assert.rejects(readRecords(wrong, 0, []), { name: 'BrokerError' });
    }
  });

  test('are written so that they can be read', async () => {
    const headers = [['a', Buffer.from('b')]] as const;
    const batch = writeRecord({ timestamp: 5, key: Buffer.from('k'), value: null, headers });
    const { records } = await readRecords(batch, 0, []);
    assert.deepEqual(records, [
      { offset: 0, timestamp: 5, key: Buffer.from('k'), value: null, headers: [['a', Buffer.from('b')]] },
    ]);
  });
});

test('keys go to the partitions that other producers choose', () => {
  assert.equal(crc32c(Buffer.from('123456789')), 0xe3069283);
  const partitions = ['abc', 'order-4711', 'größer'].map(key => partitionOf(Buffer.from(key), 100));
  assert.deepEqual(partitions, [7, 11, 32]);
});
