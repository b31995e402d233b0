/** A worker has no API, but answers probes on the port of its metrics. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { suite, test } from 'node:test';
import { newInstallationOnDatabase } from '../support/process.ts';

suite('a worker with a port for metrics', { concurrency: 2 }, () => {
  test('answers probes, and stops', async t => {
    const { heddle } = await newInstallationOnDatabase(t);
    const environment = { HEDDLE_METRICS_PORT: '0', HEDDLE_LOG_LEVEL: 'info', HEDDLE_LOG_FORMAT: 'json' };
    const worker = heddle.start(['worker'], { environment });
    const port = await worker.printed(/"port":(\d+),"msg":"the metrics are served"/);
    const ready = await fetch(`http://127.0.0.1:${port}/ready`);
    assert.deepEqual(await ready.json(), { status: 'ready', database: 'ok', storage: 'ok' });
    assert.match(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), /^heddle_runs_open\{/m);
    assert.equal((await worker.end('SIGTERM')).code, 0);
  });

  test('says which setting to change when the port is in use', async t => {
    const { heddle } = await newInstallationOnDatabase(t);
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await new Promise(resolve => other.once('listening', resolve));
    const address = other.address();
    assert.ok(address && typeof address === 'object');
    const environment = { HEDDLE_METRICS_PORT: String(address.port) };
    const sentence = 'the port is in use by another program: choose another with HEDDLE_METRICS_PORT';
    await heddle.refuse(sentence, ['worker'], { environment });
    await heddle.refuse(sentence, ['serve'], { environment });
  });
});
