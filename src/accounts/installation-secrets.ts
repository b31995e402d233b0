/** Random secrets of the installation, sealed in the database: what is signed with them outlives a rotation of the keys. */
import type { Query } from '../database.ts';
import { newSecret } from '../platform/ids.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';

/** Of several processes that create the secret at once, one does, and all read what it stored. */
export async function readInstallationSecret(
  db: Query,
  sealer: Pick<Sealer, 'seal' | 'open'>,
  name: string,
): Promise<string> {
  const context = `installation/${name}`;
  const find = () => db.selectFrom('installation_secrets').select('sealed').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return sealer.open(known.sealed, context);
  await db
    .insertInto('installation_secrets')
    .values({ name, sealed: sealer.seal(newSecret(), context) })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  const stored = await find();
  if (!stored) throw new Error('the secret of links was not stored');
  return sealer.open(stored.sealed, context);
}
