import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import autocannon from 'autocannon';

export interface Rate {
  perSecond: number;
  p50Ms: number;
}

/** Requests as fast as they are answered, from this process to a server in another. */
export async function load(
  url: string,
  options: { connections: number; seconds: number; body?: string; headers?: Record<string, string> },
): Promise<Rate> {
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
  return { perSecond: result.requests.average, p50Ms: result.latency.p50 };
}

/** A server in a process of its own, which tells where it listens. */
export async function startServer(
  name: string,
  environment: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, 'servers', `${name}.ts`), {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url } = await firstMessage(child);
  return {
    url,
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
