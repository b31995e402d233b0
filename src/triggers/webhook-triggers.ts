/** Finds the webhook triggers of published workflows. Simultaneous calls share one lookup. */
import type { HeddleDatabase } from '../database.ts';
import { webhookNotActive, webhookNotFound } from '../errors.ts';
import { createBatcher } from '../platform/batching.ts';
import { isUuid, secretsEqual } from '../platform/ids.ts';
import { connectionProblem } from '../platform/postgres/connection-error.ts';
import type { CalledTrigger } from '../runs/store/accept-statements.ts';

/** The parts of a webhook's URL. */
export interface WebhookAddress {
  triggerId: string;
  secret: string;
}

export type FindTrigger = (address: WebhookAddress) => Promise<CalledTrigger>;

interface TriggerRow extends Omit<CalledTrigger, 'runAs'> {
  runAs: string | null;
  active: boolean;
}

const MAX_BATCH = 32;

/** The returned function reads the present state of a trigger. It throws when the trigger must not be called. */
export function createFindTrigger({ pool }: Pick<HeddleDatabase, 'pool'>): FindTrigger {
  const find = createBatcher<string, TriggerRow | undefined>({
    maxBatchSize: MAX_BATCH,
    async execute(ids) {
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
    failsWholeBatch: error => connectionProblem(error) !== undefined,
  });

  return async ({ triggerId, secret }) => {
    const row = isUuid(triggerId) ? await find(triggerId.toLowerCase()) : undefined;
    if (!row || !secretsEqual(secret, row.secret)) throw webhookNotFound();
    const { active, runAs, ...trigger } = row;
    if (!active || runAs === null) throw webhookNotActive();
    return { ...trigger, runAs };
  };
}
