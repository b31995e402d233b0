/** Finds the forms of published workflows by their addresses. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { Params } from '../../engine/definition.ts';
import { formClosed, formNotFound } from '../../errors.ts';
import { isUuid } from '../../platform/ids.ts';
import type { CalledTrigger } from '../../runs/store/accept-statements.ts';
import { hashWebhookSecret } from '../../workflows/webhook-addresses.ts';
import { type Form, toForm } from './form.ts';
import { createTokenSigner, type TokenSigner } from './tokens.ts';

/** The parts of a form's URL. */
export interface FormAddress {
  triggerId: string;
  secret: string;
}

export interface FoundForm {
  form: Form;
  trigger: CalledTrigger;
  signer: TokenSigner;
}

interface TriggerRow {
  id: string;
  secretHash: Buffer;
  secretSealed: Buffer;
  params: Params;
  workflowId: string;
  runAs: string | null;
  active: boolean;
  organizationId: string | null;
}

/** Throws when there is no such form. A closed form is found only with `evenClosed`, for those who have sent it before. */
export async function findForm(
  db: Query,
  { triggerId, secret }: FormAddress,
  { evenClosed = false }: { evenClosed?: boolean } = {},
): Promise<FoundForm> {
  const row = isUuid(triggerId) ? await readTrigger(db, triggerId) : undefined;
  if (!row || !timingSafeEqual(hashWebhookSecret(secret), row.secretHash)) throw formNotFound();
  const { id, secretHash, workflowId, organizationId, runAs, active } = row;
  if (runAs === null || !(active || evenClosed)) throw formClosed();
  return {
    form: toForm(row.params),
    trigger: { id, secretHash, workflowId, organizationId, runAs },
    signer: createTokenSigner(signingKey(row.secretSealed), id),
  };
}

async function readTrigger(db: Query, id: string): Promise<TriggerRow | undefined> {
  const { rows } = await sql<TriggerRow>`
    SELECT triggers.id, secret_hash AS "secretHash", secret_sealed AS "secretSealed", params,
      workflow_id AS "workflowId", run_as AS "runAs", active, organization_id AS "organizationId"
    FROM workflow_triggers AS triggers JOIN workflows ON workflows.id = workflow_id
    WHERE triggers.id = ${id} AND type = 'trigger.form' AND secret_sealed IS NOT NULL AND deleted_at IS NULL`.execute(
    db,
  );
  return rows[0];
}

/**
 * Nobody outside knows the sealed secret of a trigger, and all processes do. It changes when the form gets a new address
 * or the keys of the installation are rotated: pages that are open then have to be sent once more.
 */
function signingKey(secretSealed: Buffer): Buffer {
  return createHmac('sha256', secretSealed).update('the tokens of a form').digest();
}
