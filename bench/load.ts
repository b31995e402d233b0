import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import path from 'node:path';
import autocannon from 'autocannon';

/** Requests per second, as fast as they are answered, from this process to a server in another. */
export async function load(
  url: string,
  options: { connections: number; seconds: number; body?: string; headers?: Record<string, string> },
): Promise<number> {
  const { connections, seconds, body = '{}', headers = {} } = options;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} requests failed`);
  return result.requests.average;
}

/** How long each of so many requests took, one after the other on one connection. */
export async function latencies(
  url: string,
  count: number,
  headers: Record<string, string> = {},
  body = '{}',
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  for (let index = 0; index < count; index++) {
    const begun = performance.now();
    await post(url, agent, headers, body);
    taken.push(performance.now() - begun);
  }
  agent.destroy();
  return taken;
}

function post(url: string, agent: Agent, headers: Record<string, string>, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      reply => {
        if (reply.statusCode !== 200) reject(new Error(`${url}: ${reply.statusCode}`));
        reply.resume().on('end', resolve);
      },
    );
    sent.on('error', reject).end(body);
  });
}

export const KEY = 'key-of-the-benchmark';

/** Heddle's own server, with limits on rates that are counted but not reached. */
export function startHeddle(databaseUrl: string, dataFolder: string, more: Record<string, string> = {}) {
  return startServer('heddle', {
    HEDDLE_DATABASE_URL: databaseUrl,
    HEDDLE_DATA: dataFolder,
    HEDDLE_ADMIN_KEY: KEY,
    HEDDLE_ADMIN_EMAIL: 'bench@localhost',
    HEDDLE_LOG_LEVEL: 'info',
    HEDDLE_REQUESTS_DEFAULT: '1000000000',
    ...more,
  });
}

/** A server in a process of its own, which tells where it listens. */
export async function startServer(
  name: string,
  environment: Record<string, string>,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, 'servers', `${name}.ts`), {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url } = await firstMessage(child);
  return {
    url,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise(resolve => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

function firstMessage(child: ChildProcess): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as { url: string }));
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
}
