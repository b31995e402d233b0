/** Every setting, its default, its meaning. */

import { parseModels } from '../platform/models/settings.ts';
import { parseMcpServers } from './mcp-servers.ts';
import { parseWebSearch } from './web-search.ts';
import { limitSettings } from './limit-settings.ts';
import { limits } from './limits.ts';
import {
  anyText,
  apiKey,
  cidrs,
  email,
  folder,
  httpUrl,
  integer,
  mailbox,
  oneOf,
  onOff,
  optional,
  postgresUrl,
  type Setting,
  setting,
  smtpUrl,
  text,
} from './setting-values.ts';
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

  ...limitSettings,

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
