/** Finds the forms of published workflows by their addresses. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../../database.ts';
import type { Params } from '../../engine/definition.ts';
import { formClosed, formNotFound } from '../../errors.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Sealer } from '../../platform/sealing/sealing.ts';
import type { CalledTrigger } from '../../runs/store/accept-statements.ts';
import { conditionOf } from '../../runs/store/decisions.ts';
import { hashWebhookSecret } from '../../workflows/webhook-addresses.ts';
import { type Form, toForm } from './form.ts';
import { createTokenSigner, type TokenSigner } from './tokens.ts';

export interface FormFinding {
  database: HeddleDatabase;
  sealer: Pick<Sealer, 'deriveKey'>;
}

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
  nodeId: string;
  params: Params;
  workflowId: string;
  workflowName: string;
  runAs: string | null;
  active: boolean;
  organizationId: string | null;
}

/** Throws when there is no such form. A closed form is found only with `evenClosed`, for those who have sent it before. */
export async function findForm(
  { database: { query: db }, sealer }: FormFinding,
  { triggerId, secret }: FormAddress,
  { evenClosed = false }: { evenClosed?: boolean } = {},
): Promise<FoundForm> {
  const row = isUuid(triggerId) ? await readTrigger(db, triggerId) : undefined;
  if (!row || !timingSafeEqual(hashWebhookSecret(secret), row.secretHash)) throw formNotFound();
  const { id, secretHash, nodeId, params, workflowId, workflowName, organizationId, runAs, active } = row;
  if (runAs === null || !(active || evenClosed)) throw formClosed();
  const condition = conditionOf({
    ...{ trigger: { id, params }, nodeId, type: 'trigger.form' },
    workflow: { id: workflowId, name: workflowName },
  });
  return {
    form: toForm(params),
    trigger: { id, secretHash, workflowId, organizationId, runAs, condition },
    signer: createTokenSigner(signingKey(sealer, secretHash), id),
  };
}

async function readTrigger(db: Query, id: string): Promise<TriggerRow | undefined> {
  const { rows } = await sql<TriggerRow>`
    SELECT triggers.id, secret_hash AS "secretHash", node_id AS "nodeId", params, workflows.name AS "workflowName",
      workflow_id AS "workflowId", run_as AS "runAs", active, organization_id AS "organizationId"
    FROM workflow_triggers AS triggers JOIN workflows ON workflows.id = workflow_id
    WHERE triggers.id = ${id} AND type = 'trigger.form' AND secret_sealed IS NOT NULL AND deleted_at IS NULL`.execute(
    db,
  );
  return rows[0];
}

/**
 * Only the processes know the key of the installation: neither whoever has the address of the form nor whoever reads the
 * database can sign. The key changes when the form gets a new address or the keys of the installation are rotated: pages
 * that are open then have to be sent once more.
 */
function signingKey(sealer: FormFinding['sealer'], secretHash: Buffer): Buffer {
  return createHmac('sha256', sealer.deriveKey('tokens of forms')).update(secretHash).digest();
}
