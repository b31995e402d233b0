/** Everything that runs are executed with. */
import type { Tell } from '../accounts/notifications.ts';
import { payingAccount } from '../accounts/reservations.ts';
import { createPay } from '../accounts/spending.ts';
import type { HeddleDatabase } from '../database.ts';
import type { DocumentReader } from '../documents/reader.ts';
import { inlineBodyBytes } from '../files/inline.ts';
import { createStepFiles } from '../files/step-files.ts';
import type { FileServices } from '../files/store.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { MEGABYTE } from '../limits.ts';
import type { NodeType } from '../nodes/node.ts';
import type { FileText, StepFiles } from '../nodes/step.ts';
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
import { createFollowers } from './followers.ts';
import { observeRuns } from './observing.ts';
import { createProcessorClock } from './rendering.ts';
import { runEndpoints } from './routes.ts';
import type { RunLimits } from './run-limits.ts';
import { createRunPlans } from './run-plans.ts';
import type { Capabilities, RunServices, StepTry } from './run-services.ts';
import type { RunState } from './run-state.ts';
import { createRunWrites } from './run-writes.ts';
import { createRunner, type Runner, type RunnerLimits } from './runner.ts';
import type { StartServices } from './start.ts';
import type { AskingStep, StepAssistants } from './step-assistants.ts';
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
  assistants: StepAssistants;
  reader: DocumentReader;
  language: Language;
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
  const { database, files, language, limits, checker, log } = options;
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
    limits: options.runnerLimits,
    claims: options.claims,
    onTakenOver: observer.takenOver,
  });
  const drafts = createDrafts(database.query);
  const { handingOn, execution } = runner;
  const followers = createFollowers({ database, limits, handingOn, execution });
  const starting: StartServices = {
    database,
    files,
    checker,
    plans,
    drafts,
    writes,
    runner,
    followers,
    limits,
  };
  const bodyBytes = inlineBodyBytes(files.fileBytes, limits.inputCharacters);
  return { runner, starting, endpoints: runEndpoints(starting, bodyBytes) };
}

/** Characters or bytes of long values in hand, in all runs of a process: each takes some 8 bytes while it is worked on. */
const IN_HAND = { loading: 32 * MEGABYTE, arriving: 64 * MEGABYTE };

function capabilitiesOf(
  options: RunsOptions,
  arriving: Allowance,
  state: RunState,
  { record, idempotencyKey, signal, progress, hold }: StepTry,
): Capabilities {
  const { database, http, mailer, tools, assistants, reader, openApproval } = options;
  const { facts } = state;
  const { user, organizationId, id: runId, startedAt } = facts;
  const nextTriggerDepth = facts.triggerDepth + (facts.triggerType.startsWith('trigger.booster_') ? 1 : 0);
  const admit = async (bytes: number) => hold(await arriving.take(bytes, signal));
  const request: OutboundHttp['request'] = given => http.request({ ...given, admit });
  const pay = createPay(database, payingAccount(user.id, organizationId), signal);
  const stepFiles = filesOf(options, state, idempotencyKey, signal);

  async function readText(reference: unknown): Promise<FileText> {
    const { attachment, content } = await stepFiles.read(reference);
    return { attachment, ...(await reader.read({ attachment, content }, { signal, pay })) };
  }

  const toolContext = { signal, nextTriggerDepth, http: { request }, progress, startedAt, user, runId, readText, pay };
  const callTool = (name: string, params: Readonly<Record<string, unknown>>) =>
    tools.call(name, params, { ...toolContext, idempotencyKey, files: stepFiles });
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
        files: filesOf(options, state, key, signal),
      });
    },
  };
  return {
    files: stepFiles,
    http: { request },
    mailer,
    nextTriggerDepth,
    pay,
    readText,
    callTool,
    runAssistant: task => assistants.run(asking, task),
    askModel: question => assistants.ask(asking, question),
    signingSecret: () => persistently(() => signingSecretOf(database.query, facts.workflowId), { signal }),
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
function filesOf({ files }: RunsOptions, state: RunState, idempotencyKey: string, signal: AbortSignal): StepFiles {
  const { user, organizationId, id: runId } = state.facts;
  const isNamed = (fileId: string) => namesFile(state, fileId);
  return createStepFiles({ ...files, userId: user.id, organizationId, runId, isNamed, idempotencyKey, signal });
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
