/** Chooses which operations of a connector are tools. */
import { sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import type { Query } from '../database.ts';
import { chooseOperations } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { countEnabled, currentDocument } from './documents.ts';
import { hasWords } from './overview.ts';
import type { OperationSwitch, Switched } from './schemas.ts';
import { lockSourceForUpdate, requireSourceRight, sourceSubject } from './sources.ts';

export async function switchOperations(db: Query, caller: Caller, body: OperationSwitch): Promise<Switched> {
  const { id, enabled } = body;
  const chosen = toCondition(body);
  await requireSourceRight(db, caller, 'connector', id, 'write');
  return db.transaction().execute(async transaction => {
    const connector = await lockSourceForUpdate(transaction, 'connector', id);
    const { numUpdatedRows } = await transaction
      .updateTable('connector_operations')
      .set({ enabled })
      .where('document_id', '=', currentDocument(id))
      .where('enabled', '!=', enabled)
      .where(chosen)
      .executeTakeFirst();
    const changed = Number(numUpdatedRows);
    const count = await countEnabled(transaction, id);
    if (changed === 0) return { changed, enabled: count, version: connector.version };
    const version = await raiseVersion(transaction, connector);
    await recordAudit(transaction, caller, {
      action: 'connector.enable',
      subject: sourceSubject('connector', connector),
      details: { enabled, operations: changed },
    });
    return { changed, enabled: count, version };
  });
}

/** Whoever has cached tools of the connector reads them again. The row must be locked. */
export async function raiseVersion(transaction: Query, { id, version }: { id: string; version: number }) {
  await transaction
    .updateTable('connectors')
    .set({ version: version + 1, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  return version + 1;
}

function toCondition({ names, tag, text, all }: OperationSwitch) {
  const given = [names, tag, text, all].filter(each => each !== undefined);
  if (given.length !== 1) throw chooseOperations();
  if (names) return sql<boolean>`name = ANY (${names}::text[])`;
  if (tag !== undefined) return sql<boolean>`${tag} = ANY (tags)`;
  return text === undefined ? sql<boolean>`true` : hasWords(text);
}
