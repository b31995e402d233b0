import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createFirstAdministrator, hasAdministrator } from '../accounts/first-start.ts';
import { createOneTimeLink, findWhoSetsUp } from '../accounts/sign-in/one-time-links.ts';
import { listeningAddress } from '../composition/platform.ts';
import { openSystem, type System, type SystemOptions } from '../composition/system.ts';
import { VERSION } from '../composition/version.ts';
import { createConsole } from '../console/console.ts';
import { registerConsole } from '../console/pages.ts';
import { registerApiReference } from '../docs-site/api-reference/routes.ts';
import { siteFolders } from '../docs-site/folders.ts';
import { registerDocsSite } from '../docs-site/routes.ts';
import { registerOperations } from '../http/operations.ts';
import { createProbes, openProbeServer, type Probes, registerProbes } from '../http/probes.ts';
import { createPublicRate } from '../http/public-rate.ts';
import { createServer } from '../http/server.ts';
import { networkOf } from '../platform/network-of.ts';
import type { Member } from './processes/member.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

interface OpenService {
  system: System;
  /** The address on which the service listens. */
  url: string;
  stop(): Promise<void>;
}

export interface Service extends OpenService, Introduction {}

interface Introduction {
  /** The key of the administrator that this start created. */
  firstKey: string | undefined;
  /** The link with which the administrator that this start created sets a password. */
  setupLink: string | undefined;
  /** The address of the administrator who has not set a password yet, although an earlier start printed a link. */
  awaitedEmail: string | undefined;
}

/** The service can not listen on the address and port of its settings. */
export class CannotListen extends Error {
  readonly code: string | undefined;
  /** The setting of the port. */
  readonly variable: string;

  constructor(cause: NodeJS.ErrnoException, variable: string) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.variable = variable;
  }
}

/** Opens a system, serves its API on a port, and makes the first administrator. */
export async function startService(options: SystemOptions): Promise<Service> {
  const service = await openService(options);
  try {
    return { ...service, ...(await introduce(service)) };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** Opens a system and serves its API on a port, alone or as one of several processes. */
export async function openService(options: SystemOptions, member?: Member): Promise<OpenService> {
  const system = await openSystem({ ...options, serves: true, role: 'serve' });
  try {
    const { config, blobs } = system;
    const server = createServer(system);
    const { '/metrics': metrics, ...probes } = systemProbes(system, member, () =>
      hasAdministrator(system.database.query),
    );
    registerProbes(server, config.metrics.port === undefined ? { ...probes, '/metrics': metrics } : probes);
    registerPublicPages(server, system);
    if (config.http.console) {
      const uploadOrigin = config.storage.directUpload ? blobs.postOrigin : undefined;
      registerConsole(server, createConsole({ root: ROOT, log: system.log }), { uploadOrigin });
    }
    const closeMetrics = await serveMetrics(system, member);
    await server.listen({ host: config.http.host, port: config.http.port }).catch(async error => {
      await closeMetrics();
      throw new CannotListen(error, 'HEDDLE_PORT');
    });
    const url = listeningAddress(config, listeningPort(server));
    system.setAddress(url);
    return {
      system,
      url,
      async stop() {
        await Promise.all([drain(server, config.service.drainSeconds * 1000), system.stopWork()]);
        await closeMetrics();
        await system.close();
      },
    };
  } catch (error) {
    await system.close();
    throw error;
  }
}

/** What anybody may read, at a limited rate. */
function registerPublicPages(server: FastifyInstance, { config, endpoints, links, publicUrl }: System): void {
  const spend = config.http.rateLimits ? createPublicRate(config.http.requestsPerMinute.default) : undefined;
  server.register(async pages => {
    pages.addHook('onRequest', async request => spend?.(networkOf(request.ip)));
    registerOperations(pages, { endpoints, links, version: VERSION, publicUrl });
    registerDocsSite(pages, siteFolders(ROOT));
    registerApiReference(pages, { endpoints, links, version: VERSION, publicUrl });
  });
}

/** This comes last: the key is shown only once, so nothing may fail before it is shown. */
export async function introduce({ system }: Pick<OpenService, 'system'>): Promise<Introduction> {
  const { config, database } = system;
  const administrator = await createFirstAdministrator(database.query, config.administrator);
  const awaited = config.http.console ? await findWhoSetsUp(database.query) : undefined;
  // A service that restarts writes into a log that others read, so only the first start prints a link.
  if (!awaited || !administrator) {
    return { firstKey: administrator?.key, setupLink: undefined, awaitedEmail: awaited?.email };
  }
  const link = await createOneTimeLink(database.query, awaited.id, 'setup');
  return { firstKey: administrator.key, setupLink: system.publicUrl() + link, awaitedEmail: undefined };
}

function systemProbes(
  { config, database, blobs, metrics, log }: System,
  member: Member | undefined,
  hasAdministrator?: () => Promise<boolean>,
): Probes {
  const dependencies = [
    { name: 'database', check: () => database.pool.requireCommits() },
    { name: 'storage', check: () => blobs.check() },
  ];
  const ofThis = { dependencies, hasAdministrator, metrics, metricsToken: config.metrics.token, log };
  if (!member) return createProbes(ofThis);
  const { contentType } = metrics;
  const ofAll = { contentType, text: async () => metrics.text(await member.collectCounts()) };
  return createProbes({ ...ofThis, metrics: ofAll, isComplete: () => member.isComplete });
}

/** Serves the probes on a port of their own, if there is one. Returns what ends that. */
export async function serveMetrics(system: System, member?: Member): Promise<() => Promise<void>> {
  const { config, log } = system;
  const { port } = config.metrics;
  if (port === undefined) return async () => {};
  const server = await openProbeServer(systemProbes(system, member), { host: config.http.host, port, log }).catch(
    error => {
      throw new CannotListen(error, 'HEDDLE_METRICS_PORT');
    },
  );
  log.info({ port: server.port }, 'the metrics are served');
  return () => server.close();
}

/** Lets the requests in progress end, and closes the connections of those that take too long. */
async function drain(server: FastifyInstance, drainMs: number): Promise<void> {
  // A connection whose last request ends after the closing began becomes idle, and nothing else closes it.
  const idle = setInterval(() => server.server.closeIdleConnections(), 50);
  const timeout = setTimeout(() => server.server.closeAllConnections(), drainMs);
  await server.close();
  clearInterval(idle);
  clearTimeout(timeout);
}

function listeningPort(server: FastifyInstance): number {
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export function welcome({ url, firstKey, setupLink, awaitedEmail, system: { config } }: Omit<Service, 'stop'>): string {
  const lines = [`Heddle ${VERSION} is ready: ${url} (reference: ${url}/docs)`];
  if (setupLink !== undefined) lines.push('', `Open the console, once and within an hour: ${setupLink}`);
  if (awaitedEmail !== undefined) {
    const command = `heddle user password --email ${awaitedEmail} --link`;
    lines.push('', `Nobody has signed in to the console yet. For a link that sets a password, run: ${command}`);
  }
  if (firstKey !== undefined) {
    const key = config.administrator.key === undefined ? firstKey : '$HEDDLE_ADMIN_KEY';
    if (config.administrator.key === undefined) {
      lines.push('', `The API key of ${config.administrator.email}, shown this once: ${firstKey}`);
    }
    lines.push('', 'A first request:', '', `  curl -X POST ${url}/api/v1/user/find -H "uni-api-key: ${key}"`, '');
  }
  return lines.join('\n');
}
