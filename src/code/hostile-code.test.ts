/** Tests that no code gets out of its machine, past its limits, or into the next step. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { code } from '../nodes/code.ts';
import { StepError, type StepOutcome } from '../nodes/step.ts';
import { createThreadPool } from '../platform/threads/thread-pool.ts';

const threads = createThreadPool({ atOnce: 1 });
after(() => threads.close());

function run(source: string, params: Record<string, unknown> = {}): Promise<StepOutcome> {
  const { execution } = code;
  if (execution.kind !== 'compute') throw new Error('code is computed');
  const context = {
    signal: new AbortController().signal,
    threads,
    owner: 'ann',
    run: { id: 'a run' },
    startedAt: new Date(0),
    seed: 'a run code',
  };
  return execution.compute({ code: source, timeout_seconds: 0.1, ...params }, context);
}

const body = (statements: string) => `export default function (input) { ${statements} }`;
const TIME = /^The code took longer than 0\.1 seconds$/;
const MEMORY = /^The code needs more than 64 MB of memory$|longer/;
const STACK = /Maximum call stack size exceeded|The code broke the machine/;

const hostile: [title: string, source: string, error: RegExp][] = [
  ['an endless loop', body('for (;;);'), TIME],
  ['an endless loop at the top of the module', `for (;;); ${body('')}`, TIME],
  ['an endless chain of promises', body('const next = () => Promise.resolve().then(next); return next();'), TIME],
  ['an endless loop that awaits', `export default async () => { for (;;) await null; }`, TIME],
  ['a promise that is never fulfilled', body('return new Promise(() => {});'), /^The promise .* is never fulfilled$/],
  ['a finally that goes on after the end', body('try { for (;;); } finally { for (;;); }'), TIME],
  ['a catch that goes on after the end', body('for (;;) { try { for (;;); } catch {} }'), TIME],
  ['a generator without end', body('function* all() { for (;;) yield 1; } return [...all()];'), /longer|memory/],
  ['a catastrophic pattern', body('return /^(a+)+$/.test("a".repeat(60) + "b");'), TIME],
  ['a buffer of 4 GB', body('return new ArrayBuffer(4 * 2 ** 30).byteLength;'), /memory|[Ii]nvalid/],
  ['buffers in a row', body('const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));'), MEMORY],
  ['a text that doubles', body('let text = "x"; for (;;) text += text;'), /string too long|memory/],
  ['a huge BigInt', body('let n = 2n; for (;;) n **= 2n;'), /BigInt|memory|longer/],
  ['a deep recursion', body('const dive = n => 1 + dive(n + 1); return dive(0);'), STACK],
  [
    'JSON that is nested too deeply',
    body('let v = []; for (let i = 0; i < 2e4; i++) v = [v]; return v;'),
    /not JSON|machine|can not be kept|longer/,
  ],
  [
    'a result of 5,000 levels',
    body('let v = 1; for (let i = 0; i < 5000; i++) v = [v]; return v;'),
    /^The result can not be kept: JSON is nested more than 1000 levels deep$/,
  ],
  ['a hash whose name is no text', body('return hash({}, "x");'), /^RangeError: The value is not valid \(line 1\)$/],
  ['parsing JSON that is nested too deeply', body('return JSON.parse("[".repeat(1e6));'), /stack|JSON|machine|longer/],
  [
    'an endless chain of proxies',
    body('let p = {}; for (let i = 0; i < 1e6; i++) p = new Proxy(p, {}); return p.x;'),
    /stack|memory|machine|longer/,
  ],
  ['a proxy that answers for ever', body('return new Proxy({}, { ownKeys: () => { for (;;); } });'), TIME],
  ['joining a sparse array', body('const list = []; list[2 ** 32 - 2] = 1; return list.join("x").length;'), TIME],
  ['sorting with a comparison that never ends', body('return [3, 2, 1].sort(() => { for (;;); });'), TIME],
  ['a toJSON that never ends', body('return { toJSON() { for (;;); } };'), TIME],
  ['a getter that never ends', body('return { get x() { for (;;); } };'), TIME],
  [
    'ten million keys',
    body('const all = {}; for (let i = 0; i < 1e7; i++) all["k" + i] = i; return all;'),
    /longer|memory/,
  ],
  [
    'a result that is too long',
    body('return "x".repeat(10_000_001);'),
    /^The result is longer than 10,000,000 characters of JSON$/,
  ],
  ['an error whose text never ends', body('throw { toString() { for (;;); }, toJSON() { for (;;); } };'), TIME],
  [
    'a message that runs',
    body('const e = new Error(); Object.defineProperty(e, "message", { get() { for (;;); } }); throw e;'),
    TIME,
  ],
  ['an import', `import fs from 'node:fs'; ${body('return fs;')}`, /^The code can not import anything$/],
  ['an import that is computed', `export default async () => import('node:fs');`, /could not load module/],
];

suite('hostile code ends with an error, and the next step works:', () => {
  for (const [title, source, error] of hostile) {
    test(title, async () => {
      const params = error === TIME ? {} : { timeout_seconds: 2 };
      await assert.rejects(run(source, params), thrown => {
        assert.ok(thrown instanceof StepError, String(thrown));
        assert.match(thrown.message, error);
        assert.equal(thrown.retryable, false);
        return true;
      });
      assert.deepEqual(await run(body('return typeof globalThis.left;')), { output: 'undefined' });
    });
  }
});

test('code that is hostile to the host finds nothing of it', async () => {
  const names = ['process', 'require', 'module', 'global', 'Buffer', 'fetch', 'setTimeout', 'setInterval', 'Worker'];
  const found = body(`
    const outer = (() => {}).constructor.constructor('return globalThis')();
    return ${JSON.stringify(names)}.filter(name => name in outer || name in globalThis);
  `);
  assert.deepEqual((await run(found)).output, []);
  const stack = body('try { new URL("nowhere"); } catch (error) { return error.stack; }');
  assert.doesNotMatch(String((await run(stack)).output), /file:|node:|\.ts/);
});

test('what code leaves behind is gone in the next step', async () => {
  await run(body('globalThis.left = 1; Object.prototype.polluted = 1; JSON.parse = null; return {};'));
  assert.deepEqual((await run(body('return [typeof left, ({}).polluted ?? null, JSON.parse("1")];'))).output, [
    'undefined',
    null,
    1,
  ]);
});

test('a result that names prototypes is plain data', async () => {
  const { output } = await run(body('return JSON.parse(\'{"__proto__": {"isAdmin": true}, "constructor": 1}\');'));
  assert.equal(Object.getPrototypeOf(output), Object.prototype);
  assert.equal(Reflect.get({}, 'isAdmin'), undefined);
  assert.deepEqual(Object.keys(Object(output)), ['__proto__', 'constructor']);
});

test('many steps with much memory do not add up', async () => {
  const source = body('return new Uint8Array(40e6).fill(1).length;');
  const before = process.memoryUsage().rss;
  for (let step = 0; step < 12; step++) assert.equal((await run(source, { timeout_seconds: 2 })).output, 40e6);
  const more = process.memoryUsage().rss - before;
  assert.ok(more < 400 * 2 ** 20, `${more} bytes more`);
});
