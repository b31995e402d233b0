import type { FastifyInstance } from 'fastify';
import { createFirstAdministrator } from '../accounts/first-start.ts';
import type { Config } from '../config.ts';
import { registerOperations } from '../http/operations.ts';
import { createServer } from '../http/server.ts';
import { openSystem, type System, type SystemOptions, VERSION } from '../system.ts';

export interface Service {
  system: System;
  /** Where it listens. */
  url: string;
  /** Of the administrator that this start created. */
  firstKey: string | undefined;
  stop(): Promise<void>;
}

/** Opens a system, with its API on a port. */
export async function startService(options: SystemOptions): Promise<Service> {
  const system = await openSystem(options);
  try {
    const { config, database, endpoints, metrics, blobs } = system;
    const administrator = await createFirstAdministrator(database.query, {
      email: config.adminEmail,
      key: config.adminKey,
    });
    const server = createServer(system);
    let url = localUrl(config, config.port);
    registerOperations(server, {
      endpoints,
      metrics,
      version: VERSION,
      publicUrl: () => config.publicUrl ?? url,
      dependencies: [
        { name: 'database', check: async () => void (await database.pool.query('SELECT 1')) },
        { name: 'storage', check: () => blobs.check() },
      ],
    });
    await server.listen({ host: config.host, port: config.port });
    url = localUrl(config, portOf(server));
    return {
      system,
      url,
      firstKey: administrator?.key,
      async stop() {
        await drained(server, config.drainSeconds * 1000);
        await system.close();
      },
    };
  } catch (error) {
    await system.close();
    throw error;
  }
}

/** Requests under way are answered; those that take longer than they may are cut off. */
async function drained(server: FastifyInstance, drainMs: number): Promise<void> {
  const impatience = setTimeout(() => server.server.closeAllConnections(), drainMs);
  await server.close();
  clearTimeout(impatience);
}

function portOf(server: FastifyInstance): number {
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function localUrl({ host }: Config, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export function welcome({ url, firstKey, system: { config } }: Service): string {
  const lines = [`Heddle ${VERSION} is ready: ${url} (reference: ${url}/docs)`];
  if (firstKey !== undefined) {
    const key = config.adminKey === undefined ? firstKey : '$HEDDLE_ADMIN_KEY';
    if (config.adminKey === undefined) {
      lines.push('', `The API key of ${config.adminEmail}, shown this once: ${firstKey}`);
    }
    lines.push('', 'A first request:', '', `  curl -X POST ${url}/api/v1/user/find -H "uni-api-key: ${key}"`, '');
  }
  return lines.join('\n');
}
