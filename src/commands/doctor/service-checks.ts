/**
 * The checks of `heddle doctor` on a service elsewhere: what can be seen from here, and what the service says of itself to
 * an administrator. Each stands alone: one that fails stops no other.
 */
import type { Heddle } from '@heddle/client';
import { VERSION } from '../../composition/version.ts';
import { createConnection } from '../connecting.ts';
import { check, type Finding } from './finding.ts';

export interface Target {
  url: string;
  key: string;
  /** What names the service: the login, or the environment. */
  from: string;
}

const ANSWER_MS = 10_000;
/** Links and signatures carry times. The header tells whole seconds, and an answer may take a while. */
const MOST_CLOCK_MS = 30_000;

export async function checkService({ url, key, from }: Target): Promise<{ findings: Finding[]; isAdmin: boolean }> {
  const where = from === 'login' ? "see 'heddle login'" : 'see HEDDLE_URL and HEDDLE_KEY';
  const service = await check('service', where, async () => {
    const reply = await ask(`${url}/health`);
    if (!reply.ok) throw new Error(`${url}/health answers with status ${reply.status}`);
    return `${url} answers`;
  });
  if (!service.ok) return { findings: [service], isAdmin: false };
  const { client } = createConnection({ url, key }, false);
  const caller = { isAdmin: false };
  const findings = [
    service,
    await check('ready', "see the log of the service, and 'heddle doctor' on its machine", () => checkReadiness(url)),
    await check('clock', 'let both machines set their clocks by NTP', () => checkClock(url)),
    await check('key', where, async () => {
      const { user, version } = await client.call('/api/v1/session/get', {});
      caller.isAdmin = user.admin;
      const others = version === VERSION ? '' : `; this command line is ${VERSION}`;
      return `${user.email}, Heddle ${version}${others}`;
    }),
  ];
  if (!caller.isAdmin) return { findings, isAdmin: false };
  return { findings: [...findings, ...(await checkForAdministrators(client))], isAdmin: true };
}

async function checkReadiness(url: string): Promise<string> {
  const reply = await ask(`${url}/ready`);
  const { status: _, ...parts } = Object(await reply.json());
  const told = Object.entries(parts).map(([name, state]) => `${name}: ${state}`);
  if (!reply.ok) throw new Error(`the service is not ready (${told.join(', ') || reply.status})`);
  return told.join(', ');
}

/** The answer is taken to be from the middle of the request. */
async function checkClock(url: string): Promise<string> {
  const before = Date.now();
  const reply = await ask(`${url}/health`);
  const theirs = Date.parse(reply.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return 'the service does not tell the time';
  const differenceMs = Math.abs(theirs - (before + Date.now()) / 2);
  const text = `differs from that of the service by ${Math.round(differenceMs / 1000)} s`;
  if (differenceMs > MOST_CLOCK_MS) throw new Error(text);
  return text;
}

async function checkForAdministrators(client: Heddle): Promise<Finding[]> {
  const processes = await check('processes', 'bring all processes to the same version', () => checkProcesses(client));
  const jobs = await check('jobs', 'see Administration, Jobs in the console: try them again, or delete them', () =>
    checkJobs(client),
  );
  const dependencies = await callCheck(client)
    .then(({ checks }) => checks.map(toFinding))
    .catch(error => check('dependencies', 'see the log of the service', () => Promise.reject(error)));
  return [processes, jobs, dependencies].flat();
}

async function checkProcesses(client: Heddle): Promise<string> {
  const alive = (await client.call('/api/v1/installation/processes', {})).filter(process => process.alive);
  const versions = [...new Set(alive.map(({ version }) => version))];
  const text = `${alive.length} of Heddle ${versions.join(' and ')}`;
  if (versions.length > 1) throw new Error(text);
  if (!alive.some(({ works }) => works)) throw new Error(`${text}, and none of them works in the background`);
  return text;
}

async function checkJobs(client: Heddle): Promise<string> {
  const { total } = await client.call('/api/v1/installation/jobs', { limit: 1 });
  if (total > 0) throw new Error(`${total} background jobs failed too often and were given up`);
  return 'none was given up';
}

type HealthCheck = Awaited<ReturnType<typeof callCheck>>['checks'][number];

function callCheck(client: Heddle) {
  return client.call('/api/v1/installation/check', {});
}

function toFinding({ kind, name, state, took_ms, error_kind }: HealthCheck): Finding {
  const label = kind.replace('_', ' ');
  if (state === 'ok') return { check: label, ok: true, detail: `${name} (${took_ms} ms)` };
  return { check: label, ok: false, detail: `${name}: ${error_kind}`, advice: 'see the log of the service' };
}

function ask(address: string): Promise<Response> {
  return fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
}
