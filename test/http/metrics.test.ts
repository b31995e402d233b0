/** Who may read the metrics, where they are, how runs are counted by workflow, and that probes leave the log readable. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { chain, node } from '../support/definitions.ts';
import { ROOT, until } from '../support/process.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { ADMIN_KEY, testService } from '../support/service.ts';
import { memoryLog } from './memory-log.ts';

const TOKEN = 'a-token-for-the-metrics';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function status(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}

suite('metrics with a token', async () => {
  const service = await testService({ HEDDLE_METRICS_TOKEN: TOKEN });

  test('are shown only to who sends it', async () => {
    const refused = await fetch(`${service.url}/metrics`);
    assert.deepEqual([refused.status, await refused.json()], [401, { detail: 'The metrics need their token' }]);
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer realm="Heddle metrics"');
    assert.equal(await status(`${service.url}/metrics`, bearer('another-token-of-16')), 401);
    assert.equal(await status(`${service.url}/metrics`, bearer(TOKEN)), 200);
  });

  test('leave the other probes open', async () => {
    assert.equal(await status(`${service.url}/health`), 200);
    assert.equal(await status(`${service.url}/ready`), 200);
  });
});

suite('metrics on a port of their own', async () => {
  const memory = memoryLog();
  const service = await testService({ HEDDLE_METRICS_PORT: '0', HEDDLE_METRICS_WORKFLOWS: '1' }, { log: memory.log });
  const line = memory.lines().find(({ msg }) => msg === 'the metrics are served');
  const url = `http://127.0.0.1:${line?.port}`;

  test('are not on the port of the API', async () => {
    assert.equal(await status(`${service.url}/metrics`), 404);
    assert.equal(await status(`${url}/metrics`), 200);
    assert.equal(await status(`${url}/metrics`, { method: 'HEAD' }), 200);
  });

  test('come with the other probes, and with nothing else', async () => {
    assert.deepEqual(await (await fetch(`${url}/health`)).json(), { status: 'ok' });
    assert.deepEqual(await (await fetch(`${url}/ready`)).json(), { status: 'ready', database: 'ok', storage: 'ok' });
    assert.equal(await status(`${url}/health`, { method: 'POST' }), 405);
    assert.equal(await status(`${url}/api/v3/openapi.json`), 404);
  });

  test('count runs by workflow, as far as the setting allows', async () => {
    const first = await runOnce(service, chain(node('done', 'output', { value: 1 })));
    await runOnce(service, chain(node('done', 'output', { value: 2 })));
    await runOnce(service, chain(node('done', 'output', { value: 3 })));
    // What is served may be a second old.
    const text = await service.service.system.metrics.text();
    const counted = text.split('\n').filter(each => each.startsWith('heddle_workflow_runs_total{'));
    assert.deepEqual(counted, [
      `heddle_workflow_runs_total{workflow="${first.workflow_id}",name="workflow",status="success"} 1`,
      'heddle_workflow_runs_total{workflow="other",name="other",status="success"} 2',
    ]);
  });

  test('include every metric that the dashboard and the alerts name', async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const exported = new Set(text.matchAll(/^# TYPE (\S+)/gm).map(([, name]) => name));
    for (const file of ['grafana/heddle.json', 'prometheus/heddle-alerts.yml']) {
      const named = readFileSync(path.join(ROOT, 'packaging', file), 'utf8').matchAll(/\b(heddle|process|nodejs)_\w+/g);
      const unknown = named
        .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
        .filter(name => !exported.has(name))
        .toArray();
      assert.deepEqual(unknown, [], file);
    }
  });

  test('the line of a request names the run that it started', async () => {
    const workflow_id = await createWorkflow(service, chain(node('done', 'output', { value: 1 })));
    const starts = {
      '/api/v3/workflow/run': {},
      '/api/v1/run/start': { version: 'draft', wait: false },
      '/api/v1/run/test': {},
    };
    for (const [path, options] of Object.entries(starts)) {
      const headers = { 'uni-api-key': ADMIN_KEY, 'x-request-id': `from${path.replaceAll('/', '.')}` };
      const body = JSON.stringify({ workflow_id, ...options });
      const { status, body: run } = await service.send(path, { body, headers });
      assert.equal(status, 200);
      const isNoted = () =>
        memory.lines().some(line => line.reqId === headers['x-request-id'] && line.run === Object(run).id);
      await until(isNoted, `${path} in the log`);
    }
  });

  test('probes are logged at the level debug, and other requests at info', async () => {
    await status(`${service.url}/health`);
    await status(`${service.url}/api/v3/openapi.json`);
    const levels = () =>
      memory
        .lines()
        .filter(({ msg }) => msg === 'request')
        .map(({ route, level }) => `${route} ${level}`);
    const expected = ['/health 20', '/api/v3/openapi.json 30'];
    await until(() => expected.every(each => levels().includes(each)), 'both requests in the log');
    assert.equal(levels().includes('/health 30'), false);
  });
});
