/** Runs that are disturbed, and the checks that they must pass all the same. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Run, Step } from '../../src/runs/schemas.ts';
import type { TestDatabase } from './database.ts';
import { NONCE, type Outside, openOutside } from './outside.ts';
import { call, FIRST_KEY, type Hooks, type Installation, newInstallationOnDatabase } from './process.ts';
import { defineShape, SHAPES, type Shape } from './run-shapes.ts';
import { startSurvivor } from './survivors.ts';

/** The settings of the processes that execute the runs. */
export const ENVIRONMENT = {
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_RATE_LIMITS: 'off',
  HEDDLE_DATABASE_CONNECTIONS: '4',
};

/**
 * The time from the death of a process, or the loss of its lease, until another process has finished its runs. A quiet
 * machine needs 20 s of it; the rest is for one that runs other tests at the same time.
 */
export const RECOVERY_MS = 120_000;

const LOOK_AGAIN_MS = 200;
const LOOK_AT_LEAST_EVERY_MS = 1_000;

/** How a client starts a run: it streams the events, or waits for the answer. With a key it can repeat the request. */
export type Way = 'stream' | 'keyed stream' | 'key';

/** One run of its own workflow. Its effects are requests to `/<name>/...` at the outside server. */
export interface Disturbed {
  readonly name: string;
  readonly shape: Shape;
  readonly workflowId: string;
}

export class DisturbedRuns {
  readonly #outside: Outside;
  /** The result of an undisturbed run of each shape. */
  readonly #undisturbed = new Map<Shape, Run>();
  #names = 0;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** Runs each shape once at a process that is not disturbed. */
  async learn(url: string): Promise<void> {
    for (const shape of SHAPES) {
      const { workflowId, name } = await this.create(url, shape);
      this.#undisturbed.set(shape, await ask<Run>(url, '/api/v3/workflow/run', toBody(workflowId, name)));
    }
  }

  async create(url: string, shape: Shape): Promise<Disturbed> {
    const name = `${shape}-${++this.#names}`;
    const definition = defineShape(shape, this.#outside.url);
    const { id } = await ask<{ id: string }>(url, '/api/v3/workflow/create', { name, definition });
    return { name, shape, workflowId: id };
  }

  /** Fails unless the run ended like an undisturbed one and the outside server saw exactly the expected requests. */
  check(run: Run, { name, shape }: Disturbed, { savedSteps = new Set<string>() } = {}): void {
    const expected = this.#undisturbed.get(shape);
    assert.ok(expected);
    assert.deepEqual(toComparable(run), toComparable(expected), name);
    const requests = this.#outside.under(`/${name}/`);
    const keys = new Map<string, Set<string>>();
    for (const { path, key } of requests) keys.set(path, (keys.get(path) ?? new Set()).add(key));
    const wanted = run.steps.filter(isEffect).map(step => [`/${name}/${toKey(step)}`, [`${run.id}-${toKey(step)}`]]);
    const seen = [...keys].map(([path, keys]) => [path, [...keys]]);
    assert.deepEqual(Object.fromEntries(seen), Object.fromEntries(wanted), `${name}: the keys by effect`);
    for (const step of run.steps.filter(isEffect)) {
      const times = requests.filter(({ path }) => path === `/${name}/${toKey(step)}`).length;
      assert.ok(
        times === 1 || !savedSteps.has(toKey(step)),
        `${name}: ${toKey(step)} was saved, but done ${times} times`,
      );
    }
    // Every later step must have seen the output that a step saved before the disturbance.
    const given = new Set(run.steps.filter(isEffect).flatMap(step => noncesIn(step.output_json)));
    const used = [...requests.map(({ body }) => body), ...run.steps.map(step => step.output_json), run.output_json];
    assert.deepEqual(
      [...new Set(used.flatMap(noncesIn))].filter(nonce => !given.has(nonce)),
      [],
      name,
    );
  }

  /** Checks that a request which started no run had no effect either. */
  checkNothingHappened({ name }: Disturbed): void {
    assert.deepEqual(this.#outside.under(`/${name}/`), []);
  }
}

/** An installation with a service that is never disturbed and that takes over the runs of all others. */
export interface World {
  outside: Outside;
  heddle: Installation;
  database: TestDatabase;
  client: pg.Client;
  /** The address of the undisturbed service. */
  survivor: string;
  runs: DisturbedRuns;
}

export async function openWorld(hooks: Hooks, environment: Record<string, string> = {}): Promise<World> {
  const outside = await openOutside(hooks);
  const { heddle, database } = await newInstallationOnDatabase(hooks);
  const client = new pg.Client(database.address);
  await client.connect();
  hooks.after(() => client.end());
  const { url: survivor } = await startSurvivor(hooks, heddle, database, { ...ENVIRONMENT, ...environment });
  const runs = new DisturbedRuns(outside);
  await runs.learn(survivor);
  return { outside, heddle, database, client, survivor, runs };
}

/** What a client learned about its run before the connection ended. */
export interface RunReply {
  id: string | undefined;
  /** Whether the client learned how the run ended. */
  ended: boolean;
}

export async function beginRun(url: string, { workflowId, name }: Disturbed, way: Way): Promise<RunReply> {
  const endpoint = way === 'key' ? '/api/v3/workflow/run' : '/api/v3/workflow/run/stream';
  let text = '';
  let ended = false;
  try {
    const response = await post(url, endpoint, toBody(workflowId, name), way === 'stream' ? undefined : name);
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
    ended = response.status === 200;
  } catch {
    // The process is dead.
  }
  if (way === 'key') return { id: ended ? JSON.parse(text).id : undefined, ended };
  return { id: /"run_id":"([^"]+)"/.exec(text)?.[1], ended: text.includes('"type":"run_end"') };
}

/** Repeats the request of a client that got no answer. */
export async function repeatRun(url: string, { workflowId, name }: Disturbed): Promise<Run> {
  const response = await post(url, '/api/v3/workflow/run', toBody(workflowId, name), name, RECOVERY_MS);
  const run: Run = JSON.parse(await response.text());
  assert.equal(response.status, 200, JSON.stringify(run));
  return run;
}

/** Asks one process after the other until one of them returns the run. */
export async function insistOnRun(urls: () => readonly string[], disturbed: Disturbed, way: Way): Promise<Run> {
  const [first = ''] = urls();
  const reply = await beginRun(first, disturbed, way);
  const deadline = performance.now() + INSIST_MS;
  for (let attempt = 1; ; attempt++) {
    const url = urls()[attempt % urls().length] ?? first;
    const run = await repeatRun(url, disturbed).catch(error => {
      if (performance.now() > deadline) throw error;
    });
    if (run) {
      if (reply.id !== undefined) assert.equal(run.id, reply.id);
      return run;
    }
    await delay(LOOK_AGAIN_MS);
  }
}

/** A database that is killed again and again needs most of it on a machine that runs other tests at the same time. */
const INSIST_MS = 240_000;

/** Waits for the end of the run and returns it. Looks less often the longer that takes: a takeover takes 15 s. */
export async function awaitEndedRun(url: string, id: string): Promise<Run> {
  const begun = performance.now();
  for (;;) {
    const reply = await call(url, `/api/v3/workflow/runs/get?entity_id=${id}`, {});
    // A database that starts again, or has too much to do, has an answer later.
    if (reply.status !== 503) {
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      const run = reply.body as Run;
      if (run.status !== 'running') return run;
    }
    const waitedMs = performance.now() - begun;
    if (waitedMs > RECOVERY_MS) throw new Error(`run ${id} has not ended: ${JSON.stringify(reply.body)}`);
    await delay(Math.min(LOOK_AGAIN_MS + waitedMs / 10, LOOK_AT_LEAST_EVERY_MS));
  }
}

export interface RunInDatabase {
  id: string;
  status: string;
  /** How often a process started the run or took it over. */
  lease: number;
  /** The keys of the steps whose results are saved, so that they will not be executed again. */
  savedSteps: Set<string>;
}

/** Reads the run of a workflow that was started at most once. */
export async function runInDatabase(client: pg.Client, { workflowId }: Disturbed): Promise<RunInDatabase | undefined> {
  const { rows: runs } = await client.query('SELECT id, status, lease, steps FROM runs WHERE workflow_id = $1', [
    workflowId,
  ]);
  assert.ok(runs.length <= 1, `there are ${runs.length} runs`);
  const [run] = runs;
  if (!run) return undefined;
  const { rows: saved } = await client.query('SELECT step::json FROM run_steps WHERE run_id = $1', [run.id]);
  const steps: Step[] = [...(run.status === 'running' ? [] : JSON.parse(run.steps)), ...saved.map(({ step }) => step)];
  return { id: run.id, status: run.status, lease: run.lease, savedSteps: new Set(steps.map(toKey)) };
}

function toBody(workflow_id: string, name: string) {
  return { workflow_id, input: { name, who: 'Ada \u{1f9f5}' } };
}

/** Selects what is equal in every run of a shape: no times, no ids, and not the order in which branches began. */
function toComparable({ status, error, input_json, output_json, steps, credits, trigger_node_id, version }: Run) {
  const { name } = JSON.parse(input_json);
  const masked = (text: string) => text.replaceAll(NONCE, 'nonce').replaceAll(name, 'name');
  const sorted = steps
    .map(({ started_at: _, finished_at: __, ...step }) => ({
      ...step,
      text: masked(step.text),
      output_json: masked(step.output_json),
    }))
    .sort((one, other) => (toKey(one) < toKey(other) ? -1 : 1));
  return { status, error, output: masked(output_json), steps: sorted, credits, trigger_node_id, version };
}

function noncesIn(text: string): string[] {
  return text.match(NONCE) ?? [];
}

function isEffect({ node_type }: Step): boolean {
  return node_type === 'http.request';
}

/** Repeats the program's own rule on purpose: keys must stay the same from version to version. */
function toKey({ node_id, iteration }: Pick<Step, 'node_id' | 'iteration'>): string {
  return iteration.length === 0 ? node_id : `${node_id}-${iteration.join('.')}`;
}

async function ask<Answer>(url: string, endpoint: string, body: unknown = {}): Promise<Answer> {
  const reply = await call(url, endpoint, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Answer;
}

function post(url: string, endpoint: string, body: unknown, key?: string, patienceMs?: number): Promise<Response> {
  return fetch(url + endpoint, {
    signal: patienceMs === undefined ? null : AbortSignal.timeout(patienceMs),
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'uni-api-key': FIRST_KEY,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });
}
