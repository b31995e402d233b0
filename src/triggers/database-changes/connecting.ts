/** Connects to the database of a slot, under the rules for outgoing connections and with the credential of its user. */
import pg from 'pg';
import { fixedLimits } from '../../configuration/limits.ts';
import type { CredentialUse } from '../../credentials/contract.ts';
import type { ConnectionTarget } from '../../nodes/step.ts';
import { StepError } from '../../nodes/step.ts';
import { requireField } from '../../tools/contract/connection.ts';
import { createPostgresClient, explainPostgres, type PostgresServer } from '../../tools/postgres/connecting.ts';
import type { SlotTarget } from './slot.ts';
import { MAY_NOT } from './source.ts';

export type Connect = (target: Omit<ConnectionTarget, 'signal'>) => ReturnType<CredentialUse['connect']>;

/** Throws a StepError or an OutboundError. */
export async function permitServer(target: SlotTarget, connect: Connect): Promise<PostgresServer> {
  const { host, port, database, tls, credential } = target;
  const { lookup, fields } = await connect({ host, port, isEncrypted: tls, credential });
  return {
    ...{ host, port, database, tls, lookup },
    user: requireField(fields, credential, 'username', 'user'),
    password: requireField(fields, credential, 'password'),
    ca: fields.ca,
  };
}

/**
 * Connects, and leaves nothing open afterwards. What `act` does until it calls `settled` may take only some time.
 * Replication connections can also be asked simple queries.
 */
export async function withConnection<Result>(
  server: PostgresServer,
  { replication, signal }: { replication: boolean; signal: AbortSignal },
  act: (client: pg.Client, settled: () => void) => Promise<Result>,
): Promise<Result> {
  const { client, socket } = createPostgresClient(server, replication ? { replication: 'database' } : {});
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), fixedLimits.databaseChange.openSeconds * 1000);
  const ends = AbortSignal.any([signal, slow.signal]);
  const abort = () => socket.destroy();
  ends.addEventListener('abort', abort, { once: true });
  try {
    ends.throwIfAborted();
    await client.connect().catch(error => {
      throw explainRefusal(error, server);
    });
    return await act(client, () => clearTimeout(timer));
  } catch (error) {
    signal.throwIfAborted();
    if (ends.aborted)
      throw new StepError(`'${server.host}:${server.port}' took too long to answer`, { retryable: true });
    throw explainPostgres(error, server);
  } finally {
    clearTimeout(timer);
    ends.removeEventListener('abort', abort);
    socket.destroy();
  }
}

function explainRefusal(error: unknown, { user }: PostgresServer): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== MAY_NOT) return error;
  return new StepError(`The user '${user}' may not replicate: ALTER ROLE ... REPLICATION allows it`, { cause: error });
}
