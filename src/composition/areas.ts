/** Opens the areas of the service on a platform. Each area gets only what was opened before it. */
import path from 'node:path';
import { createNotify } from '../accounts/notifications.ts';
import { createPasswords, type PasswordCost, type Passwords } from '../accounts/passwords.ts';
import { accountTasks } from '../accounts/tasks.ts';
import type { DecidingServices } from '../approvals/deciding.ts';
import { type Approvals, openApprovals } from '../approvals/open.ts';
import { findAssistantsForSteps } from '../assistants/assistants.ts';
import { assistantTasks, type Chats, openAssistants } from '../assistants/open.ts';
import { auditTasks } from '../audit/tasks.ts';
import { type Booster, openBooster } from '../booster/open.ts';
import type { Config } from '../configuration/config.ts';
import { type McpServers, openMcpServers } from '../connectors/mcp-servers/open.ts';
import { type Connectors, openConnectors } from '../connectors/open.ts';
import type { CredentialUses } from '../credentials/contract.ts';
import { createExternalSecrets, type ExternalSecrets } from '../credentials/external/external-secrets.ts';
import { type Credentials, openCredentials } from '../credentials/open.ts';
import type { FileServices } from '../files/store.ts';
import { fileTasks } from '../files/tasks.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { PersonalToolServices } from '../mcp/personal-tools.ts';
import type { Task } from '../platform/jobs/task.ts';
import { createProcessorClock } from '../platform/processor-clock.ts';
import { alertMailTask } from '../runs/failures/alert-mail.ts';
import { openRuns, type Runs, runTasks } from '../runs/open.ts';
import { createInputExpressions } from '../runs/starting/input-expressions.ts';
import { createStartOf } from '../runs/starting/start-columns.ts';
import { referencedStepBlobs } from '../runs/store/runs.ts';
import type { McpTools } from '../tools/mcp/mcp-tools.ts';
import { boosterTriggerTasks, findStarts } from '../triggers/booster-events.ts';
import { openPolls, type Polls } from '../triggers/polls/polls.ts';
import { pollEndpoints } from '../triggers/polls/routes.ts';
import type { RunEventServices } from '../triggers/run-events/run-events.ts';
import { runListenerTask } from '../triggers/run-events/tasks.ts';
import type { ScheduleServices } from '../triggers/schedules.ts';
import { createReplyToCall, webhookTasks } from '../triggers/webhooks/replies.ts';
import { openWaits, type Waits } from '../waits/open.ts';
import { type Checker, createChecker, createLanguage } from '../workflows/checking.ts';
import { workflowTasks } from '../workflows/deletion.ts';
import type { Platform } from './platform.ts';
import { builderServices, type InstalledTools, openReader, openTools } from './tools.ts';

export interface Areas {
  passwords: Passwords;
  files: FileServices;
  checker: Checker;
  credentialUses: CredentialUses;
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
  polling: { polls: Polls; endpoints: Endpoint[] };
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
  const { config, log, metrics, database, machinery, blobs, outbound, models, publicUrl } = platform;
  const { threads, computeThreads } = platform;
  const notify = createNotify(platform.jobQueue);
  const connections = openCredentials({
    ...{ database, machinery, notify, publicUrl },
    sealer: platform.sealer,
    http: outbound,
    external: openExternalSecrets(config),
    onError: err => log.error({ err }, 'while recording the use of credentials'),
  });
  opened.defer(() => connections.close());
  const credentials = connections.uses;
  const booster = openBooster({
    sealer: platform.sealer,
    database,
    machinery,
    blobs,
    http: outbound,
    metrics,
    publicUrl,
    findStarts,
    limits: config.storage,
    images: {
      ...config.images,
      cacheFolder: path.join(config.service.dataFolder, 'images'),
      onError: err => log.warn({ err }, 'with the cache of resized images'),
    },
    jobs: platform.jobQueue,
  });
  opened.defer(() => booster.close());

  const files: FileServices = { database, blobs, publicUrl, fileBytes: config.storage.fileBytes };
  const deciding = { files, threads, runLimits: config.runs, limits: config.approvals };
  const approvals = openApprovals({
    ...deciding,
    database,
    machinery,
    notify,
    publicUrl,
    hasConsole: config.http.console,
  });

  const waits = openWaits({
    ...{ database, machinery, publicUrl, log },
    sealer: platform.sealer,
    limits: config.runs,
  });

  const takenNames = () => ({
    tools: tools.box.ownNames,
    servers: (config.tools.mcpServers ?? []).map(({ name }) => name),
  });
  const connectors = openConnectors({
    ...{ database, machinery, blobs, threads, credentials, takenNames },
    credentialStore: connections.store,
    http: outbound,
  });
  const personalMcpServers = openMcpServers({
    ...{ database, takenNames, publicUrl, log },
    credentials: connections,
    http: outbound,
  });
  const personalSources = [connectors.tools, personalMcpServers.tools];
  const tools: InstalledTools = openTools({
    config,
    threads,
    models,
    boosterTools: booster.tools,
    personal: personalSources,
    connect: connects,
    log,
  });
  opened.defer(() => tools.close());
  const reader = openReader(config, models);
  opened.defer(() => reader.close());
  const language = createLanguage(tools.box, config.workflows);
  const expressions = createInputExpressions(language.templates, createProcessorClock());
  const queueRules = { ...config.triggers, startOf: createStartOf(expressions) };
  const checker = createChecker(language, {
    usableAssistants: findAssistantsForSteps,
    usableCredentials: (db, { userId, email }, names) => credentials.findUsable(db, { id: userId, email }, names),
    threads: computeThreads,
  });
  const assistants = openAssistants({
    credentials,
    database,
    threads,
    log,
    files,
    reader,
    models,
    tools: tools.box,
    listener: platform.listener,
    classificationModel: config.assistants.classificationModel,
    atOnce: config.assistants.atOnce,
  });
  const runs = openRuns({
    sealer: platform.sealer,
    credentials,
    database,
    machinery,
    liveness: platform.liveness,
    listener: platform.listener,
    notify,
    openApproval: approvals.open,
    waits: waits.steps,
    replyToCall: createReplyToCall(database),
    files,
    http: outbound,
    mailer: platform.mailer,
    markdownToHtml: platform.markdownToHtml,
    tools: tools.box,
    assistants: assistants.steps,
    reader,
    language,
    computeThreads,
    checker,
    limits: config.runs,
    runnerLimits: config.runs,
    queueLimits: queueRules,
    jobs: platform.jobQueue,
    claims: work,
    metrics,
    workflowMetrics: { most: config.metrics.workflows, named: areMetricsProtected(config) },
    log,
    tracer: platform.tracer,
  });
  const chats = assistants.openChats(builderServices({ database, checker, runs }));

  const tasks = [
    ...accountTasks({
      database: machinery,
      mailer: platform.mailer,
      markdownToHtml: platform.markdownToHtml,
      publicUrl,
      log,
      metrics,
      notificationRetention: config.notifications,
    }),
    ...auditTasks(machinery, config.audit),
    ...fileTasks({ database: machinery, blobs }, [
      referencedStepBlobs,
      ...booster.referenced,
      ...connectors.referenced,
    ]),
    ...runTasks(platform, config.runs),
    ...runs.tasks,
    ...workflowTasks(machinery),
    ...connections.tasks,
    ...connectors.tasks,
    ...booster.tasks,
    ...approvals.tasks,
    ...waits.tasks,
    ...assistantTasks(machinery),
    ...webhookTasks(machinery),
    alertMailTask(platform),
    runListenerTask(machinery),
    ...boosterTriggerTasks({
      database: machinery,
      notify,
      withLinks: booster.withLinks,
      limits: queueRules,
    }),
  ];
  const scheduling = { database: machinery, notify, limits: queueRules, log, metrics };
  const runEvents = {
    ...{ database: machinery, listener: platform.listener, notify, log },
    jobs: platform.jobQueue,
    replaying: runs.replaying,
    limits: { ...queueRules, inputCharacters: config.runs.inputCharacters },
  };
  const pollReading = {
    ...{ database, files, credentials, reader },
    ...{ box: tools.box, threads: computeThreads, limits: { ...queueRules, ...config.runs } },
  };
  const polls = openPolls({ ...pollReading, database: machinery, notify, log, metrics });
  opened.defer(() => polls.stop());
  const polling = { polls, endpoints: pollEndpoints({ ...pollReading, polls, checker }) };
  const { mcpServers } = tools;
  return {
    passwords: createPasswords(passwordCost),
    files,
    checker,
    credentials: connections,
    credentialUses: credentials,
    connectors,
    personalMcpServers,
    personalTools: {
      ...{ database, files, credentials, reader },
      box: tools.box,
      sources: personalSources,
      shownCharacters: config.runs.shownCharacters,
    },
    booster,
    approvals,
    waits,
    deciding,
    runs,
    chats,
    scheduling,
    runEvents,
    polling,
    mcpServers,
    tasks,
  };
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
