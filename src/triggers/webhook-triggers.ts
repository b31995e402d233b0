/** Finds the webhook triggers of published workflows, and the drafts that wait for a call. Simultaneous calls share one lookup. */
import { timingSafeEqual } from 'node:crypto';
import type { HeddleDatabase, Query } from '../database.ts';
import { type Params, readDefinition } from '../engine/definition.ts';
import { type ApiError, webhookNotActive, webhookNotFound } from '../errors.ts';
import { isValidWebhook, readWebhookOptions, type WebhookOptions } from '../nodes/triggers/webhook.ts';
import { createBatcher } from '../platform/concurrency/batching.ts';
import { isUuid } from '../platform/ids.ts';
import { connectionFailure } from '../platform/postgres/connection-error.ts';
import type { DirectStart } from '../runs/starting/direct-runs.ts';
import type { CalledTrigger } from '../runs/store/accept-statements.ts';
import { conditionOf } from '../runs/store/decisions.ts';
import { hashWebhookSecret } from '../workflows/webhook-addresses.ts';
import { type FirstListener, findFirstListener, IS_LISTENED_SQL } from './listeners.ts';

/** The parts of a webhook's URL. */
export interface WebhookAddress {
  triggerId: string;
  secret: string;
}

/** What a call starts: a run of the published version, a run of the draft for which somebody waits, or both. */
export type CalledWebhook = WebhookNode &
  (
    | { published: CalledTrigger; isListened: boolean }
    | { published: undefined; isListened: true; listener: FirstListener }
  );

interface WebhookNode {
  triggerId: string;
  nodeId: string;
  /** Undefined when the trigger has no params, like most. */
  options: WebhookOptions | undefined;
  /** Set when a call waits for its run and may begin it at once, because nothing limits or paces the runs. */
  direct: DirectStart | undefined;
}

export type FindWebhook = (address: WebhookAddress) => Promise<CalledWebhook>;

interface TriggerRow extends Omit<CalledTrigger, 'runAs' | 'condition'> {
  runAs: string | null;
  nodeId: string;
  workflowName: string;
  /** Null when there are none. The settings are read only together with params. */
  params: Params | null;
  settings: Readonly<Record<string, unknown>> | null;
  /** What the run of a call that waits for it needs. Null when there are no params. */
  direct: Pick<DirectStart, 'version' | 'workflowName' | 'user' | 'authorization'> | null;
  active: boolean;
  isListened: boolean;
}

const MAX_BATCH = 32;

/** The returned function reads the present state of a webhook. It throws when the webhook must not be called. */
export function createFindWebhook({ pool, query: db }: Pick<HeddleDatabase, 'pool' | 'query'>): FindWebhook {
  const find = createBatcher<string, TriggerRow | undefined>({
    maxBatchSize: MAX_BATCH,
    atOnce: 2,
    gathers: true,
    async execute(ids) {
      const { rows } = await pool.query<TriggerRow>({
        name: 'webhooks.triggers',
        text: `SELECT triggers.id, secret_hash AS "secretHash", workflow_id AS "workflowId", run_as AS "runAs", active,
            organization_id AS "organizationId", ${IS_LISTENED_SQL} AS "isListened", node_id AS "nodeId",
            workflows.name AS "workflowName",
            CASE WHEN params::text <> '{}' THEN params END AS params,
            CASE WHEN params::text <> '{}' THEN settings END AS settings,
            CASE WHEN users.id IS NOT NULL THEN json_build_object('version', published_version,
              'workflowName', workflows.name,
              'user', json_build_object('id', users.id, 'email', users.email, 'name', users.name),
              'authorization', json_build_object('isEnabled', users.enabled, 'permission', users.workflow_permission,
                'isOwn', organization_id IS NULL AND workflows.created_by = users.id AND workflows.deleted_at IS NULL)
            ) END AS direct
          FROM workflow_triggers AS triggers JOIN workflows ON workflows.id = triggers.workflow_id
          LEFT JOIN users ON users.id = run_as AND params::text <> '{}'
          WHERE triggers.id = ANY ($1::uuid[]) AND triggers.type = 'trigger.webhook' AND secret_hash IS NOT NULL`,
        values: [ids],
      });
      const byId = new Map(rows.map(row => [row.id, row]));
      return ids.map(id => byId.get(id));
    },
    failsWholeBatch: error => connectionFailure(error) !== undefined,
  });

  /** For calls that would be refused if nobody waited for them. */
  async function requireListener(triggerId: string, refusal: () => ApiError): Promise<CalledWebhook> {
    const listener = await findFirstListener(db, triggerId);
    if (!listener) throw refusal();
    const { workflowId, nodeId } = listener;
    const options = toOptions(await findDraftParams(db, workflowId, nodeId));
    return { triggerId, nodeId, options, direct: undefined, published: undefined, isListened: true, listener };
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
    const { active, runAs, isListened, nodeId, params, settings, direct, workflowName, ...trigger } = row;
    if (!active || runAs === null) return requireListener(triggerId, webhookNotActive);
    const options = toOptions(params);
    const condition = conditionOf({
      ...{ trigger: { id: triggerId, params: params ?? {} }, nodeId, type: 'trigger.webhook' },
      workflow: { id: trigger.workflowId, name: workflowName },
    });
    const isDirect = options !== undefined && options.reply !== 'queued' && isUnlimited(params ?? {}, settings ?? {});
    return {
      triggerId,
      nodeId,
      options,
      direct: isDirect && direct ? { ...direct, nodeId, triggerType: 'trigger.webhook' } : undefined,
      published: { ...trigger, runAs, condition },
      isListened,
    };
  };
}

function toOptions(params: Params | null): WebhookOptions | undefined {
  return params === null ? undefined : readWebhookOptions(params);
}

/** What decides about runs before they begin needs the queue. Other settings count only when a run has ended. */
const LATER_SETTINGS = new Set(['retry', 'alert', 'tests', 'keep_days']);
const PACING_PARAMS = ['debounce', 'batch', 'throttle'];

function isUnlimited(params: Params, settings: Readonly<Record<string, unknown>>): boolean {
  return !PACING_PARAMS.some(name => name in params) && Object.keys(settings).every(name => LATER_SETTINGS.has(name));
}

/** The draft may have changed since somebody began to wait for its call. Then the run is refused later. */
async function findDraftParams(db: Query, workflowId: string, nodeId: string): Promise<Params | null> {
  const { definition } = await db
    .selectFrom('workflows')
    .select('definition')
    .where('id', '=', workflowId)
    .executeTakeFirstOrThrow();
  const node = readDefinition(definition).nodes.find(({ id, type }) => id === nodeId && type === 'trigger.webhook');
  return node && isValidWebhook(node.params) ? node.params : null;
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
