/** What a crash test needs that shares its database with no other: workers of one test would claim the runs of another. */
import assert from 'node:assert/strict';
import pg from 'pg';
import { type Service, startService } from '../../src/commands/serve.ts';
import { readConfig } from '../../src/configuration/config.ts';
import type { TestDatabase } from './database.ts';
import { ENVIRONMENT } from './disturbed-runs.ts';
import { dyingAt } from './points.ts';
import {
  admitted,
  call,
  FIRST_KEY,
  type HeddleProcess,
  type Hooks,
  type Installation,
  newInstallationOnDatabase,
} from './process.ts';
import { CHEAP_PASSWORDS } from './service.ts';
import { endSilenceOfAll } from './silence.ts';

/** Starting a process occupies one core, and waiting for what it does occupies none. */
export const AT_ONCE = 3;

/** Starts a service in this process. It is never killed, and does no background work. */
export async function startQuietService(
  hooks: Hooks,
  { dataFolder }: Installation,
  { url }: TestDatabase,
  environment: Record<string, string>,
): Promise<Service> {
  const config = readConfig({
    ...environment,
    HEDDLE_DATA: dataFolder,
    HEDDLE_PORT: '0',
    HEDDLE_DATABASE_URL: url,
    HEDDLE_ADMIN_KEY: FIRST_KEY,
    HEDDLE_LOG_LEVEL: 'silent',
  });
  const service = await startService({ config, work: false, passwordCost: CHEAP_PASSWORDS });
  hooks.after(() => service.stop());
  return service;
}

export class CrashWorld {
  readonly heddle: Installation;
  readonly client: pg.Client;
  /** The address of a service that is never killed, and that claims no runs. */
  readonly url: string;

  constructor(heddle: Installation, client: pg.Client, url: string) {
    this.heddle = heddle;
    this.client = client;
    this.url = url;
  }

  /** Asks the service that is never killed. */
  async ask<Answer>(path: string, body: object): Promise<Answer> {
    const reply = await admitted(() => call(this.url, path, body));
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body as Answer;
  }

  /** Starts a service that claims no runs, so that only requests bring it to the point at which it dies. */
  serveDyingAt(point: string): Promise<{ process: HeddleProcess; url: string }> {
    return this.heddle.serve({ words: ['--no-worker'], environment: { ...ENVIRONMENT, ...dyingAt(point, 1) } });
  }

  startWorker(environment: Record<string, string> = {}): HeddleProcess {
    return this.heddle.start(['worker'], { environment: { ...ENVIRONMENT, ...environment } });
  }

  /** Lets a worker work until it dies at the point. */
  async workUntilKilled(point: string, passing = 1): Promise<void> {
    await assertDied(this.startWorker(dyingAt(point, passing)));
  }

  /** Lets a worker finish everything that is queued, due or left behind. */
  async withWorker<Result>(act: () => Promise<Result>): Promise<Result> {
    await endSilenceOfAll(this.client);
    const worker = this.startWorker();
    try {
      return await act();
    } finally {
      await stopWorker(worker);
    }
  }
}

export async function openCrashWorld(hooks: Hooks): Promise<CrashWorld> {
  const { heddle, database } = await newInstallationOnDatabase(hooks);
  const client = new pg.Client(database.address);
  await client.connect();
  hooks.after(() => client.end());
  const { url } = await startQuietService(hooks, heddle, database, ENVIRONMENT);
  return new CrashWorld(heddle, client, url);
}

/** Continues a process in case that something has stopped it, and waits until it has killed itself. */
export async function assertKilled(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
}

/** Waits until a process that comes to its point by itself has died there, however long that takes. */
export async function assertDied(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.finished).signal, 'SIGKILL', 'it never came to the point');
}

export async function stopWorker(worker: HeddleProcess): Promise<void> {
  // A worker that has nothing to do may be told to stop before it has started.
  const { code, signal, stderr } = await worker.end('SIGTERM');
  assert.ok(code === 0 || signal === 'SIGTERM', `it ended with ${code ?? signal}: ${stderr}`);
}
