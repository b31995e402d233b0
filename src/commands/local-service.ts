/**
 * The installation of this machine, opened for one command. It listens on a free port of the loopback interface with a
 * key that nobody else knows, so that a command speaks with it as with any other service.
 */
import { randomBytes } from 'node:crypto';
import { openSystem, type System } from '../composition/system.ts';
import { readConfig } from '../configuration/config.ts';
import type { Caller } from '../http/caller.ts';
import { createServer } from '../http/server.ts';
import { createLogger } from '../platform/logging/log.ts';
import { requireInstallation } from './require-installation.ts';
import { UsageError } from './usage-error.ts';

interface LocalService {
  url: string;
  key: string;
}

interface LocalOptions {
  /** Whether an installation is made where there is none. */
  creates: boolean;
}

export async function withSystem<Result>(
  { creates }: LocalOptions,
  use: (system: System) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  if (!creates) await requireInstallation(config);
  const system = await openSystem({ config, work: false, log: createLogger('warn', 2) });
  try {
    return await use(system);
  } finally {
    await system.close();
  }
}

interface LocalServiceOptions extends LocalOptions {
  /** The only endpoints that the command calls. Without this it may call all, whose routes take a third of its time. */
  paths?: readonly string[] | undefined;
}

export async function withLocalService<Result>(
  options: LocalServiceOptions,
  use: (service: LocalService) => Promise<Result>,
): Promise<Result> {
  return withSystem(options, async system => {
    const caller = await findOperator(system);
    const key = randomBytes(32).toString('hex');
    const server = createServer({
      ...system,
      ...(options.paths && chooseEndpoints(system, options.paths)),
      rateLimiter: undefined,
      identities: {
        identify: given => (given === key ? caller : undefined),
        isKnown: () => true,
        identifySession: () => undefined,
        evict: () => {},
        close: async () => {},
      },
    });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    try {
      return await use({ url, key });
    } finally {
      server.server.closeAllConnections();
      await server.close();
    }
  });
}

function chooseEndpoints({ endpoints }: System, paths: readonly string[]): Pick<System, 'endpoints' | 'links'> {
  return { endpoints: endpoints.filter(({ path }) => paths.includes(path)), links: [] };
}

/** The operator acts as the oldest administrator, so that the records of a command belong to a user who exists. */
export async function findOperator({ database }: System): Promise<Caller> {
  const administrator = await database.query
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('admin', '=', true)
    .where('enabled', '=', true)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return {
    keyId: 'operator',
    userId: administrator?.id ?? '00000000-0000-0000-0000-000000000000',
    email: administrator?.email ?? '',
    name: administrator?.name ?? '',
    admin: true,
    scopes: new Set(['*']),
    workflowPermission: 'write',
  };
}

export async function findUserId({ database }: System, email: string): Promise<string> {
  const user = await database.query
    .selectFrom('users')
    .select('id')
    .where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())
    .executeTakeFirst();
  if (!user) throw new UsageError(`there is no user '${email}'`, 'missing');
  return user.id;
}
