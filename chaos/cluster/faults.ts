/** What is done to a cluster under load. Each fault returns when its cause is over, not when everything works again. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ForgetfulProxy } from '../../test/support/forgetful-proxy.ts';
import type { PostgresCluster } from './cluster.ts';
import { TIMES } from './node.ts';
import type { HeddleProcesses } from './processes.ts';

export interface Disturbed {
  cluster: PostgresCluster;
  processes: HeddleProcesses;
  /** What leads the processes to the database. */
  proxies: readonly ForgetfulProxy[];
  /** A number from 0 to 1. */
  random(): number;
}

export interface Fault {
  name: string;
  /** Returns what was done in detail. */
  inject(disturbed: Disturbed): Promise<string>;
}

/** Patroni has replaced a primary that is silent for this long. */
const LONG_FREEZE_MS = (TIMES.ttl + 2 * TIMES.loop_wait + 6) * 1000;
/** Too short for a failover. */
const SHORT_FREEZE_MS = 7_000;
const FROZEN_STANDBYS_MS = 20_000;
const READ_ONLY_MS = 8_000;
const TERMINATIONS = 8;
const BETWEEN_TERMINATIONS_MS = 700;
/** Others take over the runs of a process that is silent for 15 s. */
const FROZEN_PROCESS_MS = 25_000;

export const FAULTS: readonly Fault[] = [
  {
    name: 'switchover',
    async inject({ cluster }) {
      const before = await cluster.awaitPrimary();
      await cluster.switchOver();
      const after = await cluster.awaitPrimary(node => node !== before);
      return `${before.name} to ${after.name}`;
    },
  },
  {
    name: 'killed primary',
    async inject({ cluster }) {
      const before = await cluster.awaitPrimary();
      await before.die();
      const after = await cluster.awaitPrimary(node => node !== before);
      await before.restart();
      return `${before.name} to ${after.name}`;
    },
  },
  {
    name: 'frozen primary',
    async inject({ cluster }) {
      const before = await cluster.awaitPrimary();
      await before.freeze();
      await delay(LONG_FREEZE_MS).finally(() => before.thaw());
      const after = await cluster.awaitPrimary();
      return `${before.name} for ${LONG_FREEZE_MS / 1000} s, then ${after.name}`;
    },
  },
  {
    name: 'primary frozen shortly',
    async inject({ cluster }) {
      const primary = await cluster.awaitPrimary();
      await primary.freeze();
      await delay(SHORT_FREEZE_MS).finally(() => primary.thaw());
      return `${primary.name} for ${SHORT_FREEZE_MS / 1000} s`;
    },
  },
  {
    name: 'frozen standbys',
    async inject({ cluster }) {
      const primary = await cluster.awaitPrimary();
      const standbys = cluster.nodes.filter(node => node !== primary);
      for (const standby of standbys) await standby.freeze();
      await delay(FROZEN_STANDBYS_MS).finally(() => Promise.all(standbys.map(standby => standby.thaw())));
      return `for ${FROZEN_STANDBYS_MS / 1000} s`;
    },
  },
  {
    name: 'forgotten connections',
    async inject({ proxies }) {
      const forgotten = proxies.reduce((sum, proxy) => sum + proxy.forget(), 0);
      return `${forgotten} of them`;
    },
  },
  {
    name: 'read-only',
    async inject({ cluster }) {
      const primary = await cluster.awaitPrimary();
      const set = 'ALTER SYSTEM SET default_transaction_read_only = on';
      await cluster.administer(primary, [set, 'SELECT pg_reload_conf()']);
      await delay(READ_ONLY_MS);
      const reset = 'ALTER SYSTEM RESET default_transaction_read_only';
      await cluster.administer(primary, [reset, 'SELECT pg_reload_conf()']);
      return `${primary.name} for ${READ_ONLY_MS / 1000} s`;
    },
  },
  {
    name: 'terminated backends',
    async inject({ cluster, random }) {
      const primary = await cluster.awaitPrimary();
      let terminated = 0;
      for (let count = 0; count < TERMINATIONS; count++) {
        terminated += await cluster.administer(primary, [
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'heddle'`,
        ]);
        await delay(random() * 2 * BETWEEN_TERMINATIONS_MS);
      }
      return `${terminated} of them`;
    },
  },
  {
    name: 'frozen process',
    async inject({ processes, random }) {
      const name = await processes.freezeOne(random, FROZEN_PROCESS_MS);
      return `${name} for ${FROZEN_PROCESS_MS / 1000} s`;
    },
  },
];
