import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { mcpBench, stdioServer } from '../../../test/fixtures/mcp.ts';
import { isStepError } from '../../../test/fixtures/tools.ts';
import { toCatalogTool } from '../catalog.ts';

suite('tools of an MCP server that is a process', () => {
  test('wait for a server that has not connected yet', async t => {
    const { call, knows, list } = mcpBench(t, { calc: stdioServer() });
    assert.equal(await knows('calc_add'), 'maybe');
    assert.ok(!(await list()).some(({ name }) => name === 'calc_add'));
    assert.deepEqual(await call('calc_add', { a: 2, b: 3 }), { sum: 5 });
    assert.equal(await knows('calc_add'), 'yes');
    assert.equal(await knows('calc_other'), 'no');
    assert.equal(await knows('other_add'), 'no');
    await assert.rejects(call('calc_other', {}), isStepError("There is no tool 'calc_other'"));
  });

  test('appear in the catalog with the others', async t => {
    const { mcp, list, logged } = mcpBench(t, { calc: stdioServer() });
    const before = (await list()).length;
    mcp.start();
    await logged('connected to an MCP server');
    const listed = await list();
    const names = listed.map(({ name }) => name);
    assert.deepEqual(names, names.toSorted());
    assert.ok(names.length > before && names.includes('calc_say_it') && names.includes('csv_read'));
    const add = listed.find(({ name }) => name === 'calc_add');
    assert.ok(add);
    const { category, icon, display_name, description, input_schema } = toCatalogTool(add);
    assert.deepEqual([category, icon, display_name, description], ['Calc', 'plug', 'Add numbers', 'Does add.']);
    assert.ok('required' in input_schema);
  });

  test('return structured results, texts, files and errors', async t => {
    const { call, outcome, files } = mcpBench(t, { calc: stdioServer({ env: { API_KEY: 'k-123456' } }) });
    assert.deepEqual(await outcome('calc_add', { a: 1, b: 1 }), { output: { sum: 2 }, text: 'the sum' });
    assert.deepEqual(await call('calc_say_it', { words: 'hi' }), { text: 'you said\nhi' });
    const { output, fileIds, text } = await outcome('calc_picture', {});
    assert.deepEqual(fileIds, ['file-1', 'file-2']);
    assert.equal(text, 'Made image-1.png, one note.bin');
    assert.ok(typeof output === 'object' && output && 'files' in output && Array.isArray(output.files));
    assert.deepEqual(
      output.files.map(({ filename, content_type }) => [filename, content_type]),
      [
        ['image-1.png', 'image/png'],
        ['one note.bin', 'application/octet-stream'],
      ],
    );
    assert.equal(String((await files.read('file-2')).content), 'bytes');
    await assert.rejects(call('calc_fail', {}), isStepError('the key *** is not known', true));
  });

  test('fail when their result is too large, and the server continues', async t => {
    const { call } = mcpBench(t, { calc: stdioServer() });
    await assert.rejects(call('calc_big', { characters: 10_000_001 }), isStepError(/more than 10,000,000 characters/));
    await assert.rejects(
      call('calc_big', { characters: 34_000_000 }),
      isStepError("The connection to the MCP server 'calc' was lost: a message of it has more than 32 MB", true),
    );
    assert.deepEqual(await call('calc_add', { a: 1, b: 1 }), { sum: 2 });
  });

  test('check params against schemas of any dialect, as far as these can be understood', async t => {
    const { call } = mcpBench(t, { calc: stdioServer() });
    await assert.rejects(
      call('calc_add', { a: 'x' }),
      isStepError("The params of calc_add do not fit: 'b' is required; 'a' must be a number"),
    );
    await assert.rejects(
      call('calc_say_it', { words: 1, list: [1] }),
      isStepError(/'list\[0\]' must be a string.*'words' must be a string or a null|'words' must be/),
    );
    await assert.rejects(call('calc_say_it', { word: 'x' }), isStepError(/must NOT have unevaluated properties/));
    // A pattern that would never end, and a schema that makes no sense, are left to the server.
    assert.deepEqual(await call('calc_say_it', { words: `${'a'.repeat(40)}!` }), {
      text: `you said\n${'a'.repeat(40)}!`,
    });
    assert.ok(await call('calc_meta', { any: 1 }));
  });

  test('receive the idempotency key, and only PATH and HOME of our environment', async t => {
    process.env.HEDDLE_FIXTURE_SECRET = 'not for others';
    t.after(() => delete process.env.HEDDLE_FIXTURE_SECRET);
    const { call } = mcpBench(t, { calc: stdioServer({ env: { GIVEN: 'yes' } }) }, { idempotencyKey: 'r1-s1' });
    const meta = await call('calc_meta', {});
    assert.ok(typeof meta === 'object' && meta && 'heddle/idempotencyKey' in meta);
    assert.equal(meta['heddle/idempotencyKey'], 'r1-s1');
    const environment = await call('calc_environment', {});
    assert.ok(typeof environment === 'object' && environment);
    const allowed = ['GIVEN', 'HOME', 'PATH'];
    assert.deepEqual(
      Object.keys(environment).filter(name => !allowed.includes(name)),
      [],
    );
  });

  test('report progress', async t => {
    const errorOutput: string[] = [];
    const { call } = mcpBench(t, { calc: stdioServer() }, { progress: text => errorOutput.push(text) });
    assert.deepEqual(await call('calc_steps', { count: 2 }), { text: 'done' });
    assert.deepEqual(errorOutput, ['half of it', '2 of 2']);
  });

  test('are cancelled at the server when their call is aborted', async t => {
    const controller = new AbortController();
    const { call, logged } = mcpBench(t, { calc: stdioServer() }, { signal: controller.signal });
    const waiting = call('calc_wait', {});
    await logged('"line":"waiting"');
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    await logged('"line":"cancelled"');
  });

  test('may take long as long as they report progress', async t => {
    const { call, connect } = mcpBench(t, { calc: stdioServer({ timeout_seconds: 3 }) });
    await connect('calc_add', { a: 1, b: 1 });
    assert.deepEqual(await call('calc_slowly', {}), { text: 'at last' });
  });

  test('fail when they take too long', async t => {
    const { call, connect, logged } = mcpBench(t, { calc: stdioServer({ timeout_seconds: 2 }) });
    await connect('calc_add', { a: 1, b: 1 });
    await assert.rejects(
      call('calc_wait', {}),
      isStepError("The MCP server 'calc' did not answer within 2 seconds", true),
    );
    await logged('"line":"cancelled"');
  });

  test('fail when the server dies, and the next call starts it again', async t => {
    const { call, logText } = mcpBench(t, { calc: stdioServer() });
    await assert.rejects(
      call('calc_die', {}),
      isStepError("The connection to the MCP server 'calc' was lost: its process ended with exit code 7", true),
    );
    assert.deepEqual(await call('calc_add', { a: 4, b: 4 }), { sum: 8 });
    assert.equal(logText().match(/"line":"started"/g)?.length, 2);
  });

  test('follow changes of the list at once', async t => {
    const { call, knows, logged } = mcpBench(t, { calc: stdioServer() });
    await call('calc_grow', {});
    await logged('"calc_grown"');
    assert.equal(await knows('calc_grown'), 'yes');
    assert.deepEqual(await call('calc_grown', {}), { text: 'new here' });
  });

  test('leave no process behind when they are closed, not even a child of the server', async t => {
    const { mcp, call } = mcpBench(t, { calc: stdioServer() });
    const pids = await call('calc_child', {});
    assert.ok(typeof pids === 'object' && pids && 'own' in pids && 'child' in pids);
    await mcp.close();
    assert.ok(!isRunning(Number(pids.own)));
    // The child was killed, and disappears as soon as the system has cleaned up.
    while (isRunning(Number(pids.child))) await delay(10);
    await assert.rejects(call('calc_add', { a: 1, b: 1 }), isStepError('The service is stopping', true));
  });

  test('fail when the command does not exist', async t => {
    const { call, fail } = mcpBench(t, { gone: { command: '/no/such/program', timeout_seconds: 0.2 } });
    await fail('gone_add', 'its command can not be started (ENOENT)');
    await assert.rejects(
      call('gone_add', {}),
      isStepError("The MCP server 'gone' can not be reached: its command can not be started (ENOENT)", true),
    );
  });

  test('fail when the process is silent, or ends at once', async t => {
    const { call, fail } = mcpBench(t, {
      mute: { command: 'sleep', args: ['600'], timeout_seconds: 0.2 },
      brief: { command: 'true', timeout_seconds: 0.2 },
    });
    await assert.rejects(
      call('mute_add', {}),
      isStepError("The MCP server 'mute' can not be reached: it did not answer within 0.2 seconds", true),
    );
    await fail('brief_add', 'its process ended with exit code 0');
    await assert.rejects(
      call('brief_add', {}),
      isStepError("The MCP server 'brief' can not be reached: its process ended with exit code 0", true),
    );
  });
});

/** A zombie, whose exit status nobody has read yet, does not count as running. */
function isRunning(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}
