/**
 * Message brokers for tests: real servers on free ports, with folders of their own, where their programs are installed.
 * A server stops with the tests of the file.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { poll } from '../http/poll.ts';

export const BROKER_PROGRAMS = {
  nats: 'nats-server',
  redis: 'redis-server',
  amqp: 'rabbitmq-server',
  mqtt: 'mosquitto',
} as const;
export type BrokerServerName = keyof typeof BROKER_PROGRAMS;

export interface RunningBroker {
  port: number;
  /** Ends the server as a crash would. */
  kill(): Promise<void>;
  /** Starts it again with what it has stored. */
  restart(): Promise<void>;
}

/** Says in one line why there is no such server here. */
export function missingBroker(name: BrokerServerName): string | false {
  return findProgram(BROKER_PROGRAMS[name]) === undefined && `${BROKER_PROGRAMS[name]} is not installed`;
}

export function findProgram(name: string): string | undefined {
  // The one in the path is a wrapper that changes the user, and loses the environment.
  const folders = ['/usr/lib/rabbitmq/bin', ...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders.map(folder => path.join(folder, name)).find(file => existsSync(file));
}

export async function startBroker(
  name: BrokerServerName,
  hooks: { after(act: () => unknown): void },
  /** Changes the words of its command. */
  change: (words: string[], port: number) => string[] = words => words,
): Promise<RunningBroker> {
  const program = findProgram(BROKER_PROGRAMS[name]) ?? '';
  const folder = await mkdtemp(path.join(tmpdir(), `heddle-test-${name}-`));
  const port = await freePort();
  const { words, environment, helper, stop } = await commands[name](folder, port);
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(program, change(words, port), { env: { ...process.env, ...environment }, stdio: 'ignore' });
    await poll(async () => (await answers(port)) || undefined);
    if (name === 'amqp') await awaitRabbit(port);
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    stop?.();
    child.kill('SIGKILL');
    await ended;
  };
  const helping = helper && spawn(helper.program, helper.words, { stdio: 'ignore' });
  hooks.after(async () => {
    await kill();
    if (helping) {
      const ended = once(helping, 'exit');
      helping.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  await start();
  return { port, kill, restart: start };
}

interface Command {
  words: string[];
  environment?: Record<string, string>;
  /** Another program that runs beside it. */
  helper?: { program: string; words: string[] };
  /** Where the program starts another one, and its own end does not end that. */
  stop?: () => void;
}

const commands: Record<BrokerServerName, (folder: string, port: number) => Promise<Command>> = {
  nats: async (folder, port) => ({ words: ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder] }),
  redis: async (folder, port) => ({
    words: ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--appendonly', 'yes', '--save', ''],
  }),
  async mqtt(folder, port) {
    const file = path.join(folder, 'mosquitto.conf');
    const user = 'user root';
    await writeFile(
      file,
      `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence true\n${user}\npersistence_location ${folder}/\n`,
    );
    return { words: ['-c', file] };
  },
  async amqp(folder, port) {
    const [distribution, names] = [await freePort(), String(await freePort())];
    const nodeName = `heddle${port}@localhost`;
    await mkdir(path.join(folder, 'home'));
    await writeFile(path.join(folder, 'rabbit.conf'), `listeners.tcp.1 = 127.0.0.1:${port}\nloopback_users = none\n`);
    await writeFile(path.join(folder, 'plugins'), '[].');
    const environment = {
      HOME: path.join(folder, 'home'),
      RABBITMQ_NODENAME: nodeName,
      RABBITMQ_CONFIG_FILE: path.join(folder, 'rabbit.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'plugins'),
      RABBITMQ_MNESIA_BASE: folder,
      RABBITMQ_LOG_BASE: folder,
      RABBITMQ_LOGS: path.join(folder, 'rabbit.log'),
      RABBITMQ_PID_FILE: path.join(folder, 'pid'),
      RABBITMQ_DIST_PORT: String(distribution),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-start_epmd false',
      ERL_EPMD_PORT: names,
    };
    return {
      words: [],
      environment,
      // Otherwise a daemon would be started that nobody ends.
      helper: { program: 'epmd', words: ['-port', names] },
      stop: () => void spawnSync('bash', ['-c', `kill -9 $(cat '${folder}/pid')`]),
    };
  },
};

async function awaitRabbit(port: number): Promise<void> {
  const { connect } = await import('amqplib');
  await poll(async () => {
    try {
      await (await connect({ hostname: '127.0.0.1', port })).close();
      return true;
    } catch {
      return undefined;
    }
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port');
  return address.port;
}
