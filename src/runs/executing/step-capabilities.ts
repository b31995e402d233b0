/** What an effect can do beside computing: read files, send requests, call tools, ask models, open approvals. */
import { findColleagues } from '../../accounts/colleagues.ts';
import { payingAccount } from '../../accounts/reservations.ts';
import { createPay } from '../../accounts/spending.ts';
import { MEGABYTE } from '../../configuration/limits.ts';
import type { CredentialUse, CredentialUses, UsePlace } from '../../credentials/contract.ts';
import { withRedactedFiles, withRedaction } from '../../credentials/use/redaction.ts';
import type { HeddleDatabase } from '../../database.ts';
import type { DocumentReader } from '../../documents/reader.ts';
import { printedBelow } from '../../engine/printed-params.ts';
import { createStepFiles } from '../../files/step-files.ts';
import type { FileServices } from '../../files/store.ts';
import type {
  ApprovalRequest,
  AssistantResult,
  AssistantTask,
  CallReply,
  EventOutput,
  FileText,
  ModelQuestion,
  OpenedApproval,
  OpenedWait,
  Pay,
  StepContext,
  StepFiles,
  StepHttp,
  StepOutcome,
  WaitedEvent,
  WaitRequest,
  WorkflowRunRequest,
} from '../../nodes/step.ts';
import { createSemaphore, type Semaphore } from '../../platform/concurrency/semaphore.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import type { MarkdownToHtml } from '../../platform/markdown/markdown-html.ts';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';
import type { Sealer } from '../../platform/sealing/sealing.ts';
import type { TraceContext, Tracer } from '../../platform/traces/tracer.ts';
import type { TemplateCache } from '../../templates/template.ts';
import type { ToolContext, ToolRunRequest } from '../../tools/contract/tool.ts';
import type { ToolBox } from '../../tools/registry.ts';
import { readSigningSecret } from '../../workflows/signing.ts';
import { stepNamesFile } from './named-files.ts';
import type { Capabilities, OpenedCapabilities, StepAttempt } from './run-services.ts';
import type { RunFacts, RunLinks, RunState } from './run-state.ts';
import { runTrace, stepSpanId } from './run-trace.ts';
import type { StepKey, WaitingStep } from './saved-run.ts';
import type { StepRecord } from './step-record.ts';

export interface CapabilityServices {
  database: HeddleDatabase;
  files: FileServices;
  http: OutboundHttp;
  credentials: CredentialUses;
  sealer: Sealer;
  mailer: Mailer;
  markdownToHtml: MarkdownToHtml;
  tools: ToolBox;
  assistants: StepAssistants;
  reader: DocumentReader;
  openApproval: OpenApproval;
  startChild: StartChild;
  runForTool: RunForTool;
  replyToCall: ReplyToCall;
  waits: StepWaits;
  templates: TemplateCache;
  tracer: Tracer;
}

export interface StepAssistants {
  run(step: AskingStep, task: AssistantTask): Promise<AssistantResult>;
  ask(step: AskingStep, question: ModelQuestion): Promise<{ answer: unknown; credits: number }>;
}

/** The step that asks an assistant or a model. */
export interface AskingStep extends Pick<StepContext, 'idempotencyKey' | 'signal' | 'progress'> {
  run: RunFacts;
  files: StepFiles;
  readText(reference: unknown): Promise<FileText>;
  /** `callId` identifies the call among all tool calls of the step. */
  callTool(name: string, params: Readonly<Record<string, unknown>>, callId: string): Promise<StepOutcome>;
  /** Counts what a call of a model cost, even if the step fails afterwards. */
  addPayment(credits: number): void;
  /** Counts what the step has cost so far, at least. */
  notePaid(credits: number): void;
}

/** Opens the approval of a step, or finds the one that the step opened before. Returns when it was opened. */
export type OpenApproval = (
  run: RunFacts,
  place: WaitingPlace,
  request: ApprovalRequest,
  signal: AbortSignal,
) => Promise<OpenedApproval & { startedAt: Date }>;

/** Waits and events, as the steps of runs use them. */
export interface StepWaits {
  /** Returns when it was opened, which may have been by an earlier execution of the step. */
  open(
    run: RunFacts,
    place: WaitingPlace,
    request: WaitRequest,
    signal: AbortSignal,
  ): Promise<OpenedWait & { startedAt: Date }>;
  /** For templates that name the URL of a step that waits for a call. */
  openLinks(signal: AbortSignal): Promise<RunLinks>;
  /** `id` identifies the event among all that steps send. */
  send(run: RunFacts, id: string, event: WaitedEvent & { data: unknown }, signal: AbortSignal): Promise<EventOutput>;
}

/** Stores the answer of a step to the call that started its run. */
export type ReplyToCall = (run: RunFacts, step: StepKey, reply: CallReply, signal: AbortSignal) => Promise<void>;

/**
 * Starts a run of another workflow, or finds the one that the step started before. Returns when the step began to wait for
 * it.
 */
export type StartChild = (
  run: RunFacts,
  request: ChildRequest,
) => Promise<{ runId: string; workflowName: string; startedAt: Date }>;

export interface ChildRequest extends WorkflowRunRequest {
  place: WaitingPlace;
  /** Whether the step names this file of the user, and so lets the new run read it. */
  isNamed(fileId: string): boolean;
  traceContext: TraceContext | null;
  signal: AbortSignal;
}

/**
 * Starts the run of a tool that a step or its assistant calls, or finds the one that the same call started before, and waits
 * until it has ended or pauses.
 */
export type RunForTool = (
  run: RunFacts,
  request: ToolRunRequest & Pick<ChildRequest, 'isNamed' | 'traceContext' | 'signal'> & CallOfTool,
) => Promise<StepOutcome>;

interface CallOfTool {
  step: StepKey;
  /** The same whenever the call is repeated. */
  idempotencyKey: string;
}

/** A step that opens what it waits for: an approval, a time, another run. */
export interface WaitingPlace extends Omit<WaitingStep, 'runId' | 'nodeType'> {
  /** Whether a step follows on `timeout`. */
  timeoutContinues: boolean;
}

/**
 * Limits the bytes of large replies that the runs of this process have in memory and have not saved. While a reply is
 * processed, each of its bytes takes some 8 bytes. The replies of one user, and replies that arrive slowly, get at most
 * half of it. This is not the semaphore of loaded values, because a step that has loaded values may wait for the memory
 * of a reply; no step waits the other way round, so there is no deadlock.
 */
const ARRIVING_BYTES = { total: 64 * MEGABYTE, perOwner: 32 * MEGABYTE };

export function createStepCapabilities(services: CapabilityServices) {
  const arriving = createSemaphore(ARRIVING_BYTES);
  return (state: RunState, attempt: StepAttempt): OpenedCapabilities =>
    capabilitiesFor(services, arriving, state, attempt);
}

function capabilitiesFor(
  services: CapabilityServices,
  arriving: Semaphore,
  state: RunState,
  attempt: StepAttempt,
): OpenedCapabilities {
  const { database, credentials, mailer, markdownToHtml, tools, assistants, reader, waits, tracer } = services;
  const { record, printed, idempotencyKey, signal, progress: report, holdMemory } = attempt;
  const { facts } = state;
  const place = usePlace(state, record, signal);
  const use = credentials.open(place);
  const progress = (text: string) => report(use.redactText(text));
  const { user, organizationId, id: runId, startedAt } = facts;
  const nextTriggerDepth = facts.triggerDepth + (facts.triggerType.startsWith('trigger.booster_') ? 1 : 0);
  const admit = async (bytes: number) => holdMemory(await arriving.acquire(user.id, bytes, signal));
  const httpFor = (given: CredentialUse): StepHttp => ({ request: options => given.request({ ...options, admit }) });
  const pay = countPayments(createPay(database, payingAccount(user.id, organizationId), signal), record);
  const files = filesFor(services, state, record, use, idempotencyKey, signal);

  async function readText(reference: unknown): Promise<FileText> {
    const { attachment, content } = await files.read(reference);
    return { attachment, ...(await reader.read({ attachment, content }, { owner: user.id, signal, pay })) };
  }

  const traceHeaders = () => traceHeadersOf(tracer, facts, record);
  const contextFor = (given: CredentialUse, key: string, toolFiles: StepFiles): ToolContext => ({
    ...{ signal, nextTriggerDepth, progress, startedAt, user, runId, readText, pay, traceHeaders },
    http: httpFor(given),
    connect: given.connect,
    idempotencyKey: key,
    files: toolFiles,
    runWorkflow: request => runForTool(services, state, attempt, { ...request, idempotencyKey: key }),
  });
  const callTool = (name: string, params: Readonly<Record<string, unknown>>) =>
    tools.call(name, params, contextFor(use, idempotencyKey, files), printedBelow('/params', printed));
  const asking: AskingStep = {
    run: facts,
    idempotencyKey,
    signal,
    progress,
    files,
    readText,
    addPayment: credits => record.addPayment(credits),
    notePaid: credits => record.notePaid(credits),
    callTool(name, params, callId) {
      const key = `${idempotencyKey}-${callId}`;
      // The model sees the result at once, so each call is redacted by itself.
      const own = credentials.open({ ...place, markers: new Map() });
      const context = contextFor(own, key, filesFor(services, state, record, own, key, signal));
      return withRedaction(own, () => tools.call(name, params, context));
    },
  };
  const capabilities: Capabilities = {
    files,
    progress,
    http: httpFor(use),
    connect: use.connect,
    mailer,
    findColleagues: addresses => database.retry(() => findColleagues(database.query, user.id, addresses), { signal }),
    toHtml: markdown => markdownToHtml(markdown, { owner: user.id, signal }),
    traceHeaders,
    nextTriggerDepth,
    pay,
    readText,
    callTool,
    runAssistant: task => assistants.run(asking, task),
    askModel: question => assistants.ask(asking, question),
    signingSecret: () =>
      database.retry(() => readSigningSecret(database.query, services.sealer, facts.workflowId), { signal }),
    replyToCall: reply => replyToCall(services, state, attempt, reply),
    startRun: request => startChildRun(services, state, attempt, request),
    openApproval: async request =>
      noteStart(record, await services.openApproval(facts, waitingPlace(state, record), request, signal)),
    openWait: async request => noteStart(record, await waits.open(facts, waitingPlace(state, record), request, signal)),
    sendEvent: event => waits.send(facts, idempotencyKey, event, signal),
  };
  return { capabilities, redact: use.redact };
}

/** Returns false when nobody waits for the reply. */
async function replyToCall(
  services: CapabilityServices,
  state: RunState,
  { record, signal }: StepAttempt,
  reply: CallReply,
): Promise<boolean> {
  if (!expectsReply(state)) return false;
  await services.replyToCall(state.facts, record, reply, signal);
  return true;
}

async function startChildRun(
  { startChild, templates, tracer }: CapabilityServices,
  state: RunState,
  { record, signal }: StepAttempt,
  request: WorkflowRunRequest,
) {
  const started = await startChild(state.facts, {
    ...request,
    place: waitingPlace(state, record),
    isNamed: fileId => stepNamesFile(state, record.place.node, fileId, templates),
    traceContext: tracer.receive(traceHeadersOf(tracer, state.facts, record)),
    signal,
  });
  return noteStart(record, started);
}

function runForTool(
  { runForTool: run, templates, tracer }: CapabilityServices,
  state: RunState,
  { record, signal }: StepAttempt,
  request: ToolRunRequest & { idempotencyKey: string },
): Promise<StepOutcome> {
  return run(state.facts, {
    ...request,
    step: { nodeId: record.nodeId, iteration: [...record.iteration] },
    isNamed: fileId => stepNamesFile(state, record.place.node, fileId, templates),
    traceContext: tracer.receive(traceHeadersOf(tracer, state.facts, record)),
    signal,
  });
}

/** An earlier execution of the step may have started or opened what it waits for. */
function noteStart<Begun extends { startedAt: Date }>(record: StepRecord, { startedAt, ...begun }: Begun) {
  record.startedAt = startedAt.getTime();
  return begun;
}

function traceHeadersOf(tracer: Tracer, facts: RunFacts, record: StepRecord) {
  return tracer.headersFor(runTrace(facts), stepSpanId(facts, record));
}

/** A step that fails after it has paid for something has spent credits too. */
function countPayments(pay: Pay, record: StepRecord): Pay {
  return async (estimate, act) => {
    let paid = 0;
    const result = await pay(estimate, async () => {
      const done = await act();
      paid = done.credits;
      return done;
    });
    record.addPayment(paid);
    return result;
  };
}

/** Files that are saved under the same idempotency key again are found instead of being stored twice. */
function filesFor(
  { files, templates }: CapabilityServices,
  state: RunState,
  { place }: StepRecord,
  use: CredentialUse,
  idempotencyKey: string,
  signal: AbortSignal,
): StepFiles {
  const { user, organizationId, id: runId } = state.facts;
  const isNamed = (fileId: string) => stepNamesFile(state, place.node, fileId, templates);
  const own = createStepFiles({ ...files, userId: user.id, organizationId, runId, isNamed, idempotencyKey, signal });
  return withRedactedFiles(own, use);
}

/** Where a step uses credentials. */
function usePlace(state: RunState, { place, nodeId }: StepRecord, signal: AbortSignal): UsePlace {
  const { id: runId, workflowId, user } = state.facts;
  return { user, runId, workflowId, nodeId, markers: state.secretMarkers(place), signal };
}

function waitingPlace(state: RunState, record: StepRecord): WaitingPlace {
  const { nodeId, iteration, position } = record;
  return {
    nodeId,
    iteration: [...iteration],
    position,
    startedAt: new Date(record.startedAt ?? Date.now()),
    timeoutContinues: state.hasEdge(record, 'timeout'),
  };
}

/** Whether the run began with a webhook call that waits for the answer of a step. Nobody waits for a replay or a test. */
function expectsReply({ facts, plan }: RunState): boolean {
  if (facts.triggerType !== 'trigger.webhook' || facts.variation !== null) return false;
  const trigger = plan.graph.index(facts.triggerNodeId);
  return trigger !== undefined && plan.steps[trigger]?.node.params.reply === 'step';
}
