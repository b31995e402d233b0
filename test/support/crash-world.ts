/** What a crash test needs that shares its database with no other: workers of one test would claim the runs of another. */
import assert from 'node:assert/strict';
import pg from 'pg';
import type { Service } from '../../src/commands/serve.ts';
import type { TestDatabase } from './database.ts';
import { ENVIRONMENT } from './disturbed-runs.ts';
import { dyingAt } from './points.ts';
import {
  admitted,
  call,
  type HeddleProcess,
  type Hooks,
  type Installation,
  newInstallationOnDatabase,
} from './process.ts';
import { endSilenceOfAll } from './silence.ts';
import { openWorker, startQuietService } from './survivors.ts';

/** Starting a process occupies one core, and waiting for what it does occupies none. */
export const AT_ONCE = 3;

export class CrashWorld {
  readonly heddle: Installation;
  readonly client: pg.Client;
  readonly #database: TestDatabase;
  /** It is never killed, and claims no runs. */
  readonly #service: Service;

  constructor(heddle: Installation, database: TestDatabase, client: pg.Client, service: Service) {
    this.heddle = heddle;
    this.#database = database;
    this.client = client;
    this.#service = service;
  }

  /** The address of the service that is never killed. */
  get url(): string {
    return this.#service.url;
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

  /** Lets a worker work until it dies at the point. */
  async workUntilKilled(point: string, passing = 1): Promise<void> {
    const environment = { ...ENVIRONMENT, ...dyingAt(point, passing) };
    await assertDied(this.heddle.start(['worker'], { environment }));
  }

  /** Lets a worker finish everything that is queued, due or left behind. */
  async withWorker<Result>(act: () => Promise<Result>): Promise<Result> {
    await this.endSilence();
    await using _worker = await this.openWorker();
    return await act();
  }

  /** Makes every process that was killed look silent for long enough. */
  endSilence(): Promise<void> {
    return endSilenceOfAll(this.client, { but: this.#service.system.liveness.id });
  }

  openWorker(): Promise<AsyncDisposable> {
    return openWorker(this.heddle, this.#database, ENVIRONMENT);
  }
}

export async function openCrashWorld(hooks: Hooks): Promise<CrashWorld> {
  const { heddle, database } = await newInstallationOnDatabase(hooks);
  const client = new pg.Client(database.address);
  await client.connect();
  hooks.after(() => client.end());
  const service = await startQuietService(hooks, heddle, database, ENVIRONMENT);
  return new CrashWorld(heddle, database, client, service);
}

/** Continues a process in case that something has stopped it, and waits until it has killed itself. */
export async function assertKilled(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
}

/** Waits until a process that comes to its point by itself has died there, however long that takes. */
export async function assertDied(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.finished).signal, 'SIGKILL', 'it never came to the point');
}
