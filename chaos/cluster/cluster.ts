/** Three servers of PostgreSQL with synchronous replication, under Patroni and etcd, with HAProxy in front of them. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findServerUser } from '../../src/platform/postgres/embedded-user.ts';
import type { Endpoint } from '../../test/support/forgetful-proxy.ts';
import { type Hooks, temporaryFolder } from '../../test/support/process.ts';
import { createFolder, createNode, findFreePort, HOST, type PostgresNode, Program } from './node.ts';
import type { ClusterPrograms } from './programs.ts';

const NODES = 3;
/** A first start initializes three servers, and a fallen one may have to be copied from the primary. */
const HEALTHY_WITHIN_MS = 180_000;
const LOOK_AGAIN_MS = 250;
const ASK_WITHIN_MS = 2_000;

interface Member {
  name: string;
  role: string;
  state: string;
}

export class PostgresCluster {
  readonly nodes: readonly PostgresNode[];
  readonly password: string;
  /** Where HAProxy leads to the primary. */
  readonly haproxy: Endpoint | undefined;

  constructor(nodes: readonly PostgresNode[], password: string, haproxy: Endpoint | undefined) {
    this.nodes = nodes;
    this.password = password;
    this.haproxy = haproxy;
  }

  /** The server that says of itself that it is the primary and holds the lock. */
  async findPrimary(): Promise<PostgresNode | undefined> {
    const asked = this.nodes.filter(({ isDown, isFrozen }) => !isDown && !isFrozen);
    const answers = await Promise.all(
      asked.map(async node => ((await this.#ask(node, 'primary'))?.ok === true ? node : undefined)),
    );
    return answers.find(node => node !== undefined);
  }

  async awaitPrimary(isAccepted: (node: PostgresNode) => boolean = () => true): Promise<PostgresNode> {
    for (const deadline = performance.now() + HEALTHY_WITHIN_MS; performance.now() < deadline; ) {
      const primary = await this.findPrimary();
      if (primary && isAccepted(primary)) return primary;
      await delay(LOOK_AGAIN_MS);
    }
    throw new Error(`no primary within ${HEALTHY_WITHIN_MS / 1000} s: ${await this.describe()}`);
  }

  /** Waits until there is a primary, with the other servers as its standbys and at least one of them synchronous. */
  async awaitHealth(): Promise<void> {
    for (const deadline = performance.now() + HEALTHY_WITHIN_MS; performance.now() < deadline; ) {
      if (await this.#isHealthy()) return;
      await delay(LOOK_AGAIN_MS);
    }
    throw new Error(`the cluster is not healthy again: ${await this.describe()}`);
  }

  async #isHealthy(): Promise<boolean> {
    const primary = await this.findPrimary();
    const members = primary ? await this.#members(primary) : [];
    return (
      members.length === NODES &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      members.some(({ role }) => role === 'sync_standby') &&
      members.filter(({ role }) => role === 'replica' || role === 'sync_standby').length === NODES - 1
    );
  }

  /** Asks the primary to hand over to its synchronous standby. */
  async switchOver(): Promise<void> {
    const primary = await this.awaitPrimary();
    const response = await fetch(`http://${HOST}:${primary.restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: primary.name }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`no switchover: ${response.status} ${await response.text()}`);
  }

  /** Executes statements as the superuser of a server. */
  async administer({ port }: PostgresNode, statements: readonly string[]): Promise<number> {
    const client = new pg.Client({ host: HOST, port, user: 'postgres', password: this.password, database: 'postgres' });
    client.on('error', () => {});
    await client.connect();
    try {
      let rows = 0;
      for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0;
      return rows;
    } finally {
      await client.end();
    }
  }

  async describe(): Promise<string> {
    for (const node of this.nodes) {
      if (node.isDown || node.isFrozen) continue;
      const members = await this.#members(node);
      if (members.length > 0) return members.map(({ name, role, state }) => `${name} ${role} ${state}`).join(', ');
    }
    return 'nobody answers';
  }

  async #members(node: PostgresNode): Promise<Member[]> {
    const response = await this.#ask(node, 'cluster');
    const body: unknown = await response?.json().catch(() => undefined);
    if (typeof body !== 'object' || body === null || !('members' in body) || !Array.isArray(body.members)) return [];
    return body.members;
  }

  #ask(node: PostgresNode, word: string): Promise<Response | undefined> {
    const url = `http://${HOST}:${node.restPort}/${word}`;
    return fetch(url, { signal: AbortSignal.timeout(ASK_WITHIN_MS) }).catch(() => undefined);
  }
}

export async function openCluster(hooks: Hooks, programs: ClusterPrograms): Promise<PostgresCluster> {
  const user = await findServerUser();
  const folder = await temporaryFolder(hooks);
  const password = randomBytes(12).toString('hex');
  const startProgram = async (program: Program) => {
    hooks.after(() => program.signal('SIGKILL'));
    await program.start();
  };

  const etcdPort = await findFreePort();
  const etcdFolder = await createFolder(path.join(folder, 'etcd'), user);
  await startProgram(new Program(etcdFolder, etcdCommand(programs.etcd, etcdPort, await findFreePort()), user));

  const nodes: PostgresNode[] = [];
  for (let count = 1; count <= NODES; count++) {
    const name = `postgres${count}`;
    const node = await createNode({
      folder: path.join(folder, name),
      name,
      patroni: programs.patroni,
      postgresFolder: programs.postgresFolder,
      etcdPort,
      superuserPassword: password,
      user,
    });
    nodes.push(node);
    await startProgram(node.program);
  }

  let haproxy: Endpoint | undefined;
  if (programs.haproxy !== undefined) {
    haproxy = { host: HOST, port: await findFreePort() };
    const haproxyFolder = await createFolder(path.join(folder, 'haproxy'), user);
    const file = path.join(haproxyFolder, 'haproxy.cfg');
    await writeFile(file, haproxySettings(haproxy.port, nodes));
    await startProgram(new Program(haproxyFolder, [programs.haproxy, '-db', '-f', file], user));
  }

  const cluster = new PostgresCluster(nodes, password, haproxy);
  await cluster.awaitHealth();
  const primary = await cluster.awaitPrimary();
  await cluster.administer(primary, [
    `CREATE ROLE heddle LOGIN PASSWORD '${password}'`,
    'CREATE DATABASE heddle OWNER heddle',
  ]);
  return cluster;
}

function etcdCommand(etcd: string, clientPort: number, peerPort: number): string[] {
  const [client, peer] = [`http://${HOST}:${clientPort}`, `http://${HOST}:${peerPort}`];
  return [
    ...[etcd, '--name=etcd', '--data-dir=data', `--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
    ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=etcd=${peer}`],
    // A busy disk must not look like a lost leader: there is only one member here.
    ...['--heartbeat-interval=500', '--election-timeout=5000'],
  ];
}

/** Patroni answers 200 to `/primary` only while its server is the primary and holds the lock. */
function haproxySettings(port: number, nodes: readonly PostgresNode[]): string {
  return `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen postgres
  bind ${HOST}:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port: server, restPort }) => `  server ${name} ${HOST}:${server} check port ${restPort}`).join('\n')}
`;
}
