/** `serve`, `worker` and `migrate`. */
import { openSystem, type System } from '../composition/system.ts';
import { VERSION } from '../composition/version.ts';
import { type Config, readConfig } from '../configuration/config.ts';
import { forgetProcess } from '../installation/processes.ts';
import { createLogger, type Logger } from '../platform/logging/log.ts';
import { manageMemory } from '../platform/memory/manage-memory.ts';
import { explain } from './explain.ts';
import { note, print } from './output.ts';
import type { Member } from './processes/member.ts';
import { introduce, openService, serveMetrics, startService, welcome } from './serve.ts';
import { stopOnSignal, stopSignal } from './signals.ts';

export interface ProcessOptions {
  config: Config;
  /** Undefined for the only process of its command. */
  member: Member | undefined;
}

export async function serve({ config, member, work }: ProcessOptions & { work: boolean }): Promise<void> {
  manageMemory();
  if (!member) {
    const service = await startService({ config, work });
    print(welcome(service));
    return stopOnSignal(stopSignal(), service.system, () => service.stop());
  }
  const service = await openService({ config, work, log: createMemberLog(config, member) }, member);
  joinOthers(member, service.system, async () => welcome({ ...service, ...(await introduce(service)) }));
  await stopOnSignal(stopSignal(), service.system, () => service.stop());
}

export async function work({ config, member }: ProcessOptions): Promise<void> {
  manageMemory();
  const log = member && createMemberLog(config, member);
  const system = await openSystem({ config, work: true, role: 'worker', ...(log && { log }) });
  const closeMetrics = await serveMetrics(system, member).catch(async error => {
    await system.close();
    throw error;
  });
  const ready = `Heddle ${VERSION} works in the background`;
  if (member) joinOthers(member, system, async () => ready);
  else print(ready);
  await stopOnSignal(stopSignal(), system, async () => {
    await closeMetrics();
    await system.close();
  });
}

/** The supervisor writes the lines, in the form that the settings ask for. They say which process logged them. */
function createMemberLog({ service }: Config, { share }: Member): Logger {
  return createLogger(service.logLevel, 1, 'json', { process: share.number });
}

function joinOthers(member: Member, system: System, introduceAll: () => Promise<string>): void {
  const { liveness, background, metrics, log } = system;
  member.join({
    runnerId: liveness.id,
    count: metrics.count,
    async introduce() {
      try {
        return await introduceAll();
      } catch (error) {
        // The others end with this process, and its sentence is theirs.
        const { text, exitCode } = explain(error);
        note(text.replaceAll(/^/gm, 'heddle: '));
        process.exit(exitCode);
      }
    },
    async removeDead(runnerId) {
      await liveness.declareDead(runnerId);
      await forgetProcess(background.query, runnerId);
    },
    onError: err => log.error({ err }, 'while this process worked with the others'),
  });
}

export async function migrate(): Promise<void> {
  const system = await openSystem({ config: readConfig(process.env), work: false });
  await system.close();
  print('the database is up to date');
}
