/** The webhook triggers of published workflows, looked up together when many are called at the same time. */
import type { HeddleDatabase } from '../database.ts';
import { webhookNotActive, webhookNotFound } from '../errors.ts';
import { batching } from '../platform/batching.ts';
import { isUuid, sameSecret } from '../platform/ids.ts';
import { connectionProblem } from '../platform/postgres/connection-error.ts';

export interface WebhookTrigger {
  id: string;
  secret: string;
  workflowId: string;
  /** On whose behalf it starts runs: who owns their files. */
  runAs: string;
  organizationId: string | null;
}

/** What a webhook's URL names. */
export interface WebhookAddress {
  triggerId: string;
  secret: string;
}

export type FindTrigger = (address: WebhookAddress) => Promise<WebhookTrigger>;

interface TriggerRow extends Omit<WebhookTrigger, 'runAs'> {
  runAs: string | null;
  active: boolean;
}

const AT_ONCE = 32;

/** As it is now. Throws unless it may be called. */
export function createFindTrigger({ pool }: Pick<HeddleDatabase, 'pool'>): FindTrigger {
  const find = batching<string, TriggerRow | undefined>({
    most: AT_ONCE,
    async act(ids) {
      const { rows } = await pool.query<TriggerRow>({
        name: 'webhooks.triggers',
        text: `SELECT triggers.id, secret, workflow_id AS "workflowId", run_as AS "runAs", active,
            organization_id AS "organizationId"
          FROM workflow_triggers AS triggers JOIN workflows ON workflows.id = triggers.workflow_id
          WHERE triggers.id = ANY ($1::uuid[]) AND secret IS NOT NULL`,
        values: [ids],
      });
      const byId = new Map(rows.map(row => [row.id, row]));
      return ids.map(id => byId.get(id));
    },
    isForAll: error => connectionProblem(error) !== undefined,
  });

  return async ({ triggerId, secret }) => {
    const row = isUuid(triggerId) ? await find(triggerId.toLowerCase()) : undefined;
    if (!row || !sameSecret(secret, row.secret)) throw webhookNotFound();
    const { active, runAs, ...trigger } = row;
    if (!active || runAs === null) throw webhookNotActive();
    return { ...trigger, runAs };
  };
}
