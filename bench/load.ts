import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';

/** Measures requests per second from this process to a server in another, to several URLs in turn. */
export async function load(
  target: string | readonly string[],
  options: {
    connections: number;
    seconds: number;
    method?: 'GET' | 'POST';
    body?: string;
    headers?: Record<string, string>;
  },
): Promise<number> {
  const { connections, seconds, method = 'POST', body = '{}', headers = {} } = options;
  const sent = method === 'POST' ? { body, headers: { 'content-type': 'application/json', ...headers } } : { headers };
  const [url = '', ...others] = [target].flat();
  const turns =
    others.length === 0 ? {} : { requests: [url, ...others].map(each => ({ path: pathAndQuery(new URL(each)) })) };
  const result = await autocannon({ url, ...turns, connections, duration: seconds, method, ...sent });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} requests failed`);
  return result.requests.average;
}

function pathAndQuery({ pathname, search }: URL): string {
  return pathname + search;
}

/** Makes requests at a steady rate. autocannon would make all requests of a second at its beginning. */
export async function loadSteadily(
  url: string,
  options: { connections: number; seconds: number; perSecond: number; body: string },
): Promise<void> {
  const { connections, seconds, perSecond, body } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs = performance.now() - begun) {
    while (sent.length < (elapsedMs * perSecond) / 1000) sent.push(post(url, agent, {}, body));
    await delay(1);
  }
  await Promise.all(sent);
  agent.destroy();
}

/** Measures the time of this many requests, one after the other on one connection. */
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

/** Starts Heddle's own server, with rate limits that are counted but never reached. */
export function startHeddle(
  databaseUrl: string,
  dataFolder: string,
  more: Record<string, string> = {},
  server = 'heddle',
) {
  const settings = {
    HEDDLE_DATABASE_URL: databaseUrl,
    HEDDLE_DATA: dataFolder,
    HEDDLE_ADMIN_KEY: KEY,
    HEDDLE_ADMIN_EMAIL: 'bench@localhost',
    HEDDLE_LOG_LEVEL: 'info',
    HEDDLE_REQUESTS_DEFAULT: '1000000000',
    ...more,
  };
  return startServer(server, settings, ['--max-semi-space-size=16']); // The same option as in bin/heddle.
}

/** Makes a call as the administrator that must succeed. */
export async function call<Answer>(
  url: string,
  body: object | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'uni-api-key': KEY, ...headers },
    body: body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer as Answer;
}

/** Measures the memory of a process and its peak while something else happens. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

export async function peakMegabytes(pid: number, during: () => Promise<unknown>): Promise<number> {
  let peak = await residentMegabytes(pid);
  const watching = setInterval(() => {
    void residentMegabytes(pid).then(now => {
      peak = Math.max(peak, now);
    });
  }, 50);
  try {
    await during();
  } finally {
    clearInterval(watching);
  }
  return peak;
}

interface BenchServer {
  url: string;
  pid: number;
  /** For servers that report what happens between the two. */
  begin(): void;
  end<Answer>(): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a server in its own process, which reports its address. */
export async function startServer(
  name: string,
  environment: Record<string, string>,
  execArgv: string[] = [],
): Promise<BenchServer> {
  const child = fork(path.join(import.meta.dirname, 'servers', `${name}.ts`), {
    env: { PATH: process.env.PATH, ...environment },
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url } = await nextMessage<{ url: string }>(child);
  return {
    url,
    pid: child.pid ?? 0,
    begin: () => void child.send('begin'),
    end() {
      child.send('end');
      return nextMessage(child);
    },
    stop: () =>
      new Promise(resolve => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as Message));
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
}
