/**
 * How `serve` and `worker` begin: as the only process of their command, as one of several, or as the supervisor of
 * several. A supervisor loads nothing of the service.
 */
import cluster from 'node:cluster';
import { type Config, readConfig } from '../configuration/config.ts';
import { countProcesses } from './processes/count.ts';
import { joinProcesses } from './processes/member.ts';
import type { ProcessOptions } from './service.ts';

export function startServing({ work }: { work: boolean }): Promise<void> {
  return start(async options => (await import('./service.ts')).serve({ ...options, work }));
}

export function startWorking(): Promise<void> {
  return start(async options => (await import('./service.ts')).work(options));
}

async function start(run: (options: ProcessOptions) => Promise<void>): Promise<void> {
  const { env } = process;
  const member = joinProcesses(env);
  if (member) return run({ config: readConfig(env, member.share), member });
  const config = readConfig(env);
  // A process of somebody else's cluster is one of several already.
  const processes = cluster.isWorker ? 1 : countProcesses(env, config);
  if (processes === 1) {
    await startDatabaseAhead(config);
    return run({ config, member });
  }
  const { superviseProcesses } = await import('./processes/supervisor.ts');
  await superviseProcesses(config, processes);
}

/** Loading the service takes as long as the start of its embedded database, so both happen at the same time. */
async function startDatabaseAhead({ database, service }: Config): Promise<void> {
  if (database.url !== undefined) return;
  const { startEmbeddedAhead } = await import('../platform/postgres/embedded.ts');
  await startEmbeddedAhead(service.dataFolder);
}
