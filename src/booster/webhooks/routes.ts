/** `/api/v1/panel/delivery`: the log of deliveries to webhooks, for those who may change the panel. */

import type { Selectable } from 'kysely';
import Type, { type Static } from 'typebox';
import { findGroupIds } from '../../accounts/memberships.ts';
import { recordAudit } from '../../audit/record.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import { deliveryNotRetryable, entityNotFound, webhookRemoved } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { about, named } from '../../http/described.ts';
import { type Endpoint, endpointWith, everyone, Nullable, Uuid } from '../../http/endpoint.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { defineFields } from '../../query/fields.ts';
import { listingEndpoints } from '../../query/listing.ts';
import { panelSubject } from '../panel-audit.ts';
import { mayUse, requirePanelWrite } from '../panels.ts';
import type { BoosterTables } from '../tables.ts';
import { requeueDeliveries, requeueDelivery } from './deliveries.ts';
import { deliverLane, laneJob, laneKey } from './lane.ts';
import { findWebhook } from './subscriptions.ts';

export interface DeliveryServices {
  database: HeddleDatabase;
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>;
}

const Delivery = named(
  'WebhookDelivery',
  Type.Object({
    id: Uuid,
    panel_id: Uuid,
    event: about(
      'The event that is delivered.',
      Type.Object({
        id: about('The number of the event.', Type.Integer()),
        type: about('What happened.', Type.String()),
      }),
    ),
    subject: Type.String({
      description: 'the id of the file or the key of the record; deliveries about one subject are in order',
    }),
    url: about('Where it is sent to.', Type.String()),
    state: Type.Enum(['waiting', 'delivered', 'failed', 'cancelled']),
    attempts: about('How often it was tried.', Type.Integer()),
    last_status: Nullable(Type.Integer({ description: 'null: there was no answer' })),
    last_error: about('Why it last failed.', Nullable(Type.String())),
    created: Type.Integer({ description: 'milliseconds since the epoch' }),
    updated: Type.Integer({ description: 'milliseconds since the epoch' }),
  }),
);
const Retry = named('DeliveryRetry', Type.Object({ id: Uuid }));
const RetryMany = named(
  'DeliveryRetries',
  Type.Object({
    panel_id: Uuid,
    state: Type.Optional(Type.Enum(['failed', 'cancelled'], { description: 'without it, both' })),
    event: Type.Optional(Type.String({ maxLength: 100, description: 'a type such as file.stored' })),
  }),
);
const Retried = named(
  'RetriedDeliveries',
  Type.Object({
    retried: Type.Integer({ description: 'at most 1,000; ask again while it is more than 0' }),
    left_out: Type.Integer({ description: "those whose webhook is no longer in the panel's settings" }),
  }),
);
/** Deliveries that one request retries. */
const MOST_RETRIED = 1000;

export type Delivery = Static<typeof Delivery>;
export type RetryMany = Static<typeof RetryMany>;
export type Retried = Static<typeof Retried>;

const fields = defineFields(
  {
    id: { type: 'uuid', column: 'booster_deliveries.id' },
    panel_id: { type: 'uuid', column: 'booster_deliveries.panel_id' },
    'event.id': { type: 'integer', column: 'booster_deliveries.event_id' },
    'event.type': { type: 'text', column: 'booster_events.type' },
    subject: { type: 'uuid', column: 'booster_deliveries.subject' },
    url: { type: 'text', column: 'booster_deliveries.url' },
    state: { type: 'text', column: 'booster_deliveries.state' },
    attempts: { type: 'integer', column: 'booster_deliveries.attempts' },
    last_status: { type: 'integer', column: 'booster_deliveries.last_status' },
    last_error: { type: 'text', column: 'booster_deliveries.last_error' },
    created: { type: 'timestamp', column: 'booster_deliveries.created_at' },
    updated: { type: 'timestamp', column: 'booster_deliveries.updated_at' },
  },
  { newest: ['booster_deliveries.created_at', 'booster_deliveries.id'] },
);

const endpoint = endpointWith<DeliveryServices>();

export const deliveryEndpoints: Endpoint<DeliveryServices>[] = [
  ...listingEndpoints({
    path: '/api/v1/panel/delivery',
    plural: 'deliveries to webhooks of panels',
    access: everyone,
    fields,
    visible: async ({ caller }, db) => {
      const groups = await findGroupIds(db, caller);
      return db => loggedDeliveries(db, caller, groups);
    },
    item: Delivery,
    toItem: toDelivery,
  }),
  endpoint({
    path: '/api/v1/panel/delivery/retry',
    summary: 'Retries a failed or cancelled delivery, for a day from now',
    ...everyone,
    body: Retry,
    reply: Delivery,
    handle: async ({ database: { query: db }, jobs }, { caller, body: { id } }) => {
      const groups = await findGroupIds(db, caller);
      return db.transaction().execute(async transaction => {
        const find = () =>
          loggedDeliveries(transaction, caller, groups).where('booster_deliveries.id', '=', id).executeTakeFirst();
        const delivery = await find();
        if (!delivery) throw entityNotFound();
        const panel = await requireWebhook(transaction, delivery);
        if (!(await requeueDelivery(transaction, delivery.id))) {
          throw deliveryNotRetryable(delivery.state);
        }
        const lane = laneJob(delivery);
        await jobs.enqueue(deliverLane, lane, { transaction, key: laneKey(lane) });
        await recordRetry(transaction, caller, panel, 1);
        return toDelivery((await find()) ?? delivery);
      });
    },
  }),
  endpoint({
    path: '/api/v1/panel/delivery/retry-many',
    summary: 'Retries the failed and cancelled deliveries of a panel, for a day from now',
    ...everyone,
    body: RetryMany,
    reply: Retried,
    handle: (services, { caller, body }) => retryMany(services, caller, body),
  }),
];

async function retryMany(
  { database: { query: db }, jobs }: DeliveryServices,
  caller: Caller,
  { panel_id, state, event }: RetryMany,
): Promise<Retried> {
  const panel = await requirePanelWrite(db, caller, panel_id);
  const { id: panelId, webhooks } = panel;
  const states = state ? [state] : (['failed', 'cancelled'] as const);
  const counts = await loggedDeliveries(db, caller, await findGroupIds(db, caller))
    .clearSelect()
    .select(({ fn }) => ['booster_deliveries.webhook', fn.countAll<number>().as('deliveries')])
    .where('booster_deliveries.panel_id', '=', panelId)
    .where('booster_deliveries.state', 'in', states)
    .$if(event !== undefined, query => query.where('booster_events.type', '=', event ?? ''))
    .groupBy('booster_deliveries.webhook')
    .execute();
  const present = counts.filter(({ webhook }) => findWebhook(webhooks, webhook)).map(({ webhook }) => webhook);
  const left_out = counts
    .filter(({ webhook }) => !present.includes(webhook))
    .reduce((sum, { deliveries }) => sum + Number(deliveries), 0);
  if (present.length === 0) return { retried: 0, left_out };
  return db.transaction().execute(async transaction => {
    const what = { panelId, webhooks: present, states, type: event, most: MOST_RETRIED };
    const requeued = await requeueDeliveries(transaction, what);
    const lanes = new Map(requeued.map(laneJob).map(lane => [laneKey(lane), lane]));
    // Jobs without keys, as for new events: many keys in one transaction could deadlock with those of another.
    await jobs.enqueueMany(deliverLane, [...lanes.values()], { transaction });
    if (requeued.length > 0) await recordRetry(transaction, caller, panel, requeued.length);
    return { retried: requeued.length, left_out };
  });
}

/** Panels that are only shared for use are left out: the URLs of webhooks are settings, and often contain secrets. */
function loggedDeliveries(db: Query, caller: Caller, groups: ReadonlySet<string>) {
  const deliveries = db
    .selectFrom('booster_deliveries')
    .innerJoin('booster_events', 'booster_events.id', 'booster_deliveries.event_id')
    .innerJoin('panels', 'panels.id', 'booster_deliveries.panel_id')
    .selectAll('booster_deliveries')
    .select('booster_events.type');
  return caller.admin ? deliveries : deliveries.where(mayUse(caller, groups, { write: true }));
}

type LoggedDelivery = Selectable<BoosterTables['booster_deliveries']> & { type: string };

function toDelivery({ event_id, type, created_at, updated_at, ...row }: LoggedDelivery): Delivery {
  const { id, panel_id, subject, url, state, attempts, last_status, last_error } = row;
  return {
    id,
    panel_id,
    event: { id: event_id, type },
    subject,
    url,
    state,
    attempts,
    last_status,
    last_error,
    created: created_at.getTime(),
    updated: updated_at.getTime(),
  };
}

async function requireWebhook(db: Query, { panel_id, webhook }: LoggedDelivery): Promise<{ id: string; name: string }> {
  const panels = db.selectFrom('panels').select(['id', 'name', 'webhooks']).where('id', '=', panel_id);
  const panel = await panels.executeTakeFirst();
  if (panel && findWebhook(panel.webhooks, webhook)) return panel;
  throw webhookRemoved();
}

async function recordRetry(
  transaction: Query,
  caller: Caller,
  panel: { id: string; name: string },
  deliveries: number,
): Promise<void> {
  const subject = panelSubject(panel);
  await recordAudit(transaction, caller, { action: 'delivery.retry', subject, details: { deliveries } });
}
