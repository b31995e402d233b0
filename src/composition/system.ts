/** One process of the service: a platform, the areas on it, their API and their background work. */
import type { PasswordCost, Passwords } from '../accounts/sign-in/passwords.ts';
import type { Announce } from '../booster/events.ts';
import type { Config } from '../configuration/config.ts';
import { announceProcess } from '../installation/processes.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { createLogger, type Logger } from '../platform/logging/log.ts';
import { type Api, openApi } from './api.ts';
import { openAreas } from './areas.ts';
import { startBackgroundWork } from './background.ts';
import { sealClearSecrets } from './clear-secrets.ts';
import { openPlatform, type Platform } from './platform.ts';
import { VERSION } from './version.ts';

export interface System extends Platform, Api {
  jobs: Jobs;
  passwords: Passwords;
  /** Records an event of a panel, for its webhooks and for the workflows that it starts. */
  announce: Announce;
  /** Ends streams, starts no more background work, and waits as long as the settings allow for the work in progress. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

export interface SystemOptions {
  config: Config;
  /** Whether this process does background work. */
  work: boolean;
  /** Whether it answers requests for long. A process that does neither connects to nobody before it must. */
  serves?: boolean;
  /** What the process is called among those of the installation. A process that only runs a command is not listed. */
  role?: 'serve' | 'worker';
  log?: Logger;
  /** Only tests that open a system in their own process give this: a password takes them no time then. */
  passwordCost?: PasswordCost | undefined;
}

/** Opens the parts in order. Closing closes them in reverse, and so does a part that can not be opened. */
export async function openSystem({
  config,
  work,
  serves = work,
  role,
  passwordCost,
  log = createLogger(config.service.logLevel, 1, config.service.logFormat),
}: SystemOptions): Promise<System> {
  await using opened = new AsyncDisposableStack();
  const platform = await openPlatform(config, log, opened);
  await sealWhatIsInClear(platform);
  const areas = openAreas(platform, { work, connects: serves, passwordCost }, opened);
  const api = await openApi(platform, areas, opened);
  const backgroundWork = await startBackgroundWork(platform, areas, { work });
  opened.defer(backgroundWork.stop);
  if (role) {
    const { id } = platform.liveness;
    const onError = (err: unknown) => log.warn({ err }, 'while listing this process');
    const own = announceProcess(platform.background, { id, kind: role, version: VERSION, works: work }, onError);
    opened.defer(() => own.leave());
  }
  const closing = opened.move();
  return {
    ...platform,
    ...api,
    jobs: backgroundWork.jobs,
    passwords: areas.passwords,
    announce: areas.booster.announce,
    async stopWork() {
      platform.background.pool.hurry();
      await Promise.all([api.streams.stop(), backgroundWork.stop()]);
    },
    close() {
      // The work in progress has had its time.
      platform.database.pool.hurry();
      platform.background.pool.hurry();
      return closing.disposeAsync();
    },
  };
}

async function sealWhatIsInClear({ background, sealer, log }: Platform): Promise<void> {
  const rows = await sealClearSecrets(background, sealer);
  if (rows > 0) log.info({ rows }, 'secrets that were stored in clear are encrypted now');
}
