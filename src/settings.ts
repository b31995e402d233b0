/** Every setting, its default, its meaning. */
import {
  anyText,
  apiKey,
  cidrs,
  email,
  folder,
  httpUrl,
  integer,
  mailbox,
  megabytes,
  oneOf,
  onOff,
  optional,
  postgresUrl,
  type Setting,
  setting,
  smtpUrl,
  text,
} from './config-values.ts';
import { limits, MEGABYTE } from './limits.ts';
import { parseModels } from './platform/models/settings.ts';
import { parseMcpServers } from './tools/mcp/settings.ts';
import { parseWebSearch } from './tools/web-search-settings.ts';
import { traceSettings } from './trace-settings.ts';

export const settings = {
  host: setting('HEDDLE_HOST', text, '127.0.0.1', 'address to listen on'),
  port: setting('HEDDLE_PORT', integer(0, 65535), 8080, 'TCP port to listen on; 0 picks a free one'),
  publicUrl: optional(
    'HEDDLE_PUBLIC_URL',
    httpUrl,
    'address that links and webhook URLs start with (default: from host and port)',
  ),
  trustProxy: setting(
    'HEDDLE_TRUST_PROXY',
    cidrs,
    '',
    'addresses (CIDRs, comma-separated) of reverse proxies whose X-Forwarded-For is believed',
  ),
  dataFolder: setting('HEDDLE_DATA', folder, './data', 'folder of the embedded PostgreSQL, the files and the outbox'),

  databaseUrl: optional('HEDDLE_DATABASE_URL', postgresUrl, 'PostgreSQL to use instead of the embedded one', {
    secret: true,
  }),
  databaseConnections: setting(
    'HEDDLE_DATABASE_CONNECTIONS',
    integer(2, 1000),
    limits.database.connections,
    'connections of one process to the database that requests and steps share',
  ),
  databaseMachineryConnections: setting(
    'HEDDLE_DATABASE_MACHINERY_CONNECTIONS',
    integer(2, 1000),
    limits.database.machineryConnections,
    'further connections of one process, for the states of runs, jobs and schedules alone',
  ),
  statementSeconds: setting(
    'HEDDLE_STATEMENT_SECONDS',
    integer(1, 3600),
    limits.database.statementSeconds,
    'time that one statement of a request may take in the database',
  ),

  s3Bucket: optional('HEDDLE_S3_BUCKET', text, 'S3 bucket to keep files in instead of the data folder'),
  s3Endpoint: optional('HEDDLE_S3_ENDPOINT', httpUrl, 'address of an S3-compatible service (unset: AWS)'),
  s3Region: setting('HEDDLE_S3_REGION', text, 'us-east-1', 'region of the bucket'),
  s3AccessKeyId: optional('HEDDLE_S3_ACCESS_KEY_ID', text, 'access key id for the bucket'),
  s3SecretAccessKey: optional('HEDDLE_S3_SECRET_ACCESS_KEY', text, 'secret access key for the bucket', {
    secret: true,
  }),
  s3PathStyle: setting('HEDDLE_S3_PATH_STYLE', onOff, 'on', 'bucket in the path (on) or in the host name (off)'),
  s3Prefix: setting('HEDDLE_S3_PREFIX', anyText, '', 'what the keys of all objects start with'),

  smtpUrl: optional(
    'HEDDLE_SMTP_URL',
    smtpUrl,
    'SMTP server for e-mails (unset: .eml files in outbox/ of the data folder)',
    { secret: true },
  ),
  mailFrom: setting('HEDDLE_MAIL_FROM', mailbox, 'Heddle <heddle@localhost>', 'sender of e-mails'),

  adminEmail: setting(
    'HEDDLE_ADMIN_EMAIL',
    email,
    'admin@localhost',
    'e-mail of the administrator that the first start creates',
  ),
  adminKey: optional('HEDDLE_ADMIN_KEY', apiKey, 'API key of that administrator (unset: a random one, printed once)', {
    secret: true,
  }),

  allowedPrivateAddresses: setting(
    'HEDDLE_ALLOW_PRIVATE_ADDRESSES',
    cidrs,
    '',
    'addresses (CIDRs, comma-separated) that outgoing requests may reach although they are not public',
  ),

  models: optional(
    'HEDDLE_MODELS',
    parseModels,
    'AI models: a JSON list, or the path of a file that holds it (see docs/assistants.md)',
    { secret: true },
  ),
  classificationModel: optional(
    'HEDDLE_CLASSIFICATION_MODEL',
    text,
    'id of the model that ai.condition and ai.choice ask (default: the first)',
  ),
  imageTextModel: optional(
    'HEDDLE_IMAGE_TEXT_MODEL',
    text,
    'id of a model with vision that reads images as text (default: OCR on this machine)',
  ),
  answersAtOnce: setting(
    'HEDDLE_ANSWERS_AT_ONCE',
    integer(1, 10_000),
    limits.chat.atOnce,
    'answers of models that one process waits for at once, in chats and steps',
  ),
  mcpServers: optional(
    'HEDDLE_MCP_SERVERS',
    parseMcpServers,
    'MCP servers whose tools are offered: a JSON object by name, or the path of a file that holds it',
    { secret: true },
  ),
  webSearch: optional(
    'HEDDLE_WEB_SEARCH',
    parseWebSearch,
    'JSON of the provider of the tool web_search: {"provider", "url", "key"}',
    { secret: true },
  ),

  rateLimits: setting('HEDDLE_RATE_LIMITS', onOff, 'on', 'off for load tests: no request is refused for its rate'),
  requestsDefault: setting(
    'HEDDLE_REQUESTS_DEFAULT',
    integer(1, 1e9),
    limits.requestsPerMinute.default,
    'requests per minute and key, tier default',
  ),
  requestsHigh: setting(
    'HEDDLE_REQUESTS_HIGH',
    integer(1, 1e9),
    limits.requestsPerMinute.high,
    'requests per minute and key, tier high',
  ),
  requestsLow: setting(
    'HEDDLE_REQUESTS_LOW',
    integer(1, 1e9),
    limits.requestsPerMinute.low,
    'requests per minute and key, tier low',
  ),
  requestsWebhook: setting(
    'HEDDLE_REQUESTS_WEBHOOK',
    integer(1, 1e9),
    limits.requestsPerMinute.webhook,
    'webhook calls per minute and IP address',
  ),
  bodyBytes: setting('HEDDLE_MAX_BODY_MB', megabytes, limits.bodyBytes / MEGABYTE, 'largest JSON body'),
  fileBytes: setting('HEDDLE_MAX_FILE_MB', megabytes, limits.fileMegabytes, 'largest file'),

  panelMegabytes: setting(
    'HEDDLE_PANEL_MB',
    integer(0, limits.panel.megabytes),
    limits.panel.defaultMegabytes,
    'files of a panel that does not say; 0: only its owner’s quota applies',
  ),
  directUpload: setting('HEDDLE_DIRECT_UPLOAD', onOff, 'on', 'whether clients may post files past the API'),
  directUploadMinutes: setting(
    'HEDDLE_DIRECT_UPLOAD_MINUTES',
    integer(1, 100), // what is reserved for it is given back after two hours
    limits.storage.directUploadMinutes,
    'time to complete a direct upload in',
  ),
  linkMinutes: setting(
    'HEDDLE_LINK_MINUTES',
    integer(1, 525_600),
    limits.storage.linkMinutes,
    "how long links to panels' files are valid, and the longest that can be asked for",
  ),
  metadataBytes: setting(
    'HEDDLE_METADATA_BYTES',
    integer(2, limits.storage.fieldBytes),
    limits.storage.metadataBytes,
    'metadata of one file of a panel, in bytes of JSON',
  ),
  listedFiles: setting(
    'HEDDLE_LISTED_FILES',
    integer(1, 1e5),
    limits.storage.listedFiles.default,
    'files that one listing without paging gives',
  ),
  listedFilesMost: setting(
    'HEDDLE_LISTED_FILES_MOST',
    integer(1, 1e5),
    limits.storage.listedFiles.most,
    'files that one listing with paging gives at most',
  ),
  fileIds: setting(
    'HEDDLE_FILE_IDS',
    integer(1, 1e5),
    limits.storage.ids,
    'files that one `url` or `delete-many` names',
  ),
  imageCacheBytes: setting(
    'HEDDLE_IMAGE_CACHE_MB',
    megabytes,
    limits.images.cacheMegabytes,
    'resized images that are kept',
  ),
  imageMegapixels: setting(
    'HEDDLE_IMAGE_MEGAPIXELS',
    integer(1, 1000),
    limits.images.megapixels,
    'largest image that is resized',
  ),
  imagesAtOnce: setting('HEDDLE_IMAGES_AT_ONCE', integer(1, 64), limits.images.atOnce, 'images resized at once'),

  workflowNodes: setting('HEDDLE_WORKFLOW_NODES', integer(1, 1e4), limits.workflow.nodes, 'nodes of one workflow'),
  workflowRevisions: setting(
    'HEDDLE_WORKFLOW_REVISIONS',
    integer(1, 1e4),
    limits.workflow.revisions,
    'revisions that are kept of one workflow',
  ),
  definitionCharacters: setting(
    'HEDDLE_DEFINITION_CHARACTERS',
    integer(10_000, 10_000_000),
    limits.workflow.definitionCharacters,
    'characters of a workflow definition',
  ),
  definitionValues: setting(
    'HEDDLE_DEFINITION_VALUES',
    integer(1_000, 1_000_000),
    limits.workflow.definitionValues,
    'values (texts, numbers, lists, objects) in a workflow definition',
  ),
  templateCharacters: setting(
    'HEDDLE_TEMPLATE_CHARACTERS',
    integer(1_000, 10_000_000),
    limits.workflow.templateCharacters,
    'characters of one template',
  ),
  scheduleMinutes: setting(
    'HEDDLE_SCHEDULE_MINUTES',
    integer(1, 1440),
    limits.workflow.scheduleIntervalMinutes,
    'shortest interval of a schedule',
  ),
  cronCharacters: setting(
    'HEDDLE_CRON_CHARACTERS',
    integer(9, 1e4),
    limits.workflow.cronCharacters,
    'longest cron expression',
  ),
  noteCharacters: setting(
    'HEDDLE_NOTE_CHARACTERS',
    integer(0, 1e6),
    limits.workflow.noteCharacters,
    'longest note of a publication',
  ),
  importNameCharacters: setting(
    'HEDDLE_IMPORT_NAME_CHARACTERS',
    integer(1, 1e4),
    limits.workflow.importNameCharacters,
    'longest name of an imported or copied workflow',
  ),
  runInputCharacters: setting(
    'HEDDLE_RUN_INPUT_CHARACTERS',
    integer(1, 1e8),
    limits.run.inputCharacters,
    'longest run input, in characters of JSON',
  ),
  runSteps: setting('HEDDLE_RUN_STEPS', integer(1, 1e6), limits.run.steps, 'steps that one run executes at most'),
  runStepsAtOnce: setting(
    'HEDDLE_RUN_STEPS_AT_ONCE',
    integer(1, 1000),
    limits.run.stepsAtOnce,
    'steps of one run that run at once',
  ),
  loopItems: setting('HEDDLE_LOOP_ITEMS', integer(1, 1e5), limits.run.loopItems, 'items of one loop'),
  runSeconds: setting('HEDDLE_RUN_SECONDS', integer(1, 1e6), limits.run.seconds, 'longest run, pauses excluded'),
  stepOutputCharacters: setting(
    'HEDDLE_STEP_OUTPUT_CHARACTERS',
    integer(100, 1e7),
    limits.run.shownCharacters,
    "stored output of one step, in characters of JSON (in a loop's body: see the next)",
  ),
  loopStepOutputCharacters: setting(
    'HEDDLE_LOOP_STEP_OUTPUT_CHARACTERS',
    integer(100, 1e7),
    limits.run.shownInLoopCharacters,
    'stored output of one step in the body of a loop',
  ),
  queuedRuns: setting(
    'HEDDLE_QUEUED_RUNS',
    integer(1, 1e7),
    limits.run.queued,
    'runs that wait in one workflow before its webhooks accept no more',
  ),
  webhookCallsMinute: setting(
    'HEDDLE_WEBHOOK_CALLS_MINUTE',
    integer(1, 1e9),
    limits.webhook.calls.minute,
    'calls that one webhook trigger accepts in a minute',
  ),
  webhookCallsHour: setting(
    'HEDDLE_WEBHOOK_CALLS_HOUR',
    integer(1, 1e9),
    limits.webhook.calls.hour,
    'the same in an hour',
  ),
  webhookCallsDay: setting('HEDDLE_WEBHOOK_CALLS_DAY', integer(1, 1e9), limits.webhook.calls.day, 'the same in a day'),
  webhookFiles: setting('HEDDLE_WEBHOOK_FILES', integer(0, 1000), limits.webhook.files, 'files in one webhook call'),
  webhookFileLevels: setting(
    'HEDDLE_WEBHOOK_FILE_LEVELS',
    integer(0, 100),
    limits.webhook.fileLevels,
    'levels of nesting in a webhook body down to which files are looked for',
  ),
  approvalHours: setting(
    'HEDDLE_APPROVAL_HOURS',
    integer(1, 1e5),
    limits.workflow.approvalHours.default,
    'time to decide an approval that does not say',
  ),
  approvalHoursMost: setting(
    'HEDDLE_APPROVAL_HOURS_MOST',
    integer(1, 1e5),
    limits.workflow.approvalHours.most,
    'longest time to decide an approval',
  ),
  approvalDataCharacters: setting(
    'HEDDLE_APPROVAL_DATA_CHARACTERS',
    integer(100, 1e7),
    limits.approval.dataCharacters,
    'form data of a decision, in characters of JSON',
  ),
  approvalCommentCharacters: setting(
    'HEDDLE_APPROVAL_COMMENT_CHARACTERS',
    integer(0, 1e6),
    limits.approval.commentCharacters,
    'comment of a decision',
  ),
  listedApprovals: setting(
    'HEDDLE_LISTED_APPROVALS',
    integer(1, 1e4),
    limits.approval.listed.default,
    'approvals that one `find` without paging gives',
  ),
  listedApprovalsMost: setting(
    'HEDDLE_LISTED_APPROVALS_MOST',
    integer(1, 1e4),
    limits.approval.listed.most,
    'approvals that one `find` with paging gives at most',
  ),
  runRetentionDays: setting(
    'HEDDLE_RUN_RETENTION_DAYS',
    integer(1, 36_500),
    limits.run.retentionDays,
    'how long ended runs are kept, with their files',
  ),
  runsAtOnce: setting(
    'HEDDLE_RUNS_AT_ONCE',
    integer(1, 10_000),
    limits.run.atOnce,
    'runs that compute in one process at once; those that wait for other servers are not counted',
  ),
  runsInMemory: setting(
    'HEDDLE_RUNS_IN_MEMORY',
    integer(2, 1e6),
    limits.run.inMemory,
    'runs under way in one process, those that wait included; one user may have half of them',
  ),
  silenceSeconds: setting(
    'HEDDLE_SILENCE_SECONDS',
    integer(1, 3600),
    limits.run.silenceSeconds,
    'silence of a process after which others take its runs; the same for all processes',
  ),

  ...traceSettings,

  drainSeconds: setting(
    'HEDDLE_DRAIN_SECONDS',
    integer(0, 3600),
    limits.drainSeconds,
    'how long requests and jobs under way may go on after SIGTERM',
  ),
  logLevel: setting(
    'HEDDLE_LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'least level that is logged',
  ),
} satisfies Record<string, Setting<unknown>>;
