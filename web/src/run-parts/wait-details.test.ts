import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWait } from './wait-details.ts';

test('a waiting step tells what it waits for', () => {
  const read = (output: unknown) => readWait(JSON.stringify(output));
  assert.deepEqual(read({ until: 7 }), { kind: 'time', until: 7 });
  assert.deepEqual(read({ until: 7, url: 'https://x' }), { kind: 'call', until: 7, url: 'https://x' });
  const event = { name: 'paid', key: '' };
  assert.deepEqual(read({ until: 7, event }), { kind: 'event', until: 7, event });
  assert.deepEqual([read({ approval_id: 'x' }), read(7), readWait('{"until":')], [undefined, undefined, undefined]);
});
