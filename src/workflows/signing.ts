import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { newSecret } from '../platform/ids.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';

/** Reads the secret that signs the requests of a workflow. The first call creates it. */
export async function readSigningSecret(db: Query, sealer: Sealer, workflowId: string): Promise<string> {
  const known = await db
    .selectFrom('workflows')
    .select('signing_secret_sealed')
    .where('id', '=', workflowId)
    .executeTakeFirstOrThrow();
  const sealed = known.signing_secret_sealed ?? (await createSigningSecret(db, sealer, workflowId));
  return sealer.open(sealed, signingContext(workflowId));
}

/** Of several that create it at once, one does, and all return what it stored. */
async function createSigningSecret(db: Query, sealer: Sealer, workflowId: string): Promise<Buffer> {
  const created = sealSigningSecret(sealer, workflowId, newSecret());
  const { signing_secret_sealed } = await db
    .updateTable('workflows')
    .set({ signing_secret_sealed: sql<Buffer>`coalesce(signing_secret_sealed, ${created})` })
    .where('id', '=', workflowId)
    .returning('signing_secret_sealed')
    .executeTakeFirstOrThrow();
  return signing_secret_sealed ?? created;
}

export function sealSigningSecret(sealer: Sealer, workflowId: string, secret: string): Buffer {
  return sealer.seal(secret, signingContext(workflowId));
}

function signingContext(workflowId: string): string {
  return `workflows/${workflowId}/signing`;
}
