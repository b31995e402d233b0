/** Everything that runs are executed with. */
import type { Notify } from '../accounts/notifications.ts';
import { payingAccount } from '../accounts/reservations.ts';
import { createPay } from '../accounts/spending.ts';
import { MEGABYTE } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import type { DocumentReader } from '../documents/reader.ts';
import { printedBelow } from '../engine/printed-params.ts';
import { inlineBodyLimits } from '../files/inline.ts';
import { createStepFiles } from '../files/step-files.ts';
import type { FileServices } from '../files/store.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { NodeType } from '../nodes/node.ts';
import type { FileText, StepFiles } from '../nodes/step.ts';
import type { Liveness } from '../platform/heartbeat/liveness.ts';
import type { Logger } from '../platform/log.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import type { MarkdownToHtml } from '../platform/markdown/markdown-html.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import { createSemaphore, type Semaphore } from '../platform/semaphore.ts';
import type { Threads } from '../platform/threads/threads.ts';
import type { Tracer } from '../platform/traces/tracer.ts';
import type { ToolBox } from '../tools/registry.ts';
import type { Checker, Language } from '../workflows/checking.ts';
import { readSigningSecret } from '../workflows/signing.ts';
import { runEndpoints } from './api/routes.ts';
import { stepNamesFile } from './executing/named-files.ts';
import { createProcessorClock } from './executing/rendering.ts';
import type { Capabilities, RunServices, StepTry } from './executing/run-services.ts';
import type { RunState } from './executing/run-state.ts';
import { runTrace, stepSpanId } from './executing/run-trace.ts';
import type { AskingStep, StepAssistants } from './executing/step-assistants.ts';
import type { StepRecord } from './executing/step-record.ts';
import type { ApprovalPlace, OpenApproval } from './executing/waiting-steps.ts';
import { observeRuns } from './observing/observer.ts';
import { createRunPlans } from './plans/run-plans.ts';
import type { RunLimits } from './run-limits.ts';
import { createRunner, type Runner, type RunnerLimits } from './runner.ts';
import { createDrafts } from './starting/drafts.ts';
import { createFollowers } from './starting/followers.ts';
import type { StartServices } from './starting/start.ts';
import { createBatchedWrites } from './store/batched-writes.ts';

export interface RunsOptions {
  /** What requests and steps share. */
  database: HeddleDatabase;
  /** For the states of runs. */
  machinery: HeddleDatabase;
  liveness: Liveness;
  listener: Listener;
  notify: Notify;
  openApproval: OpenApproval;
  files: FileServices;
  http: OutboundHttp;
  mailer: Mailer;
  markdownToHtml: MarkdownToHtml;
  tools: ToolBox;
  assistants: StepAssistants;
  reader: DocumentReader;
  language: Language;
  /** For templates that take longer than a few milliseconds. */
  computeThreads: Threads;
  checker: Checker;
  limits: RunLimits;
  runnerLimits: RunnerLimits;
  /** Whether this process executes runs that others queued. */
  claims: boolean;
  metrics: Metrics;
  log: Logger;
  tracer: Tracer;
}

export interface Runs {
  runner: Runner;
  /** What runs of drafts are begun with. */
  starting: StartServices;
  endpoints: Endpoint[];
}

export function openRuns(options: RunsOptions): Runs {
  const { database, machinery, files, language, limits, checker, computeThreads, log } = options;
  const { registry, nodeTypes, templates } = language;
  const types = new Map<string, NodeType>(Object.entries(registry));
  const nodeType = (type: string) => types.get(type);
  const isEffect = (type: string) => nodeType(type)?.execution.kind === 'effect';
  const observer = observeRuns(options, isEffect);
  const arriving = createSemaphore(IN_HAND.arriving);
  const services: RunServices = {
    limits,
    templates,
    clock: createProcessorClock(),
    computeThreads,
    nodeLimits: language.limits,
    blobs: files.blobs,
    loading: createSemaphore(IN_HAND.loading),
    arriving,
    nodeType,
    fitParams: (type, rendered) => nodeTypes.fit(type, rendered),
    capabilities: (state, step) => capabilitiesOf(options, arriving, state, step),
    observer,
  };
  const plans = createRunPlans({ types: nodeTypes, templates, threads: computeThreads, limits: language.limits });
  const writes = createBatchedWrites(machinery.pool);
  const runner = createRunner({
    database: machinery,
    writes,
    liveness: options.liveness,
    listener: options.listener,
    notify: options.notify,
    services,
    plans,
    log,
    limits: options.runnerLimits,
    claims: options.claims,
    onTakenOver: observer.takenOver,
  });
  const drafts = createDrafts(database.query);
  const { shutdownSignal, execution } = runner;
  const followers = createFollowers({ database, limits, shutdownSignal, execution });
  const starting: StartServices = {
    database,
    machinery,
    files,
    checker,
    plans,
    drafts,
    writes,
    runner,
    followers,
    limits,
    tracer: options.tracer,
  };
  const body = inlineBodyLimits(files.fileBytes, limits.inputCharacters);
  return { runner, starting, endpoints: runEndpoints(starting, body) };
}

/**
 * Characters or bytes of long values in hand, in all runs of a process: each takes some 8 bytes while it is worked on.
 * One user's values, and replies that arrive slowly, hold half of it at most.
 */
const IN_HAND = {
  loading: { total: 32 * MEGABYTE, perOwner: 16 * MEGABYTE },
  arriving: { total: 64 * MEGABYTE, perOwner: 32 * MEGABYTE },
};

function capabilitiesOf(
  options: RunsOptions,
  arriving: Semaphore,
  state: RunState,
  { record, printed, idempotencyKey, signal, progress, hold }: StepTry,
): Capabilities {
  const { database, http, mailer, markdownToHtml, tools, assistants, reader, openApproval, tracer } = options;
  const { facts } = state;
  const { user, organizationId, id: runId, startedAt } = facts;
  const nextTriggerDepth = facts.triggerDepth + (facts.triggerType.startsWith('trigger.booster_') ? 1 : 0);
  const admit = async (bytes: number) => hold(await arriving.acquire(user.id, bytes, signal));
  const request: OutboundHttp['request'] = given => http.request({ ...given, admit });
  const pay = createPay(database, payingAccount(user.id, organizationId), signal);
  const stepFiles = filesOf(options, state, record, idempotencyKey, signal);

  async function readText(reference: unknown): Promise<FileText> {
    const { attachment, content } = await stepFiles.read(reference);
    return { attachment, ...(await reader.read({ attachment, content }, { owner: user.id, signal, pay })) };
  }

  const toolContext = { signal, nextTriggerDepth, http: { request }, progress, startedAt, user, runId, readText, pay };
  const callTool = (name: string, params: Readonly<Record<string, unknown>>) =>
    tools.call(name, params, { ...toolContext, idempotencyKey, files: stepFiles }, printedBelow('/params', printed));
  const asking: AskingStep = {
    run: facts,
    idempotencyKey,
    signal,
    progress,
    files: stepFiles,
    readText,
    callTool(name, params, callId) {
      const key = `${idempotencyKey}-${callId}`;
      return tools.call(name, params, {
        ...toolContext,
        idempotencyKey: key,
        files: filesOf(options, state, record, key, signal),
      });
    },
  };
  return {
    files: stepFiles,
    http: { request },
    mailer,
    toHtml: markdown => markdownToHtml(markdown, { owner: user.id, signal }),
    traceHeaders: () => tracer.headersFor(runTrace(facts), stepSpanId(facts, record)),
    nextTriggerDepth,
    pay,
    readText,
    callTool,
    runAssistant: task => assistants.run(asking, task),
    askModel: question => assistants.ask(asking, question),
    signingSecret: () => database.retry(() => readSigningSecret(database.query, facts.workflowId), { signal }),
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

/** Whoever has a key of their own has files of their own, and finds them when they save them again. */
function filesOf(
  { files, language }: RunsOptions,
  state: RunState,
  { place }: StepRecord,
  idempotencyKey: string,
  signal: AbortSignal,
): StepFiles {
  const { user, organizationId, id: runId } = state.facts;
  const isNamed = (fileId: string) => stepNamesFile(state, place.node, fileId, language.templates);
  return createStepFiles({ ...files, userId: user.id, organizationId, runId, isNamed, idempotencyKey, signal });
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
