import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { readConfig } from '../../configuration/config.ts';
import { countProcesses, helpfulProcesses } from './count.ts';

const GIGABYTE = 2 ** 30;
/** For notifications, for the sign of life, and for upgrades. */
const CONNECTIONS_BESIDE = 3;

suite('the number of processes', () => {
  test('follows from processors and memory', () => {
    assert.deepEqual(
      [1, 2, 4, 8, 64].map(processors => helpfulProcesses(processors, 64 * GIGABYTE)),
      [1, 1, 2, 4, 6],
    );
    assert.deepEqual(
      [1, 2, 4].map(gigabytes => helpfulProcesses(16, gigabytes * GIGABYTE)),
      [1, 1, 2],
    );
  });

  test('leaves connections free in the database of the packaged Compose file, on any machine', () => {
    const compose = readFileSync(new URL('../../../packaging/compose/compose.yaml', import.meta.url), 'utf8');
    const allowed = Number(/max_connections=(\d+)/.exec(compose)?.[1]);
    const { connections, backgroundConnections } = readConfig({}).database;
    const ofProcess = connections + backgroundConnections + CONNECTIONS_BESIDE;
    const commands = ['serve', 'worker'];
    assert.ok(commands.length * helpfulProcesses(64, 1_000 * GIGABYTE) * ofProcess < allowed);
  });

  test('is the one of the setting, and one when a limit that is set is enough for one only', () => {
    const count = (environment: NodeJS.ProcessEnv) => countProcesses(environment, readConfig(environment));
    assert.equal(count({ HEDDLE_PROCESSES: '3' }), 3);
    assert.equal(count({ HEDDLE_PROCESSES: 'auto', HEDDLE_RUNS_AT_ONCE: '1' }), 1);
    assert.throws(
      () => count({ HEDDLE_PROCESSES: '2', HEDDLE_RUNS_AT_ONCE: '1' }),
      /HEDDLE_RUNS_AT_ONCE must be at least 2/,
    );
  });
});
