/** Finds the webhook triggers of published workflows, and the drafts that wait for a call. Simultaneous calls share one lookup. */
import { timingSafeEqual } from 'node:crypto';
import type { HeddleDatabase, Query } from '../database.ts';
import { type ApiError, webhookNotActive, webhookNotFound } from '../errors.ts';
import { createBatcher } from '../platform/batching.ts';
import { isUuid } from '../platform/ids.ts';
import { connectionProblem } from '../platform/postgres/connection-error.ts';
import type { CalledTrigger } from '../runs/store/accept-statements.ts';
import { hashWebhookSecret } from '../workflows/webhook-addresses.ts';
import { type FirstListener, findFirstListener, IS_LISTENED_SQL } from './listeners.ts';

/** The parts of a webhook's URL. */
export interface WebhookAddress {
  triggerId: string;
  secret: string;
}

/** What a call starts: a run of the published version, a run of the draft for which somebody waits, or both. */
export type CalledWebhook =
  | { triggerId: string; published: CalledTrigger; isListened: boolean }
  | { triggerId: string; published: undefined; isListened: true; listener: FirstListener };

export type FindWebhook = (address: WebhookAddress) => Promise<CalledWebhook>;

interface TriggerRow extends Omit<CalledTrigger, 'runAs'> {
  runAs: string | null;
  active: boolean;
  isListened: boolean;
}

const MAX_BATCH = 32;

/** The returned function reads the present state of a webhook. It throws when the webhook must not be called. */
export function createFindWebhook({ pool, query: db }: Pick<HeddleDatabase, 'pool' | 'query'>): FindWebhook {
  const find = createBatcher<string, TriggerRow | undefined>({
    maxBatchSize: MAX_BATCH,
    async execute(ids) {
      const { rows } = await pool.query<TriggerRow>({
        name: 'webhooks.triggers',
        text: `SELECT triggers.id, secret_hash AS "secretHash", workflow_id AS "workflowId", run_as AS "runAs", active,
            organization_id AS "organizationId", ${IS_LISTENED_SQL} AS "isListened"
          FROM workflow_triggers AS triggers JOIN workflows ON workflows.id = triggers.workflow_id
          WHERE triggers.id = ANY ($1::uuid[]) AND triggers.type = 'trigger.webhook' AND secret_hash IS NOT NULL`,
        values: [ids],
      });
      const byId = new Map(rows.map(row => [row.id, row]));
      return ids.map(id => byId.get(id));
    },
    failsWholeBatch: error => connectionProblem(error) !== undefined,
  });

  /** For calls that would be refused if nobody waited for them. */
  async function requireListener(triggerId: string, refusal: () => ApiError): Promise<CalledWebhook> {
    const listener = await findFirstListener(db, triggerId);
    if (!listener) throw refusal();
    return { triggerId, published: undefined, isListened: true, listener };
  }

  return async ({ triggerId: id, secret }) => {
    if (!isUuid(id)) throw webhookNotFound();
    const triggerId = id.toLowerCase();
    const hash = hashWebhookSecret(secret);
    const row = await find(triggerId);
    if (!row) {
      const reserved = await findReserved(db, triggerId);
      if (reserved === undefined || !timingSafeEqual(hash, reserved)) throw webhookNotFound();
      return requireListener(triggerId, webhookNotActive);
    }
    if (!timingSafeEqual(hash, row.secretHash)) throw webhookNotFound();
    const { active, runAs, isListened, ...trigger } = row;
    if (!active || runAs === null) return requireListener(triggerId, webhookNotActive);
    return { triggerId, published: { ...trigger, runAs }, isListened };
  };
}

/** Returns the hash of the secret of a webhook that is not published yet. */
async function findReserved(db: Query, triggerId: string): Promise<Buffer | undefined> {
  const address = await db
    .selectFrom('webhook_addresses')
    .select('secret_hash')
    .where('id', '=', triggerId)
    .executeTakeFirst();
  return address?.secret_hash;
}
