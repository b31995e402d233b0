/**
 * Keeps the built console of this process. It is read when the first page is requested, so that processes whose console
 * nobody opens do not pay for it. When the sources have changed since the build (after an update without `npm ci`), a
 * child process builds it again, and the old one is served until then.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '../platform/logging/log.ts';
import { type BuiltConsole, readBuiltConsole } from './assets.ts';
import { readBuiltStamp, readSourceStamp } from './freshness.ts';

export type ConsoleState = BuiltConsole | 'building' | 'missing';

export interface Console {
  read(): Promise<ConsoleState>;
}

interface ConsoleOptions {
  /** The folder of the project. */
  root: string;
  log: Pick<Logger, 'info' | 'warn'>;
}

export function createConsole({ root, log }: ConsoleOptions): Console {
  const output = path.join(root, 'web', 'dist');
  let built: BuiltConsole | undefined;
  let opening: Promise<void> | undefined;
  let isBuilding = false;

  async function open(): Promise<void> {
    built = await readBuiltConsole(output);
    // An installation without sources serves what it was given.
    const stamp = await readSourceStamp(root).catch(() => undefined);
    if (stamp === undefined || stamp === (await readBuiltStamp(output))) return;
    isBuilding = true;
    void build().finally(() => {
      isBuilding = false;
    });
  }

  async function build(): Promise<void> {
    log.info('the console is older than its sources and is being built');
    try {
      await promisify(execFile)(process.execPath, [path.join(root, 'web', 'build.ts')], { cwd: root });
      built = await readBuiltConsole(output);
    } catch (error) {
      log.warn({ err: error }, 'the console could not be built');
    }
  }

  return {
    async read() {
      opening ??= open();
      await opening;
      return built ?? (isBuilding ? 'building' : 'missing');
    },
  };
}
