import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { suite } from 'node:test';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { type After, httpServer, mcpBench } from '../../../test/fixtures/mcp.ts';
import { isStepError } from '../../../test/fixtures/tools.ts';
import { COMPLETE_ONLY, test } from '../../../test/support/tiers.ts';

const KEY = 'Bearer s3cr3t-t0k3n';

suite('tools of an MCP server over HTTP', () => {
  test('are listed and called with the headers of the settings, with files and progress', async t => {
    const { url, errorOutput } = await httpServer(t);
    const progress: string[] = [];
    const bench = mcpBench(
      t,
      { calc: { url, headers: { Authorization: KEY } } },
      { progress: text => progress.push(text), idempotencyKey: 'r1-s2' },
    );
    assert.deepEqual(await bench.call('calc_add', { a: 2, b: 3 }), { sum: 5 });
    assert.deepEqual((await bench.outcome('calc_picture', {})).fileIds, ['file-1', 'file-2']);
    assert.deepEqual(await bench.call('calc_steps', { count: 2 }), { text: 'done' });
    assert.deepEqual(progress, ['half of it', '2 of 2']);
    assert.partialDeepStrictEqual(await bench.call('calc_meta', {}), { 'heddle/idempotencyKey': 'r1-s2' });
    assert.match(errorOutput(), new RegExp(`POST ${KEY}`));
    assert.doesNotMatch(errorOutput(), /undefined/);
    assert.doesNotMatch(bench.logText(), /s3cr3t/);
  });

  test('follow changes of the list at once', async t => {
    const { url } = await httpServer(t);
    const { call, logged } = mcpBench(t, { calc: { url } });
    await call('calc_grow', {});
    await logged('"calc_grown"');
    assert.deepEqual(await call('calc_grown', {}), { text: 'new here' });
  });

  test('are cancelled, time out, or lose the connection', async t => {
    const { url, errorOutput, kill } = await httpServer(t);
    const controller = new AbortController();
    const broken = mcpBench(t, { calc: { url } }, { signal: controller.signal });
    const waiting = broken.call('calc_wait', {});
    waiting.catch(() => {});
    while (!errorOutput().includes('waiting')) await new Promise(setImmediate);
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    while (!errorOutput().includes('cancelled')) await new Promise(setImmediate);

    const hasty = mcpBench(t, { calc: { url, timeout_seconds: 1 } });
    await hasty.connect('calc_add', { a: 1, b: 1 });
    await assert.rejects(hasty.call('calc_wait', {}), isStepError(/did not answer within 1 seconds/, true));

    const patient = mcpBench(t, { calc: { url } });
    const before = errorOutput().split('waiting').length;
    const lost = patient.call('calc_wait', {});
    lost.catch(() => {});
    while (errorOutput().split('waiting').length === before) await new Promise(setImmediate);
    await kill();
    await assert.rejects(lost, isStepError(/^The connection to the MCP server 'calc' was lost: /, true));
  });

  test('fail alone when their answer is too large', COMPLETE_ONLY, async t => {
    const { url } = await httpServer(t);
    const { call } = mcpBench(t, { calc: { url } });
    await assert.rejects(call('calc_big', { characters: 10_000_001 }), isStepError(/more than 10,000,000 characters/));
    await assert.rejects(
      call('calc_big', { characters: 34_000_000 }),
      isStepError(/^The connection to the MCP server 'calc' was lost: .*more than 32 MB/, true),
    );
    assert.deepEqual(await call('calc_add', { a: 1, b: 1 }), { sum: 2 });
  });

  test('wait for a server that starts late, and reconnect to one that was restarted', async t => {
    const { port, kill } = await httpServer(t);
    await kill();
    const { call, logged, knows } = mcpBench(t, { calc: { url: `http://127.0.0.1:${port}/mcp` } });
    const early = call('calc_add', { a: 1, b: 2 });
    early.catch(() => {});
    await logged('"problem":"ECONNREFUSED"');
    const second = await httpServer(t, port);
    assert.deepEqual(await early, { sum: 3 });
    await second.kill();
    assert.equal(await knows('calc_add'), 'yes', 'what was last seen stays known');
    await httpServer(t, port);
    assert.deepEqual(await call('calc_add', { a: 2, b: 2 }), { sum: 4 });
  });

  test('fail when the server can not be reached, or rejects us', async t => {
    const { port, kill } = await httpServer(t);
    await kill();
    const guarded = await listening(
      t,
      createServer((_request, response) => response.writeHead(401).end(KEY)),
    );
    const { call, fail, logText } = mcpBench(t, {
      away: { url: `http://127.0.0.1:${port}/mcp`, timeout_seconds: 0.3 },
      guarded: { url: guarded, headers: { Authorization: KEY }, timeout_seconds: 0.3 },
    });
    await fail('away_add', 'ECONNREFUSED');
    await assert.rejects(
      call('away_add', {}),
      isStepError("The MCP server 'away' can not be reached: ECONNREFUSED", true),
    );
    await fail('guarded_add', 'it answered with status 401');
    await assert.rejects(
      call('guarded_add', {}),
      isStepError("The MCP server 'guarded' can not be reached: it answered with status 401", true),
    );
    assert.doesNotMatch(logText(), /s3cr3t/);
  });

  test('work with a server that supports only the newest revision of the protocol', async t => {
    const handler = createMcpHandler(
      () => {
        const server = new McpServer({ name: 'newest', version: '1' });
        for (const name of ['hello', 'read']) {
          server.registerTool(name, {}, () => ({ content: [{ type: 'text', text: 'hello' }] }));
        }
        return server;
      },
      { legacy: 'reject' },
    );
    const handle = toNodeHandler(handler);
    const url = await listening(
      t,
      createServer((request, response) => void handle(request, response)),
    );
    t.after(() => handler.close());
    const { call, list } = mcpBench(t, { csv: { url } });
    assert.deepEqual(await call('csv_hello', {}), { text: 'hello' });
    // A built-in tool already has this name.
    const found = (await list()).filter(({ name }) => name.startsWith('csv_read'));
    const names = found.map(({ name }) => name);
    assert.match(names.join(), /^csv_read,csv_read_[0-9a-f]{8}$/);
    assert.notEqual(found[0]?.icon, 'plug');
    assert.deepEqual(await call(names[1] ?? '', {}), { text: 'hello' });
  });
});

async function listening(t: After, server: Server): Promise<string> {
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return `http://127.0.0.1:${address.port}/mcp`;
}
