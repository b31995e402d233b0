/**
 * Publishing: immutable versions of the draft, and the triggers that start the published version.
 *
 *   never published ── publish ──▶ active ◀── activate ──▶ inactive
 *                                  (publishing again activates the next version)
 *
 * Each change is one transaction that locks the row of the workflow, so that versions have no gaps and no duplicates,
 * and triggers always belong to the published version.
 */
import { sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import { type Query, readDatabaseTime } from '../database.ts';
import { readSettings } from '../engine/settings.ts';
import { versionNotFound, webhookTriggerNotFound, workflowLocked, workflowNotPublished } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId, newSecret } from '../platform/ids.ts';
import { type StorableJson, toStorableJson } from '../platform/postgres/storable-text.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import {
  requireWorkflow,
  requireWorkflowOrganization,
  type WorkflowRow,
  withLockedWorkflow,
  workflowSubject,
} from './access.ts';
import { isSame, isSameProcess, withoutPins } from './changes.ts';
import type { Checker } from './checking.ts';
import { CONSUMER_TRIGGERS, type ConsumerReport, readConsumerReports, setConsumers } from './consumer-states.ts';
import { POLL_TRIGGER, type PollReport, readPollReports, setPolls } from './poll-states.ts';
import { readSlotLags, retireSlots } from './replication-slots.ts';
import { findLatestRevision } from './revisions.ts';
import type { HolidayReader } from './schedule-holidays.ts';
import { setSchedules } from './schedule-states.ts';
import type { Deployment } from './schemas.ts';
import { readSigningSecret } from './signing.ts';
import { type AutomaticTrigger, automaticTriggers, hasSigningStep } from './triggers.ts';
import {
  hasAddress,
  newAddress,
  takeAddresses,
  triggerUrl,
  type UrlServices,
  webhookSecretColumns,
} from './webhook-addresses.ts';

export interface PublishingServices extends UrlServices {
  checker: Checker;
  holidays: HolidayReader;
}

/** What publishing a draft needs besides. */
export interface DraftPublishingServices extends PublishingServices {
  /** Throws when a test of the workflow fails with this definition. */
  requirePassingTests(caller: Caller, workflow: WorkflowRow, definition: unknown): Promise<void>;
}

/** How often the draft may change while its tests are executed before the request is refused. */
const MAX_ATTEMPTS = 5;

/** Publishes the draft as the next version. The workflow is not locked while its tests are executed. */
export async function publish(
  db: Query,
  caller: Caller,
  services: DraftPublishingServices,
  { workflow_id, note = '' }: { workflow_id: string; note?: string },
): Promise<Deployment> {
  const authorize = (db: Query) => requireWorkflow(db, caller, workflow_id, 'write');
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const tested = await testDraft(services, caller, (await authorize(db)).workflow);
    const deployment = await withLockedWorkflow(db, authorize, async (transaction, { workflow }) => {
      const { definition } = workflow;
      if (mustPassTests(definition) && !isSame(definition, tested)) return undefined;
      return publishDefinition(transaction, caller, services, workflow, { definition, note });
    });
    if (deployment) return deployment;
  }
  throw workflowLocked();
}

/** Returns the definition that has passed its tests, if it must. */
async function testDraft(services: DraftPublishingServices, caller: Caller, workflow: WorkflowRow): Promise<unknown> {
  const { definition } = workflow;
  if (!mustPassTests(definition)) return undefined;
  await services.requirePassingTests(caller, workflow, definition);
  return definition;
}

function mustPassTests(definition: unknown): boolean {
  return readSettings(definition).tests === 'required';
}

/**
 * Publishes an older version again, as the next version. The draft stays as it is. It is not tested again: whoever returns
 * to what worked is in a hurry, and the present tests may be about what came later.
 */
export async function publishVersion(
  db: Query,
  caller: Caller,
  services: PublishingServices,
  { workflow_id, version, note }: { workflow_id: string; version: number; note?: string },
): Promise<Deployment> {
  const authorize = (db: Query) => requireWorkflow(db, caller, workflow_id, 'write');
  return withLockedWorkflow(db, authorize, async (transaction, { workflow }) => {
    const old = await transaction
      .selectFrom('workflow_versions')
      .select(['definition', 'revision_number'])
      .where('workflow_id', '=', workflow_id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!old) throw versionNotFound(version);
    return publishDefinition(transaction, caller, services, workflow, {
      definition: old.definition,
      note: note ?? `Version ${version} again`,
      revisionNumber: old.revision_number,
      again: version,
    });
  });
}

interface NewVersion {
  definition: unknown;
  note: string;
  /** By default, the latest revision. */
  revisionNumber?: number | null;
  /** The older version that has the same definition. */
  again?: number;
}

/** The row of the workflow must be locked. */
async function publishDefinition(
  transaction: Query,
  caller: Caller,
  services: PublishingServices,
  workflow: WorkflowRow,
  { definition, note, revisionNumber, again }: NewVersion,
): Promise<Deployment> {
  await requireWorkflowOrganization(transaction, caller, workflow, 'edit');
  await services.checker.requireValid(transaction, caller, definition);
  const version = (workflow.published_version ?? 0) + 1;
  const latest = async () => (await findLatestRevision(transaction, workflow.id))?.number ?? null;
  await transaction
    .insertInto('workflow_versions')
    .values({
      workflow_id: workflow.id,
      version,
      note,
      definition: toStorableJson(withoutPins(definition)),
      created_by: caller.userId,
      revision_number: revisionNumber === undefined ? await latest() : revisionNumber,
    })
    .execute();
  await replaceTriggers(transaction, services.sealer, workflow.id, automaticTriggers(definition));
  const published = await setActive(transaction, services, workflow, {
    active: true,
    run_as: caller.userId,
    published_version: version,
    published_at: new Date(),
    settings: publishedSettings(definition),
  });
  await recordAudit(transaction, caller, {
    action: 'workflow.publish',
    subject: workflowSubject(workflow),
    details: { version, ...(again !== undefined && { again }), ...(note !== '' && { note }) },
  });
  return buildDeployment(transaction, services, published);
}

export async function activate(
  db: Query,
  caller: Caller,
  services: PublishingServices,
  { workflow_id, active }: { workflow_id: string; active: boolean },
): Promise<Deployment> {
  const authorize = (db: Query) => requireWorkflow(db, caller, workflow_id, 'write');
  return withLockedWorkflow(db, authorize, async (transaction, { workflow }) => {
    if (workflow.published_version === null) throw workflowNotPublished();
    if (active) {
      await requireWorkflowOrganization(transaction, caller, workflow, 'edit');
      const published = await readPublishedDefinition(transaction, workflow);
      await services.checker.requireValid(transaction, caller, published);
    }
    const changes = active ? { active, run_as: caller.userId } : { active };
    const changed = await setActive(transaction, services, workflow, changes);
    if (changed.active !== workflow.active || changed.run_as !== workflow.run_as) {
      const action = active ? 'workflow.activate' : 'workflow.deactivate';
      await recordAudit(transaction, caller, { action, subject: workflowSubject(workflow) });
    }
    return buildDeployment(transaction, services, changed);
  });
}

/** Gives a webhook or a form a new secret. Its old URL stops working as soon as this commits. */
export async function regenerateSecret(
  db: Query,
  caller: Caller,
  services: PublishingServices,
  { workflow_id, node_id }: { workflow_id: string; node_id: string },
): Promise<Deployment> {
  const authorize = (db: Query) => requireWorkflow(db, caller, workflow_id, 'write');
  return withLockedWorkflow(db, authorize, async (transaction, { workflow }) => {
    const trigger = await transaction
      .selectFrom('workflow_triggers')
      .select('id')
      .where('workflow_id', '=', workflow_id)
      .where('node_id', '=', node_id)
      .where('secret_hash', 'is not', null)
      .executeTakeFirst();
    if (!trigger) throw webhookTriggerNotFound();
    await transaction
      .updateTable('workflow_triggers')
      .set(webhookSecretColumns(services.sealer, trigger.id, newSecret()))
      .where('id', '=', trigger.id)
      .execute();
    const subject = workflowSubject(workflow);
    await recordAudit(transaction, caller, { action: 'workflow.regenerate', subject, details: { node_id } });
    return buildDeployment(transaction, services, workflow);
  });
}

export async function readDeployment(
  db: Query,
  caller: Caller,
  services: PublishingServices,
  workflowId: string,
): Promise<Deployment> {
  const { workflow } = await requireWorkflow(db, caller, workflowId, 'write');
  return buildDeployment(db, services, workflow);
}

export async function buildDeployment(
  db: Query,
  services: PublishingServices,
  workflow: WorkflowRow,
): Promise<Deployment> {
  const { definition: draft, published_version, published_at, active, run_as } = workflow;
  const published = published_version === null ? undefined : await readPublishedDefinition(db, workflow);
  const triggers = await db
    .selectFrom('workflow_triggers')
    .selectAll()
    .where('workflow_id', '=', workflow.id)
    .orderBy('node_id')
    .execute();
  const hasPolls = triggers.some(({ type }) => type === POLL_TRIGGER);
  const polls = hasPolls ? await readPollReports(db, workflow.id) : new Map<string, PollReport>();
  const listens = triggers.some(({ type }) => CONSUMER_TRIGGERS.includes(type));
  const consumers = listens ? await readConsumerReports(db, workflow.id) : new Map<string, ConsumerReport>();
  const lags = listens ? await readSlotLags(db, workflow.id) : new Map<string, number>();
  return {
    published_version,
    published_at: published_at?.getTime() ?? null,
    active,
    run_as,
    draft_changed: published === undefined || !isSameProcess(draft, published),
    triggers: triggers.map(({ id, secret_sealed, ...trigger }) => ({
      node_id: trigger.node_id,
      type: trigger.type,
      active,
      next_run_at: (trigger.next_run_at ?? polls.get(id)?.next_poll_at)?.getTime() ?? null,
      last_fired_at: trigger.last_fired_at?.getTime() ?? null,
      url: secret_sealed && hasAddress(trigger.type) ? triggerUrl(services, trigger.type, { id, secret_sealed }) : null,
      panel_id: trigger.panel_id,
      collection: watchedName(trigger, 'trigger.booster_record', 'collection'),
      folder: watchedName(trigger, 'trigger.booster_file', 'folder'),
      ...pollFields(polls.get(id)),
      ...consumerFields(consumers.get(id)),
      ...(lags.has(id) && { lag_bytes: lags.get(id) }),
    })),
    // Empty when no step signs its requests.
    signing_secret: [draft, published].some(hasSigningStep)
      ? await readSigningSecret(db, services.sealer, workflow.id)
      : '',
  };
}

/** Who listens looks for something new all the time. */
function consumerFields(report: ConsumerReport | undefined) {
  if (!report) return {};
  const { listening_since, last_error } = report;
  return {
    ...(listening_since && { last_polled_at: listening_since.getTime() }),
    ...(last_error !== null && { last_error }),
  };
}

function pollFields(report: PollReport | undefined) {
  if (!report) return {};
  const { last_polled_at, last_error, lag_seconds } = report;
  return {
    ...(last_polled_at && { last_polled_at: last_polled_at.getTime() }),
    ...(last_error !== null && { last_error }),
    lag_seconds,
  };
}

function watchedName({ type, params }: { type: string; params: Record<string, unknown> }, of: string, name: string) {
  return type === of ? String(params[name] ?? '*') : null;
}

/** Only for workflows that were published. */
export async function readPublishedDefinition(db: Query, { id, published_version }: WorkflowRow): Promise<unknown> {
  const { definition } = await db
    .selectFrom('workflow_versions')
    .select('definition')
    .where('workflow_id', '=', id)
    .where('version', '=', published_version)
    .executeTakeFirstOrThrow();
  return definition;
}

/** The trigger of a node that still exists retains its id, its secret and the time at which it last fired. */
async function replaceTriggers(
  transaction: Query,
  sealer: Sealer,
  workflowId: string,
  triggers: AutomaticTrigger[],
): Promise<void> {
  const nodes = triggers.map(({ nodeId, type }) => `${type} ${nodeId}`);
  await sql`DELETE FROM workflow_triggers WHERE workflow_id = ${workflowId}
    AND type || ' ' || node_id <> ALL (${nodes}::text[])`.execute(transaction);
  const addresses = await takeAddresses(transaction, workflowId);
  for (const { nodeId, type, params, panelId } of triggers) {
    const address = hasAddress(type) ? (addresses.get(nodeId) ?? newAddress(sealer)) : undefined;
    await transaction
      .insertInto('workflow_triggers')
      .values({
        id: address?.id ?? newId(),
        workflow_id: workflowId,
        node_id: nodeId,
        type,
        params: toStorableJson(params),
        panel_id: panelId,
        secret_hash: address?.secret_hash ?? null,
        secret_sealed: address?.secret_sealed ?? null,
        next_run_at: null,
      })
      .onConflict(conflict =>
        conflict.columns(['workflow_id', 'node_id']).doUpdateSet({ params: toStorableJson(params), panel_id: panelId }),
      )
      .execute();
  }
}

interface Activation {
  active: boolean;
  run_as?: string;
  published_version?: number;
  published_at?: Date;
  settings?: StorableJson | null;
}

/** Null when there are none, so that nobody looks at the settings of most workflows. */
function publishedSettings(definition: unknown): StorableJson | null {
  const settings = readSettings(definition);
  return Object.keys(settings).length === 0 ? null : toStorableJson(settings);
}

/** Also starts or stops the schedules, polls and consumers of the workflow. */
async function setActive(
  transaction: Query,
  { holidays }: PublishingServices,
  workflow: WorkflowRow,
  changes: Activation,
): Promise<WorkflowRow> {
  // Schedules are due by the time of the database, because the clocks of processes may differ.
  const now = await readDatabaseTime(transaction);
  await setSchedules(transaction, workflow, { holidays, active: changes.active, now });
  await setPolls(transaction, workflow.id, { active: changes.active, now });
  await setConsumers(transaction, workflow.id, changes.active);
  await retireSlots(transaction, workflow.id, changes.active);
  return transaction
    .updateTable('workflows')
    .set(changes)
    .where('id', '=', workflow.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
