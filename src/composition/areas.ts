/** Opens the areas of the service on a platform. Each area gets only what was opened before it. */
import path from 'node:path';
import { createNotify, type Notify } from '../accounts/notifications.ts';
import { createOwnLinks } from '../accounts/own-links.ts';
import { createPasswords, type PasswordCost, type Passwords } from '../accounts/sign-in/passwords.ts';
import { accountTasks } from '../accounts/tasks.ts';
import { approvalChannelTasks } from '../approval-channels/tasks.ts';
import type { DecidingServices } from '../approvals/deciding.ts';
import { type Approvals, openApprovals } from '../approvals/open.ts';
import { findAssistantsForSteps } from '../assistants/assistants.ts';
import { assistantTasks, type Chats, openAssistants } from '../assistants/open.ts';
import { auditTasks } from '../audit/tasks.ts';
import { type Booster, openBooster } from '../booster/open.ts';
import type { Config } from '../configuration/config.ts';
import { type McpServers, openMcpServers } from '../connectors/mcp-servers/open.ts';
import { type Connectors, openConnectors } from '../connectors/open.ts';
import { createExternalSecrets, type ExternalSecrets } from '../credentials/external/external-secrets.ts';
import { type Credentials, openCredentials } from '../credentials/open.ts';
import type { DocumentReader } from '../documents/reader.ts';
import type { FileServices } from '../files/store.ts';
import { fileTasks } from '../files/tasks.ts';
import type { PersonalToolServices } from '../mcp/personal-tools.ts';
import { createProcessorClock } from '../platform/concurrency/processor-clock.ts';
import type { Task } from '../platform/jobs/task.ts';
import { alertMailTask } from '../runs/failures/alert-mail.ts';
import { openRuns, type Runs, runTasks } from '../runs/open.ts';
import { createDecide } from '../runs/starting/decide.ts';
import { createInputExpressions } from '../runs/starting/input-expressions.ts';
import { createStartOf } from '../runs/starting/start-columns.ts';
import { createRunForUser } from '../runs/starting/user-tool-runs.ts';
import type { QueueRules } from '../runs/store/queueing.ts';
import { referencedStepBlobs } from '../runs/store/runs.ts';
import type { PersonalToolSource } from '../tools/contract/tool.ts';
import type { McpTools } from '../tools/mcp/mcp-tools.ts';
import { boosterTriggerTasks, findStarts } from '../triggers/booster-events.ts';
import { consumerKinds } from '../triggers/consumers/consumer-kinds.ts';
import { type Consumers, openConsumers } from '../triggers/consumers/consumers.ts';
import { databaseChangeKind } from '../triggers/database-changes/database-changes.ts';
import { dropSlotsTask } from '../triggers/database-changes/dropping.ts';
import { openPolls } from '../triggers/polls/polls.ts';
import type { PollEndpointServices } from '../triggers/polls/routes.ts';
import type { RunEventServices } from '../triggers/run-events/run-events.ts';
import { runListenerTask } from '../triggers/run-events/tasks.ts';
import { replanningTask } from '../triggers/schedules/replanning.ts';
import type { ScheduleServices } from '../triggers/schedules/schedules.ts';
import { createReplyToCall, webhookReplyTasks } from '../triggers/webhooks/replies.ts';
import { openWaits, type Waits } from '../waits/open.ts';
import { Checker, createLanguage } from '../workflows/checking.ts';
import { workflowTasks } from '../workflows/deletion.ts';
import { HolidayReader } from '../workflows/schedule-holidays.ts';
import { createWorkflowTools } from '../workflows/tools/tool-source.ts';
import type { Platform } from './platform.ts';
import { builderServices, type InstalledTools, openReader, openTools } from './tools.ts';

export interface Areas {
  passwords: Passwords;
  files: FileServices;
  checker: Checker;
  holidays: HolidayReader;
  connectors: Connectors;
  personalMcpServers: McpServers;
  /** The tools that users have beside those of the installation. */
  personalTools: PersonalToolServices;
  credentials: Credentials;
  booster: Booster;
  approvals: Approvals;
  waits: Waits;
  deciding: DecidingServices;
  runs: Runs;
  chats: Chats;
  scheduling: ScheduleServices;
  runEvents: RunEventServices;
  polling: PollEndpointServices;
  consumers: Consumers;
  mcpServers: McpTools['servers'];
  /** The background work of all areas. */
  tasks: Task[];
}

interface AreaOptions {
  /** Whether this process executes runs that others queued. */
  work: boolean;
  /** Whether it connects to MCP servers before one of their tools is called. */
  connects: boolean;
  /** What a new password costs to hash, as recommended unless a test says otherwise. */
  passwordCost?: PasswordCost | undefined;
}

export function openAreas(platform: Platform, options: AreaOptions, opened: AsyncDisposableStack): Areas {
  const { work, connects, passwordCost } = options;
  const { config, database, background, publicUrl, sealer, log } = platform;
  const notify = createNotify(platform.jobQueue);
  const { fileBytes, runFileBytes } = config.storage;
  const files: FileServices = { database, blobs: platform.blobs, publicUrl, fileBytes, runFileBytes };
  const deciding = {
    files,
    threads: platform.threads,
    runLimits: config.runs,
    limits: config.approvals,
    notify,
    publicUrl,
  };
  const waits = openWaits({ database, background, publicUrl, log, sealer });
  const resources = openResources(platform, { notify, connects }, opened);
  const { connections, booster, connectors, personalMcpServers, personalSources, tools, reader } = resources;
  const { findUsable } = connections.uses;
  const approvals = openApprovals({ ...deciding, database, background, findUsable });
  const holidays = new HolidayReader(platform.blobs);
  const executing = openExecuting(platform, { work, notify, files, holidays, approvals, waits, ...resources });
  const { checker, runs, chats, queueRules } = executing;
  const triggers = openTriggers(platform, { notify, files, holidays, ...resources, ...executing }, opened);
  const credentials = connections.uses;
  return {
    ...{ files, checker, holidays, connectors, personalMcpServers, booster, approvals, waits, deciding, runs, chats },
    ...triggers,
    passwords: createPasswords(passwordCost),
    credentials: connections,
    personalTools: {
      ...{ database, files, credentials, reader },
      box: tools.box,
      sources: personalSources,
      shownCharacters: config.runs.shownCharacters,
    },
    mcpServers: tools.mcpServers,
    tasks: [
      replanningTask(background, holidays),
      ...platformTasks(platform, [referencedStepBlobs, ...booster.referenced, ...connectors.referenced]),
      ...[connections, connectors, booster, approvals, waits, runs].flatMap(area => area.tasks),
      ...approvalChannelTasks({
        database: background,
        uses: credentials,
        http: platform.outbound,
        deciding,
        notify,
        publicUrl,
      }),
      dropSlotsTask({ database: background, notify, credentials }),
      ...boosterTriggerTasks({ database: background, notify, withLinks: booster.withLinks, limits: queueRules }),
    ],
  };
}

/** What workflows and assistants use: credentials, panels, connectors, and the tools of all of them. */
interface Resources {
  connections: Credentials;
  booster: Booster;
  connectors: Connectors;
  personalMcpServers: McpServers;
  /** The tools of connectors and MCP servers, which only some users have. */
  personalSources: PersonalToolSource[];
  tools: InstalledTools;
  reader: DocumentReader;
}

function openResources(
  platform: Platform,
  { notify, connects }: { notify: Notify; connects: boolean },
  opened: AsyncDisposableStack,
): Resources {
  const { config, log, database, background, blobs, outbound, models, publicUrl, sealer, threads } = platform;
  const connections = openCredentials({
    ...{ database, background, notify, sealer, http: outbound },
    external: openExternalSecrets(config),
    onError: err => log.error({ err }, 'while recording the use of credentials'),
  });
  opened.defer(() => connections.close());
  const booster = openBooster({
    ...{ database, background, blobs, metrics: platform.metrics, publicUrl, sealer, http: outbound, findStarts },
    limits: config.storage,
    images: {
      ...config.images,
      cacheFolder: path.join(config.service.dataFolder, 'images'),
      onError: err => log.warn({ err }, 'with the cache of resized images'),
    },
    jobs: platform.jobQueue,
  });
  opened.defer(() => booster.close());
  const takenNames = () => ({
    tools: tools.box.ownNames,
    servers: (config.tools.mcpServers ?? []).map(({ name }) => name),
  });
  const connectors = openConnectors({
    ...{ database, background, blobs, threads, takenNames, http: outbound },
    credentials: connections.uses,
    credentialStore: connections.store,
  });
  const personalMcpServers = openMcpServers({
    ...{ database, takenNames, publicUrl, log, http: outbound },
    credentials: connections,
  });
  const personalSources = [connectors.tools, personalMcpServers.tools];
  // Nobody's connector or MCP server takes the name of a workflow.
  const workflowTools = createWorkflowTools(database.query);
  const tools: InstalledTools = openTools({
    ...{ config, threads, models, log },
    boosterTools: booster.tools,
    personal: [workflowTools, ...personalSources],
    connect: connects,
  });
  opened.defer(() => tools.close());
  const reader = openReader(config, models);
  opened.defer(() => reader.close());
  return { connections, booster, connectors, personalMcpServers, personalSources, tools, reader };
}

interface Executing {
  checker: Checker;
  queueRules: QueueRules & Config['triggers'];
  runs: Runs;
  chats: Chats;
}

interface ExecutingOptions extends Pick<Resources, 'connections' | 'tools' | 'reader'> {
  work: boolean;
  notify: Notify;
  files: FileServices;
  holidays: HolidayReader;
  approvals: Approvals;
  waits: Waits;
}

/** Opens what executes workflows and talks to people. */
function openExecuting(platform: Platform, options: ExecutingOptions): Executing {
  const { config, log, metrics, database, background, outbound, models, threads, computeThreads, listener } = platform;
  const { work, notify, files, holidays, approvals, waits, tools, reader } = options;
  const credentials = options.connections.uses;
  const language = createLanguage(tools.box, config.workflows);
  const expressions = createInputExpressions(language.templates, createProcessorClock());
  const queueRules = { ...config.triggers, startOf: createStartOf(expressions), decide: createDecide(expressions) };
  const checker = new Checker(language, {
    usableAssistants: findAssistantsForSteps,
    usableCredentials: (db, { userId, email }, names) => credentials.findUsable(db, { id: userId, email }, names),
    threads: computeThreads,
  });
  const assistants = openAssistants({
    ...{ credentials, database, threads, log, files, reader, models, listener },
    tools: tools.box,
    classificationModel: config.assistants.classificationModel,
    atOnce: config.assistants.atOnce,
  });
  const runs = openRuns({
    ...{
      credentials,
      database,
      background,
      listener,
      notify,
      files,
      reader,
      language,
      computeThreads,
      checker,
      holidays,
    },
    ...{ metrics, log, sealer: platform.sealer, liveness: platform.liveness, tracer: platform.tracer },
    openApproval: approvals.open,
    waits: waits.steps,
    replyToCall: createReplyToCall(database),
    http: outbound,
    mailer: platform.mailer,
    markdownToHtml: platform.markdownToHtml,
    tools: tools.box,
    assistants: assistants.steps,
    limits: config.runs,
    runnerLimits: config.runs,
    queueLimits: queueRules,
    jobs: platform.jobQueue,
    claims: work,
    workflowMetrics: { most: config.metrics.workflows, named: areMetricsProtected(config) },
  });
  const chats = assistants.openChats({
    builder: builderServices({ database, checker, runs }),
    runForUser: createRunForUser(runs.services),
  });
  return { checker, queueRules, runs, chats };
}

interface TriggerOptions extends Pick<Resources, 'connections' | 'tools' | 'reader'>, Executing {
  notify: Notify;
  files: FileServices;
  holidays: HolidayReader;
}

/** Opens what starts runs in the background. */
function openTriggers(
  platform: Platform,
  { notify, files, holidays, connections, tools, reader, checker, queueRules, runs }: TriggerOptions,
  opened: AsyncDisposableStack,
): Pick<Areas, 'scheduling' | 'runEvents' | 'polling' | 'consumers'> {
  const { config, log, metrics, database, background, listener } = platform;
  const reading = {
    ...{ database, files, reader, credentials: connections.uses },
    ...{ box: tools.box, threads: platform.computeThreads, limits: { ...queueRules, ...config.runs } },
  };
  const polls = openPolls({ ...reading, database: background, notify, log, metrics });
  opened.defer(() => polls.stop());
  const limits = { ...queueRules, inputCharacters: config.runs.inputCharacters };
  const consumers = openConsumers({
    ...{ database: background, listener, notify, limits, log, metrics },
    credentials: connections.uses,
    liveness: platform.liveness,
    kinds: [
      ...consumerKinds,
      databaseChangeKind({ database: background, notify, lagBytes: config.triggers.replicationLagBytes }),
    ],
  });
  opened.defer(() => consumers.stop());
  return {
    scheduling: { database: background, notify, holidays, limits: queueRules, log, metrics },
    runEvents: {
      ...{ database: background, listener, notify, log },
      jobs: platform.jobQueue,
      replaying: runs.services,
      limits,
    },
    consumers,
    polling: { ...reading, polls, checker },
  };
}

/** The background work that needs no area to be opened. */
function platformTasks(platform: Platform, referencedBlobs: Parameters<typeof fileTasks>[1]): Task[] {
  const { config, background, blobs, mailer, markdownToHtml, publicUrl, sealer, log, metrics } = platform;
  return [
    ...accountTasks({
      ...{ database: background, mailer, markdownToHtml, publicUrl, log, metrics },
      openOwnLinks: createOwnLinks(background, sealer),
      notificationRetention: config.notifications,
    }),
    ...auditTasks(background, config.audit),
    ...fileTasks({ database: background, blobs }, referencedBlobs),
    ...runTasks(platform, config.runs),
    ...workflowTasks(background),
    ...assistantTasks(background),
    ...webhookReplyTasks(background),
    alertMailTask(platform),
    runListenerTask(background),
  ];
}

function openExternalSecrets({ secrets: { folder, vault }, secretVariables }: Config): ExternalSecrets {
  const { url, ...rest } = vault;
  return createExternalSecrets({
    variables: secretVariables,
    folder,
    vault: url === undefined ? undefined : { url, ...rest },
  });
}

function areMetricsProtected({ metrics: { token, port } }: Config): boolean {
  return token !== undefined || port !== undefined;
}
