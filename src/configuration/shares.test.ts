import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

suite('several processes', () => {
  test('divide what counts for the machine, and have the rest each', () => {
    const environment = { HEDDLE_RUNS_AT_ONCE: '11', HEDDLE_DATABASE_CONNECTIONS: '20', HEDDLE_RUN_STEPS: '40' };
    const parts = [1, 2, 3].map(number => readConfig(environment, { processes: 3, number }));
    assert.deepEqual(
      parts.map(({ runs, database }) => [runs.atOnce, database.connections, runs.steps]),
      [
        [4, 7, 40],
        [4, 7, 40],
        [3, 6, 40],
      ],
    );
  });

  test('have enough of everything by default', () => {
    const { database, http, runs, images } = readConfig({}, { processes: 8, number: 8 });
    assert.deepEqual(
      [database.connections, database.backgroundConnections, http.requestMegabytes, runs.atOnce, images.atOnce],
      [6, 4, 64, 6, 1],
    );
  });

  test('stay together within the limit of the cache on disk', () => {
    const { images } = readConfig({ HEDDLE_IMAGE_CACHE_MB: '70' }, { processes: 4, number: 2 });
    // See `disk-cache.ts`: every further process may add a quarter of the limit.
    assert.equal(images.cacheBytes * (1 + 3 / 4), 70 * 2 ** 20);
  });

  test('refuse a limit that is too small for all of them', () => {
    const read = () => readConfig({ HEDDLE_DATABASE_CONNECTIONS: '7' }, { processes: 4, number: 1 });
    const message = "HEDDLE_DATABASE_CONNECTIONS must be at least 8 for 4 processes (HEDDLE_PROCESSES), not '7'";
    assert.throws(read, error => error instanceof ConfigError && error.message === message);
  });
});
