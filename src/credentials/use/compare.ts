/** Compares what somebody sent to this service with a credential: a password, a token, or the secret of a signature. */
import type { HeddleDatabase } from '../../database.ts';
import { StepError } from '../../nodes/step.ts';
import type { ComparePlace, CredentialUses } from '../contract.ts';
import { readFields, type SecretReader } from '../sealed-fields.ts';
import { findUsableRows } from './usable.ts';
import type { CredentialUseRecorder } from './use-recorder.ts';

interface CompareServices {
  database: HeddleDatabase;
  secrets: SecretReader;
  recorder: Pick<CredentialUseRecorder, 'record'>;
}

/** Stands in the place of a host in the list of uses, because nothing is sent anywhere. */
const COMPARED_HERE = 'incoming calls';

export function createCompare(services: CompareServices): CredentialUses['compare'] {
  const { database, secrets, recorder } = services;
  return async (reference, place, use) => {
    const user = await database.query
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', place.userId)
      .executeTakeFirst();
    const row = user && (await findUsableRows(database.query, user, [reference])).get(reference);
    if (!row) return undefined;
    const read = await readFields(secrets, row, place.signal).catch(ignoreUnreadable);
    if (!read) return undefined;
    recorder.record({ credential: row, host: COMPARED_HERE, place: toUsePlace(user, place), refused: false });
    return use({ kind: row.kind, values: read.values });
  };
}

function toUsePlace(user: { id: string; email: string }, { workflowId, nodeId }: ComparePlace) {
  return { user, runId: null, workflowId, nodeId };
}

/** It can not be decrypted, or is stored elsewhere and that place can not be reached. */
function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof StepError)) throw error;
}
