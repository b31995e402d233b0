/** Services and workers that are never killed, beside the processes that are. */
import { type Service, startService } from '../../src/commands/serve.ts';
import { openSystem } from '../../src/composition/system.ts';
import { type Config, readConfig } from '../../src/configuration/config.ts';
import type { TestDatabase } from './database.ts';
import { FIRST_KEY, type Hooks, type Installation } from './process.ts';
import { CHEAP_PASSWORDS } from './service.ts';

/**
 * Starts a service that is never killed. So it needs no process of its own, whose start takes longer than most of what it
 * is asked for.
 */
export async function startSurvivor(
  hooks: Hooks,
  heddle: Installation,
  database: TestDatabase,
  environment: Record<string, string>,
  { work = true } = {},
): Promise<Service> {
  const config = configOf(heddle, database, environment);
  const service = await startService({ config, work, passwordCost: CHEAP_PASSWORDS });
  hooks.after(() => service.stop());
  return service;
}

/** Starts a service that is never killed, and that does no background work. */
export function startQuietService(
  hooks: Hooks,
  heddle: Installation,
  database: TestDatabase,
  environment: Record<string, string>,
): Promise<Service> {
  return startSurvivor(hooks, heddle, database, environment, { work: false });
}

/** A worker that is never killed, in this process, for as long as it is used. */
export async function openWorker(
  heddle: Installation,
  database: TestDatabase,
  environment: Record<string, string>,
): Promise<AsyncDisposable> {
  const system = await openSystem({ config: configOf(heddle, database, environment), work: true, role: 'worker' });
  return {
    async [Symbol.asyncDispose]() {
      await system.stopWork();
      await system.close();
    },
  };
}

function configOf({ dataFolder }: Installation, { url }: TestDatabase, environment: Record<string, string>): Config {
  return readConfig({
    ...environment,
    HEDDLE_DATA: dataFolder,
    HEDDLE_PORT: '0',
    HEDDLE_DATABASE_URL: url,
    HEDDLE_ADMIN_KEY: FIRST_KEY,
    HEDDLE_LOG_LEVEL: 'silent',
  });
}
