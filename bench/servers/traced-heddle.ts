/** Heddle's own server, which says what it waited for between the messages `begin` and `end`. */
import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { Server } from 'node:http';
import pg from 'pg';
import './heddle.ts';

export interface Wait {
  /** The statement, or the place in the code that began to wait. */
  what: string;
  beganMs: number;
  tookMs: number;
}

const waits: Wait[] = [];
/** Set within the work for a request, so that background work is left out. */
const requests = new AsyncLocalStorage<true>();
const pending = new Map<number, { what: string; beganMs: number }>();
const hook = createHook({
  init(id, type) {
    if (type === 'PROMISE' && requests.getStore()) pending.set(id, { what: findPlace(), beganMs: performance.now() });
  },
  promiseResolve(id) {
    const begun = pending.get(id);
    if (begun && begun.what !== '') waits.push({ ...begun, tookMs: performance.now() - begun.beganMs });
    pending.delete(id);
  },
});

/** The innermost function of ours on the stack. */
function findPlace(): string {
  Error.stackTraceLimit = 40;
  const line = new Error().stack?.split('\n').find(each => /\/src\//.test(each) && !/node_modules/.test(each));
  return line?.replace(/^\s*at (async )?/, '').replace(/\(?(file:\/\/)?[^ ]*\/src\//, '(') ?? '';
}

const { emit } = Server.prototype;
Server.prototype.emit = function emitInContext(this: Server, ...given: [string, ...unknown[]]) {
  const act = () => Reflect.apply(emit, this, given);
  return given[0] === 'request' ? requests.run(true, act) : act();
} as typeof emit;

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function traced(this: pg.Client, ...given: unknown[]) {
  const [statement] = given as [string | pg.QueryConfig];
  const text = typeof statement === 'string' ? statement : (statement.name ?? statement.text ?? '');
  const beganMs = performance.now();
  const asked: unknown = Reflect.apply(query, this, given);
  if (asked instanceof Promise && requests.getStore()) {
    const end = () =>
      waits.push({
        what: `statement ${text.trim().replace(/\s+/g, ' ').slice(0, 60)}`,
        beganMs,
        tookMs: performance.now() - beganMs,
      });
    asked.then(end, end);
  }
  return asked as never;
};

process.on('message', message => {
  if (message === 'begin') {
    waits.length = 0;
    pending.clear();
    hook.enable();
  } else {
    hook.disable();
    process.send?.(waits);
  }
});
