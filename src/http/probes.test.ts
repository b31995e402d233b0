import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../platform/logging/log.ts';
import { createProbes } from './probes.ts';

test('the metrics are counted once for everybody who asks within a second', async t => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let counted = 0;
  const probes = createProbes({
    dependencies: [],
    metrics: { contentType: 'text/plain', text: async () => `counted ${++counted}` },
    metricsToken: undefined,
    log: createLogger('silent'),
  });
  const ask = async () => (await probes['/metrics'](undefined)).body;
  assert.deepEqual(await Promise.all([ask(), ask()]), ['counted 1', 'counted 1']);
  now = 999;
  assert.equal(await ask(), 'counted 1');
  now = 1_000;
  assert.equal(await ask(), 'counted 2');
});
