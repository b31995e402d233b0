/**
 * A load on two services and two workers, whose cluster of PostgreSQL is disturbed in all the ways that we know. Every
 * fault happens at least once, in random order, and the next one comes when everything works again.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findDifferences } from '../../test/support/chaos-check.ts';
import { Journal, openLoad, randomNumbers } from '../../test/support/chaos-load.ts';
import { CHAOS_ENVIRONMENT, type Clients, loadWhile, openPool, settle } from '../../test/support/chaos-run.ts';
import { describeNoticed, Waiting } from '../../test/support/chaos-waiting.ts';
import { openForgetfulProxy } from '../../test/support/forgetful-proxy.ts';
import { openOutside } from '../../test/support/outside.ts';
import { type Hooks, newInstallation } from '../../test/support/process.ts';
import { openCluster, type PostgresCluster } from './cluster.ts';
import { type Disturbed, FAULTS, type Fault } from './faults.ts';
import { HOST } from './node.ts';
import { HeddleProcesses } from './processes.ts';
import type { ClusterPrograms } from './programs.ts';

const CLIENTS: Clients = [
  ['webhook'],
  ['webhook'],
  ['webhook'],
  ['webhook', 'record'],
  ['direct'],
  ['direct'],
  ['direct'],
  ['schedule'],
  ['approval', 'round'],
  ['expire', 'decide'],
  ['decide'],
];
const LONGEST_ANSWER_MS = 150;
/** The load continues for this long before each fault and after the last one. */
const CALM_MS = 4_000;
/** Clients must be served again in this time, once the cluster and the services say that they are ready. */
const SERVED_WITHIN_MS = 60_000;
/** Like the senders of webhooks, clients do not wait for longer. */
const PATIENCE_MS = 10_000;

export interface ClusterChaosOptions {
  programs: ClusterPrograms;
  seconds: number;
  seed: number;
  /** The names of the faults, if not all. */
  faults: readonly string[];
  /** Receives a line for everything that happens. */
  say(line: string): void;
}

/** Describes everything that is not as it must be. */
export async function clusterChaos(hooks: Hooks, options: ClusterChaosOptions): Promise<string[]> {
  const { programs, seconds, seed, say } = options;
  say(programs.versions);
  const random = randomNumbers(seed);
  const outside = await openOutside(hooks);
  outside.onSeen = () => delay(random() * LONGEST_ANSWER_MS);
  const cluster = await openCluster(hooks, programs);
  say(`the cluster is there: ${await cluster.describe()}`);
  const { url, proxies } = await openWay(hooks, cluster);
  const heddle = await newInstallation(hooks, { ...CHAOS_ENVIRONMENT, HEDDLE_DATABASE_URL: url });
  const processes = new HeddleProcesses();
  await processes.start(hooks, heddle);

  const load = await openLoad(processes.urls()[0] ?? '', outside);
  // The checks find the primary by themselves, and are not disturbed with the processes.
  const toPrimary = await openForgetfulProxy(hooks, async () => ({
    host: HOST,
    port: (await cluster.awaitPrimary()).port,
  }));
  const { host, port } = toPrimary;
  const pool = openPool(hooks, { host, port, user: 'heddle', password: cluster.password, database: 'heddle' });
  const journal = new Journal();
  const waiting = new Waiting();
  const clientOptions = {
    load,
    journal,
    random,
    pool,
    patienceMs: PATIENCE_MS,
    urls: () => processes.urls(),
    onEnded: waiting.note.bind(waiting),
  };
  const faults = FAULTS.filter(({ name }) => options.faults.length === 0 || options.faults.includes(name));
  const disturbance = disturb({ cluster, processes, proxies, random }, faults, seconds, waiting, say);
  await loadWhile(clientOptions, CLIENTS, disturbance);
  say(journal.summary());
  await settle(clientOptions);
  const differences = [
    ...(await disturbance),
    ...(await findDifferences({ load, journal, pool, url: processes.urls()[0] ?? '' })),
  ];
  const { rows } = await pool.query(
    'SELECT count(*) AS runs, count(*) FILTER (WHERE interruptions > 0) AS interrupted FROM runs',
  );
  say(`${rows[0].runs} runs, ${rows[0].interrupted} of them interrupted; ${processes.describeLogs()}`);
  differences.push(...(await processes.stop()));
  if (differences.length > 0) {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'heddle-cluster-')), 'log');
    await writeFile(file, processes.logs());
    say(`what the processes logged is in ${file}`);
  }
  return differences;
}

/**
 * The way of the processes to the database: HAProxy, or the addresses of all servers. Proxies on it can forget their
 * connections.
 */
async function openWay(hooks: Hooks, { haproxy, nodes, password }: PostgresCluster) {
  const servers = haproxy ? [haproxy] : nodes.map(({ port }) => ({ host: HOST, port }));
  const proxies = await Promise.all(servers.map(server => openForgetfulProxy(hooks, () => server)));
  const hosts = proxies.map(({ host, port }) => `${host}:${port}`).join(',');
  const more = haproxy ? '' : '?target_session_attrs=read-write';
  return { url: `postgres://heddle:${password}@${hosts}/heddle${more}`, proxies };
}

async function disturb(
  disturbed: Disturbed,
  faults: readonly Fault[],
  seconds: number,
  waiting: Waiting,
  say: (line: string) => void,
): Promise<string[]> {
  const { random, cluster, processes } = disturbed;
  const differences: string[] = [];
  const end = performance.now() + seconds * 1000;
  await delay(CALM_MS);
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    for (const fault of faults.toSorted(() => random() - 0.5)) {
      if (round > 0 && performance.now() >= end) break;
      const begunAt = performance.now();
      const what = await fault.inject(disturbed);
      await cluster.awaitHealth();
      if (!(await processes.awaitReady())) differences.push(`a service was not ready again after: ${fault.name}`);
      if (!(await waiting.awaitAcknowledgement(SERVED_WITHIN_MS))) {
        differences.push(`no client was served again after: ${fault.name}`);
      }
      const healthyAt = performance.now();
      await delay(CALM_MS);
      const noticed = waiting.between(begunAt, performance.now());
      say(
        `${fault.name} (${what}, healthy after ${((healthyAt - begunAt) / 1000).toFixed(1)} s): ${describeNoticed(noticed)}`,
      );
    }
  }
  return differences;
}
