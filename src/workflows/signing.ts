import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { newSecret } from '../platform/ids.ts';

/** Reads the secret that signs the requests of a workflow. The first call creates it. */
export async function readSigningSecret(db: Query, workflowId: string): Promise<string> {
  const known = await db
    .selectFrom('workflows')
    .select('signing_secret')
    .where('id', '=', workflowId)
    .executeTakeFirstOrThrow();
  if (known.signing_secret !== null) return known.signing_secret;
  const { signing_secret } = await db
    .updateTable('workflows')
    .set({ signing_secret: sql<string>`coalesce(signing_secret, ${newSecret()})` })
    .where('id', '=', workflowId)
    .returning('signing_secret')
    .executeTakeFirstOrThrow();
  return signing_secret ?? '';
}
