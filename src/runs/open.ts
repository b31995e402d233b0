/** Everything that runs are executed with. */
import type { Tell } from '../accounts/notifications.ts';
import type { HeddleDatabase } from '../database.ts';
import { inlineBodyBytes } from '../files/inline.ts';
import { createStepFiles } from '../files/step-files.ts';
import type { FileServices } from '../files/store.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { MEGABYTE } from '../limits.ts';
import type { NodeType } from '../nodes/node.ts';
import { type Allowance, createAllowance } from '../platform/allowance.ts';
import type { Logger } from '../platform/log.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import { persistently } from '../platform/postgres/persistence.ts';
import type { Tracer } from '../platform/traces/tracer.ts';
import type { ToolBox } from '../tools/registry.ts';
import type { Checker, Language } from '../workflows/checking.ts';
import { signingSecretOf } from '../workflows/signing.ts';
import { createDrafts } from './drafts.ts';
import { observeRuns } from './observing.ts';
import { createProcessorClock } from './rendering.ts';
import { runEndpoints } from './routes.ts';
import type { RunLimits } from './run-limits.ts';
import { createRunPlans } from './run-plans.ts';
import type { Capabilities, RunServices, StepTry } from './run-services.ts';
import type { RunState } from './run-state.ts';
import { createRunWrites } from './run-writes.ts';
import { createRunner, type Runner } from './runner.ts';
import type { StepRecord } from './step-record.ts';
import type { ApprovalPlace, OpenApproval } from './waiting.ts';

export interface RunsOptions {
  database: HeddleDatabase;
  listener: Listener;
  tell: Tell;
  openApproval: OpenApproval;
  files: FileServices;
  http: OutboundHttp;
  mailer: Mailer;
  tools: ToolBox;
  language: Language;
  checker: Checker;
  limits: RunLimits;
  /** Background runs at once; 0: none. */
  claimAtOnce: number;
  metrics: Metrics;
  log: Logger;
  tracer: Tracer;
}

export function openRuns(options: RunsOptions): { runner: Runner; endpoints: Endpoint[] } {
  const { database, files, language, limits, checker, claimAtOnce, log } = options;
  const { registry, nodeTypes, templates } = language;
  const types = new Map<string, NodeType>(Object.entries(registry));
  const nodeType = (type: string) => types.get(type);
  const isEffect = (type: string) => nodeType(type)?.execution.kind === 'effect';
  const observer = observeRuns(options, isEffect);
  const arriving = createAllowance(IN_HAND.arriving);
  const services: RunServices = {
    limits,
    templates,
    clock: createProcessorClock(),
    blobs: files.blobs,
    loading: createAllowance(IN_HAND.loading),
    arriving,
    nodeType,
    paramProblems: (type, params) => nodeTypes.renderedProblems(type, params),
    capabilities: (state, step) => capabilitiesOf(options, arriving, state, step),
    observer,
  };
  const plans = createRunPlans(nodeTypes, templates);
  const writes = createRunWrites(database.pool);
  const runner = createRunner({
    database,
    writes,
    listener: options.listener,
    tell: options.tell,
    services,
    plans,
    log,
    claimAtOnce,
    onTakenOver: observer.takenOver,
  });
  const drafts = createDrafts(database.query);
  const starting = {
    database,
    files,
    checker,
    plans,
    drafts,
    writes,
    runner,
    limits,
  };
  const bodyBytes = inlineBodyBytes(files.fileBytes, limits.inputCharacters);
  return { runner, endpoints: runEndpoints(starting, bodyBytes) };
}

/** Characters or bytes of long values in hand, in all runs of a process: each takes some 8 bytes while it is worked on. */
const IN_HAND = { loading: 32 * MEGABYTE, arriving: 64 * MEGABYTE };

function capabilitiesOf(
  { database, files, http, mailer, tools, openApproval }: RunsOptions,
  arriving: Allowance,
  state: RunState,
  { record, idempotencyKey, signal, progress, hold }: StepTry,
): Capabilities {
  const { facts } = state;
  const { user, organizationId, id: runId, startedAt } = facts;
  const isNamed = (fileId: string) => namesFile(state, fileId);
  const stepFiles = createStepFiles({
    ...files,
    userId: user.id,
    organizationId,
    runId,
    isNamed,
    idempotencyKey,
    signal,
  });
  const nextTriggerDepth = facts.triggerDepth + (facts.triggerType.startsWith('trigger.booster_') ? 1 : 0);
  const admit = async (bytes: number) => hold(await arriving.take(bytes, signal));
  const request: OutboundHttp['request'] = given => http.request({ ...given, admit });
  return {
    files: stepFiles,
    http: { request },
    mailer,
    nextTriggerDepth,
    signingSecret: () => persistently(() => signingSecretOf(database.query, facts.workflowId), { signal }),
    callTool: (name, params) =>
      tools.call(name, params, {
        signal,
        idempotencyKey,
        nextTriggerDepth,
        files: stepFiles,
        http: { request },
        progress,
        startedAt,
        user,
        runId,
      }),
    async openApproval(request) {
      const { startedAt: openedAt, ...opened } = await openApproval(
        facts,
        approvalPlace(state, record),
        request,
        signal,
      );
      // It may have been opened before the run came here.
      record.startedAt = openedAt.getTime();
      return opened;
    },
  };
}

/**
 * A file of the user that is none of the run is a step's to read when the workflow's author or the user who started
 * the run named it: never because what came from outside, such as the body of a webhook, names it.
 */
function namesFile({ facts, plan }: RunState, fileId: string): boolean {
  const texts = facts.automatic ? [plan.text] : [plan.text, facts.inputText];
  return texts.some(text => text.toLowerCase().includes(fileId));
}

function approvalPlace(state: RunState, record: StepRecord): ApprovalPlace {
  const { nodeId, iteration, position } = record;
  return {
    nodeId,
    iteration: [...iteration],
    position,
    startedAt: new Date(record.startedAt ?? Date.now()),
    timeoutContinues: state.hasEdge(record, 'timeout'),
  };
}
