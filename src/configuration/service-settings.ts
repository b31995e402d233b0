/** The settings of HTTP, of metrics, and of the services around a process. */
import {
  type Area,
  anyText,
  apiKey,
  cidrs,
  email,
  flag,
  httpUrl,
  integer,
  issuerUrl,
  mailbox,
  megabytes,
  postgresUrl,
  smtpUrl,
  text,
} from './setting-values.ts';

export const http = {
  title: 'HTTP',
  usedBy: 'http',
  settings: {
    host: {
      variable: 'HEDDLE_HOST',
      values: { ...text, allowed: 'an IP address or a host name' },
      default: '127.0.0.1',
      usedBy: 'commands',
      meaning: 'Heddle listens on this address.',
    },
    port: {
      variable: 'HEDDLE_PORT',
      values: integer(0, 65535),
      default: 8080,
      usedBy: 'commands',
      meaning: 'Heddle listens on this TCP port; 0 picks a free one.',
    },
    publicUrl: {
      variable: 'HEDDLE_PUBLIC_URL',
      values: httpUrl,
      usedBy: 'http, accounts, files, booster, workflows, approvals, mcp',
      meaning:
        'Links and webhook URLs start with this address. When it is not set, they start with the address that Heddle ' +
        'listens on.',
    },
    trustProxy: {
      variable: 'HEDDLE_TRUST_PROXY',
      values: cidrs,
      default: '',
      meaning: 'Heddle trusts the header X-Forwarded-For of reverse proxies at these addresses.',
    },
    bodyBytes: {
      variable: 'HEDDLE_MAX_BODY_MB',
      values: megabytes,
      default: 10,
      meaning: 'A JSON body may have at most this many megabytes, unless its endpoint has a limit of its own.',
    },
    requestMegabytes: {
      variable: 'HEDDLE_REQUEST_MEGABYTES',
      values: integer(64, 100_000),
      default: 256,
      shared: { least: 64 },
      meaning:
        'The large bodies of the requests in progress may take at most this many megabytes of memory, those of one user half ' +
        'of it.',
    },
    requestDiskMegabytes: {
      variable: 'HEDDLE_REQUEST_DISK_MEGABYTES',
      values: integer(64, 10_000_000),
      default: 4096,
      shared: { least: 64 },
      meaning:
        'The files in the JSON bodies of the requests in progress may take at most this many megabytes of the data folder, ' +
        'those of one user half of it.',
    },
    answerMegabytes: {
      variable: 'HEDDLE_ANSWER_MEGABYTES',
      values: integer(1, 100_000),
      default: 96,
      shared: { least: 1 },
      meaning:
        'Long responses on their way to clients may take at most this many megabytes of memory, those to one user two thirds ' +
        'of it.',
    },
    answerIdleSeconds: {
      variable: 'HEDDLE_ANSWER_IDLE_SECONDS',
      values: integer(1, 3600),
      default: 30,
      meaning: 'Heddle disconnects a client that reads nothing of a long response for this many seconds.',
    },
    rateLimits: {
      variable: 'HEDDLE_RATE_LIMITS',
      values: flag('on', 'off'),
      default: 'on',
      usedBy: 'http, triggers, mcp',
      meaning: 'With `off`, which is meant for load tests, Heddle refuses no request because of its rate.',
    },
    console: {
      variable: 'HEDDLE_CONSOLE',
      values: flag('on', 'off'),
      default: 'on',
      usedBy: 'commands',
      meaning: 'With `off`, Heddle serves the API without the web console.',
    },
    requestsPerMinute: {
      default: {
        variable: 'HEDDLE_REQUESTS_DEFAULT',
        values: integer(1, 1e9),
        default: 600,
        usedBy: 'http, mcp',
        meaning: 'An API key may send at most this many requests per minute to endpoints of the tier `default`.',
      },
      high: {
        variable: 'HEDDLE_REQUESTS_HIGH',
        values: integer(1, 1e9),
        default: 1800,
        meaning: 'An API key may send at most this many requests per minute to endpoints of the tier `high`.',
      },
      low: {
        variable: 'HEDDLE_REQUESTS_LOW',
        values: integer(1, 1e9),
        default: 30,
        meaning: 'An API key may send at most this many requests per minute to endpoints of the tier `low`.',
      },
      webhook: {
        variable: 'HEDDLE_REQUESTS_WEBHOOK',
        values: integer(1, 1e9),
        default: 600,
        usedBy: 'triggers',
        meaning: 'An IP address may make at most this many webhook calls per minute.',
      },
    },
  },
} satisfies Area;

export const metrics = {
  title: 'Metrics',
  usedBy: 'http',
  settings: {
    token: {
      variable: 'HEDDLE_METRICS_TOKEN',
      values: apiKey,
      secret: true,
      meaning: 'Heddle shows its metrics only to who sends this token, as `Authorization: Bearer <token>`.',
    },
    port: {
      variable: 'HEDDLE_METRICS_PORT',
      values: integer(0, 65535),
      usedBy: 'commands',
      meaning:
        'Heddle serves `/metrics` on this TCP port instead of the one of the API, together with `/health` and `/ready`. A worker, ' +
        'which serves nothing else, does so as well. 0 picks a free port.',
    },
    workflows: {
      variable: 'HEDDLE_METRICS_WORKFLOWS',
      values: integer(0, 10_000),
      default: 100,
      usedBy: 'runs',
      meaning:
        'The runs of this many workflows are counted one by one in the metrics of a process. Those of the others are counted ' +
        'together, as `other`.',
    },
  },
} satisfies Area;

export const database = {
  title: 'Database',
  usedBy: 'platform',
  settings: {
    url: {
      variable: 'HEDDLE_DATABASE_URL',
      values: postgresUrl,
      secret: true,
      meaning:
        'Heddle uses this PostgreSQL database (version 15 or newer) instead of the embedded one. The URL may name several ' +
        'hosts, as in `postgres://user:password@a:5432,b:5432/heddle?target_session_attrs=read-write`.',
    },
    directUrl: {
      variable: 'HEDDLE_DATABASE_DIRECT_URL',
      values: postgresUrl,
      secret: true,
      meaning:
        'When `HEDDLE_DATABASE_URL` leads to a pooler that gives every transaction another connection, such as PgBouncer in ' +
        'transaction mode, this is the same database without the pooler. Heddle listens, upgrades and backs up there.',
    },
    connections: {
      variable: 'HEDDLE_DATABASE_CONNECTIONS',
      values: integer(2, 1000),
      default: 6,
      usedBy: 'platform, query',
      shared: { least: 2, byDefault: 'for each' },
      meaning: 'Requests and steps share this many connections to the database.',
    },
    backgroundConnections: {
      variable: 'HEDDLE_DATABASE_BACKGROUND_CONNECTIONS',
      formerly: 'HEDDLE_DATABASE_MACHINERY_CONNECTIONS',
      values: integer(2, 1000),
      default: 4,
      shared: { least: 2, byDefault: 'for each' },
      meaning: 'There are this many further connections, which only the states of runs, jobs and schedules use.',
    },
    statementSeconds: {
      variable: 'HEDDLE_STATEMENT_SECONDS',
      values: integer(1, 3600),
      default: 10,
      meaning: 'One statement of a request may take at most this many seconds in the database.',
    },
    silenceSeconds: {
      variable: 'HEDDLE_DATABASE_SILENCE_SECONDS',
      values: integer(5, 3600),
      default: 30,
      meaning:
        'When the database has not answered a statement of background work for this many seconds, Heddle gives the connection ' +
        'up and tries again with another. Two seconds earlier, PostgreSQL ends the statement by itself.',
    },
    idleTransactionSeconds: {
      variable: 'HEDDLE_IDLE_TRANSACTION_SECONDS',
      values: integer(1, 3600),
      default: 15,
      meaning:
        'PostgreSQL ends a transaction for which Heddle has done nothing for this many seconds, so that a process that is ' +
        'frozen holds up no other.',
    },
  },
} satisfies Area;

export const s3 = {
  title: 'S3',
  usedBy: 'platform',
  settings: {
    bucket: {
      variable: 'HEDDLE_S3_BUCKET',
      values: text,
      meaning: 'Heddle stores files in this S3 bucket instead of the data folder.',
    },
    endpoint: {
      variable: 'HEDDLE_S3_ENDPOINT',
      values: httpUrl,
      meaning: 'The bucket is at this S3-compatible service. When it is not set, the bucket is at AWS.',
    },
    region: {
      variable: 'HEDDLE_S3_REGION',
      values: text,
      default: 'us-east-1',
      meaning: 'The bucket is in this region.',
    },
    accessKeyId: {
      variable: 'HEDDLE_S3_ACCESS_KEY_ID',
      values: text,
      meaning: 'Heddle accesses the bucket with this access key ID.',
    },
    secretAccessKey: {
      variable: 'HEDDLE_S3_SECRET_ACCESS_KEY',
      values: text,
      secret: true,
      meaning: 'Heddle accesses the bucket with this secret access key.',
    },
    forcePathStyle: {
      variable: 'HEDDLE_S3_PATH_STYLE',
      values: flag('on', 'off'),
      default: 'on',
      meaning: 'URLs of objects name the bucket in the path (`on`) or in the host name (`off`).',
    },
    prefix: {
      variable: 'HEDDLE_S3_PREFIX',
      values: anyText,
      default: '',
      meaning: 'The keys of all objects start with this text.',
    },
  },
} satisfies Area;

export const mail = {
  title: 'E-mail',
  usedBy: 'platform',
  settings: {
    smtpUrl: {
      variable: 'HEDDLE_SMTP_URL',
      values: smtpUrl,
      secret: true,
      meaning:
        'Heddle sends e-mails through this SMTP server. When it is not set, Heddle writes them as .eml files into ' +
        '`outbox/` of the data folder.',
    },
    from: {
      variable: 'HEDDLE_MAIL_FROM',
      values: mailbox,
      default: 'Heddle <heddle@localhost>',
      meaning: 'E-mails have this sender.',
    },
  },
} satisfies Area;

export const administrator = {
  title: 'First administrator',
  usedBy: 'accounts',
  settings: {
    email: {
      variable: 'HEDDLE_ADMIN_EMAIL',
      values: email,
      default: 'admin@localhost',
      meaning: 'The first start creates an administrator with this e-mail address.',
    },
    key: {
      variable: 'HEDDLE_ADMIN_KEY',
      values: apiKey,
      secret: true,
      meaning:
        'The administrator that the first start creates has this API key. When it is not set, Heddle generates a ' +
        'random key and prints it once.',
    },
  },
} satisfies Area;

export const oidc = {
  title: 'Sign-in with OpenID Connect',
  usedBy: 'accounts',
  settings: {
    issuer: {
      variable: 'HEDDLE_OIDC_ISSUER',
      values: issuerUrl,
      meaning: 'People can sign in to the console with this OpenID Connect provider.',
    },
    clientId: {
      variable: 'HEDDLE_OIDC_CLIENT_ID',
      values: text,
      meaning:
        'The provider knows Heddle by this client ID, with the redirect URI `<public URL>/sign-in/oidc/callback`.',
    },
    clientSecret: {
      variable: 'HEDDLE_OIDC_CLIENT_SECRET',
      values: text,
      secret: true,
      meaning: 'Heddle proves its identity to the provider with this secret. Public clients have none.',
    },
    name: {
      variable: 'HEDDLE_OIDC_NAME',
      values: text,
      default: 'single sign-on',
      meaning: 'The button of the sign-in page says "Continue with" and this name.',
    },
    createUsers: {
      variable: 'HEDDLE_OIDC_CREATE_USERS',
      values: flag('on', 'off'),
      default: 'off',
      meaning:
        'With `on`, everybody whom the provider lets in with a verified e-mail address gets an account. With `off`, only ' +
        'those who have one already.',
    },
    adminGroup: {
      variable: 'HEDDLE_OIDC_ADMIN_GROUP',
      values: text,
      meaning:
        'Whoever signs in with the provider is an administrator exactly if the claim `groups` contains this group. When it is ' +
        'not set, signing in changes no rights.',
    },
  },
} satisfies Area;

export const outbound = {
  title: 'Outgoing requests',
  usedBy: 'platform',
  settings: {
    allowedCidrs: {
      variable: 'HEDDLE_ALLOW_PRIVATE_ADDRESSES',
      values: cidrs,
      default: '',
      meaning: 'Outgoing requests may reach these addresses although they are not public.',
    },
  },
} satisfies Area;
