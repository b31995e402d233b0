import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { defaultConfig } from '../../test/fixtures/config.ts';
import { ConfigError, describeConfig, readConfig } from './config.ts';
import { areas, listSettings } from './settings.ts';
import { settingsPage } from './settings-page.ts';

/** Values that each variable refuses, and what the error says that the value must be. */
const mistakes: Record<string, [value: string, mustBe: string][]> = {
  HEDDLE_HOST: [[' ', 'a text that is not blank']],
  HEDDLE_PORT: [
    ['http', "a whole number from 0 to 65535, not 'http'"],
    ['65536', "a whole number from 0 to 65535, not '65536'"],
    ['-1', "a whole number from 0 to 65535, not '-1'"],
    ['80.5', "a whole number from 0 to 65535, not '80.5'"],
    ['1e3', "a whole number from 0 to 65535, not '1e3'"],
    ['0x50', "a whole number from 0 to 65535, not '0x50'"],
  ],
  HEDDLE_PUBLIC_URL: [
    ['example.org', "a URL with http:// or https://, not 'example.org'"],
    ['ftp://example.org', "a URL with http:// or https://, not 'ftp://example.org'"],
  ],
  HEDDLE_TRUST_PROXY: [
    ['10.0.0.0/8,proxy', "addresses or CIDRs separated by commas; 'proxy' is neither"],
    ['10.0.0.0/33', "addresses or CIDRs separated by commas; '10.0.0.0/33' is neither"],
  ],
  HEDDLE_DATA: [[' ', 'a text that is not blank']],
  HEDDLE_PROCESSES: [
    ['0', "auto or a whole number from 1 to 64, not '0'"],
    ['many', "auto or a whole number from 1 to 64, not 'many'"],
  ],
  HEDDLE_KEYS: [[' ', 'a text that is not blank']],
  HEDDLE_SECRETS_FOLDER: [[' ', 'a text that is not blank']],
  HEDDLE_VAULT_URL: [['vault', "a URL with http:// or https://, not 'vault'"]],
  HEDDLE_VAULT_TOKEN: [['two words', 'visible ASCII characters without spaces']],
  HEDDLE_VAULT_TOKEN_FILE: [[' ', 'a text that is not blank']],
  HEDDLE_VAULT_NAMESPACE: [[' ', 'a text that is not blank']],
  HEDDLE_VAULT_MOUNT: [
    ['../sys', "a path such as secret or team/kv, not '../sys'"],
    ['a b', "a path such as secret or team/kv, not 'a b'"],
  ],
  HEDDLE_DATABASE_URL: [
    ['localhost', 'a URL such as postgres://user:password@host:5432/database'],
    ['postgres://', 'a URL such as postgres://user:password@host:5432/database'],
    ['postgres://host:port/database', 'a URL such as postgres://user:password@host:5432/database'],
    ['postgres://a,,b/heddle', 'a URL whose hosts are separated by single commas'],
    ['postgres:///heddle?host=a,b&port=1,2,3', 'a URL with one port, or with one for each host'],
    ['postgres://a,b/heddle?host=c,d', 'a URL that names its hosts in one place'],
    ['postgres://a/h?target_session_attrs=standby', 'a URL whose target_session_attrs is any, read-write or primary'],
  ],
  HEDDLE_DATABASE_DIRECT_URL: [['localhost', 'a URL such as postgres://user:password@host:5432/database']],
  HEDDLE_DATABASE_SILENCE_SECONDS: [['4', "a whole number from 5 to 3600, not '4'"]],
  HEDDLE_IDLE_TRANSACTION_SECONDS: [['0', "a whole number from 1 to 3600, not '0'"]],
  HEDDLE_DATABASE_CONNECTIONS: [
    ['1', "a whole number from 2 to 1000, not '1'"],
    ['1001', "a whole number from 2 to 1000, not '1001'"],
  ],
  HEDDLE_DATABASE_BACKGROUND_CONNECTIONS: [['1', "a whole number from 2 to 1000, not '1'"]],
  HEDDLE_STATEMENT_SECONDS: [['0', "a whole number from 1 to 3600, not '0'"]],
  HEDDLE_ANSWER_IDLE_SECONDS: [['0', "a whole number from 1 to 3600, not '0'"]],
  HEDDLE_REQUEST_MEGABYTES: [['0', "a whole number from 64 to 100000, not '0'"]],
  HEDDLE_REQUEST_DISK_MEGABYTES: [['0', "a whole number from 64 to 10000000, not '0'"]],
  HEDDLE_ANSWER_MEGABYTES: [['0', "a whole number from 1 to 100000, not '0'"]],
  HEDDLE_S3_BUCKET: [[' ', 'a text that is not blank']],
  HEDDLE_S3_ENDPOINT: [['s3', "a URL with http:// or https://, not 's3'"]],
  HEDDLE_S3_REGION: [[' ', 'a text that is not blank']],
  HEDDLE_S3_ACCESS_KEY_ID: [[' ', 'a text that is not blank']],
  HEDDLE_S3_SECRET_ACCESS_KEY: [[' ', 'a text that is not blank']],
  HEDDLE_S3_PATH_STYLE: [['yes', "one of on, off, not 'yes'"]],
  HEDDLE_S3_PREFIX: [],
  HEDDLE_SMTP_URL: [
    ['mail.example.org', 'a URL such as smtp://user:password@host:587'],
    ['http://mail.example.org', 'a URL such as smtp://user:password@host:587'],
  ],
  HEDDLE_MAIL_FROM: [['Heddle', "an e-mail address such as 'Heddle <heddle@example.org>', not 'Heddle'"]],
  HEDDLE_CONSOLE: [['yes', "one of on, off, not 'yes'"]],
  HEDDLE_REPLAY_DAYS: [['-1', "a whole number from 0 to 36500, not '-1'"]],
  HEDDLE_OIDC_ISSUER: [['accounts.example.org', "a URL with http:// or https://, not 'accounts.example.org'"]],
  HEDDLE_OIDC_CLIENT_ID: [[' ', 'a text that is not blank']],
  HEDDLE_OIDC_CLIENT_SECRET: [[' ', 'a text that is not blank']],
  HEDDLE_OIDC_NAME: [[' ', 'a text that is not blank']],
  HEDDLE_OIDC_CREATE_USERS: [['yes', "one of on, off, not 'yes'"]],
  HEDDLE_OIDC_ADMIN_GROUP: [[' ', 'a text that is not blank']],
  HEDDLE_ADMIN_EMAIL: [['ada', "an e-mail address, not 'ada'"]],
  HEDDLE_ADMIN_KEY: [
    ['short', '16 to 200 visible ASCII characters'],
    ['with a blank in the middle', '16 to 200 visible ASCII characters'],
    ['k'.repeat(201), '16 to 200 visible ASCII characters'],
    ['schlüssel-schlüssel', '16 to 200 visible ASCII characters'],
  ],
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: [['localhost', "addresses or CIDRs separated by commas; 'localhost' is neither"]],
  HEDDLE_MODELS: [
    ['[', 'a JSON list of models; it is not valid JSON'],
    ['[{"id": "small", "key": "sk-secret"}]', "a list of valid models; in entry 1 ('small') 'url' is missing"],
  ],
  HEDDLE_CLASSIFICATION_MODEL: [[' ', 'a text that is not blank']],
  HEDDLE_IMAGE_TEXT_MODEL: [[' ', 'a text that is not blank']],
  HEDDLE_ANSWERS_AT_ONCE: [['0', "a whole number from 1 to 10000, not '0'"]],
  HEDDLE_MCP_SERVERS: [['{', 'a JSON object by server name; it is not valid JSON']],
  HEDDLE_MCP_WORKFLOWS: [['none', "one of offered, all, not 'none'"]],
  HEDDLE_WEB_SEARCH: [['searxng', 'a JSON object such as {"provider": "searxng", "url": "http://localhost:8888"}']],
  HEDDLE_RATE_LIMITS: [['false', "one of on, off, not 'false'"]],
  HEDDLE_REQUESTS_DEFAULT: [['0', "a whole number from 1 to 1000000000, not '0'"]],
  HEDDLE_REQUESTS_HIGH: [['0', "a whole number from 1 to 1000000000, not '0'"]],
  HEDDLE_REQUESTS_LOW: [['0', "a whole number from 1 to 1000000000, not '0'"]],
  HEDDLE_REQUESTS_WEBHOOK: [['0', "a whole number from 1 to 1000000000, not '0'"]],
  HEDDLE_MAX_BODY_MB: [['0', "a whole number from 1 to 100000, not '0'"]],
  HEDDLE_MAX_FILE_MB: [['much', "a whole number from 1 to 100000, not 'much'"]],
  HEDDLE_RUN_FILE_BYTES: [['5 GB', "a whole number from 1048576 to 1099511627776, not '5 GB'"]],
  HEDDLE_PANEL_MB: [['-1', "a whole number from 0 to 100000000, not '-1'"]],
  HEDDLE_DIRECT_UPLOAD: [['maybe', "one of on, off, not 'maybe'"]],
  HEDDLE_DIRECT_UPLOAD_MINUTES: [['0', "a whole number from 1 to 100, not '0'"]],
  HEDDLE_LINK_MINUTES: [['0', "a whole number from 1 to 525600, not '0'"]],
  HEDDLE_METADATA_BYTES: [['1', "a whole number from 2 to 65536, not '1'"]],
  HEDDLE_LISTED_FILES: [['0', "a whole number from 1 to 100000, not '0'"]],
  HEDDLE_LISTED_FILES_MOST: [['0', "a whole number from 1 to 100000, not '0'"]],
  HEDDLE_FILE_IDS: [['0', "a whole number from 1 to 100000, not '0'"]],
  HEDDLE_IMAGE_CACHE_MB: [['none', "a whole number from 1 to 100000, not 'none'"]],
  HEDDLE_IMAGE_MEGAPIXELS: [['0', "a whole number from 1 to 1000, not '0'"]],
  HEDDLE_IMAGES_AT_ONCE: [['0', "a whole number from 1 to 64, not '0'"]],
  HEDDLE_WORKFLOW_NODES: [['0', "a whole number from 1 to 10000, not '0'"]],
  HEDDLE_DEFINITION_CHARACTERS: [['0', "a whole number from 10000 to 10000000, not '0'"]],
  HEDDLE_DEFINITION_VALUES: [['0', "a whole number from 1000 to 1000000, not '0'"]],
  HEDDLE_TEMPLATE_CHARACTERS: [['0', "a whole number from 1000 to 10000000, not '0'"]],
  HEDDLE_WORKFLOW_REVISIONS: [['0', "a whole number from 1 to 10000, not '0'"]],
  HEDDLE_SCHEDULE_MINUTES: [['0', "a whole number from 1 to 1440, not '0'"]],
  HEDDLE_CRON_CHARACTERS: [['8', "a whole number from 9 to 10000, not '8'"]],
  HEDDLE_NOTE_CHARACTERS: [['-1', "a whole number from 0 to 1000000, not '-1'"]],
  HEDDLE_IMPORT_NAME_CHARACTERS: [['0', "a whole number from 1 to 10000, not '0'"]],
  HEDDLE_QUEUED_RUNS_PER_USER: [['0', "a whole number from 1 to 10000000, not '0'"]],
  HEDDLE_RUNS_PER_CAUSE: [['0', "a whole number from 1 to 10000000, not '0'"]],
  HEDDLE_REPLICATION_LAG_MB: [['0', "a whole number from 1 to 100000, not '0'"]],
  HEDDLE_QUEUED_RUNS: [['0', "a whole number from 1 to 10000000, not '0'"]],
  HEDDLE_WEBHOOK_CALLS_MINUTE: [['0', "a whole number from 1 to 1000000000, not '0'"]],
  HEDDLE_WEBHOOK_CALLS_HOUR: [['0', "a whole number from 1 to 1000000000, not '0'"]],
  HEDDLE_WEBHOOK_CALLS_DAY: [['0', "a whole number from 1 to 1000000000, not '0'"]],
  HEDDLE_WEBHOOK_FILES: [['1001', "a whole number from 0 to 1000, not '1001'"]],
  HEDDLE_WEBHOOK_FILE_LEVELS: [['101', "a whole number from 0 to 100, not '101'"]],
  HEDDLE_APPROVAL_HOURS: [['0', "a whole number from 1 to 100000, not '0'"]],
  HEDDLE_APPROVAL_HOURS_MOST: [['0', "a whole number from 1 to 100000, not '0'"]],
  HEDDLE_APPROVAL_DATA_CHARACTERS: [['99', "a whole number from 100 to 10000000, not '99'"]],
  HEDDLE_APPROVAL_COMMENT_CHARACTERS: [['-1', "a whole number from 0 to 1000000, not '-1'"]],
  HEDDLE_LISTED_APPROVALS: [['0', "a whole number from 1 to 10000, not '0'"]],
  HEDDLE_LISTED_APPROVALS_MOST: [['0', "a whole number from 1 to 10000, not '0'"]],
  HEDDLE_RUN_INPUT_CHARACTERS: [['0', "a whole number from 1 to 100000000, not '0'"]],
  HEDDLE_RUN_STEPS: [['0', "a whole number from 1 to 1000000, not '0'"]],
  HEDDLE_RUN_STEPS_AT_ONCE: [['1001', "a whole number from 1 to 1000, not '1001'"]],
  HEDDLE_NOTIFY_RECIPIENTS: [
    ['a b', "domains and e-mail addresses separated by commas, or *; 'a b' is neither"],
    ['example.com, @x', "domains and e-mail addresses separated by commas, or *; '@x' is neither"],
  ],
  HEDDLE_LOOP_ITEMS: [['-1', "a whole number from 1 to 100000, not '-1'"]],
  HEDDLE_RUN_SECONDS: [['0', "a whole number from 1 to 1000000, not '0'"]],
  HEDDLE_STEP_OUTPUT_CHARACTERS: [['99', "a whole number from 100 to 10000000, not '99'"]],
  HEDDLE_LOOP_STEP_OUTPUT_CHARACTERS: [['1e3', "a whole number from 100 to 10000000, not '1e3'"]],
  HEDDLE_RUN_RETENTION_DAYS: [['0', "a whole number from 1 to 36500, not '0'"]],
  HEDDLE_RUN_PARTITION_DAYS: [['367', "a whole number from 0 to 366, not '367'"]],
  HEDDLE_AUDIT_DAYS: [['-1', "a whole number from 0 to 36500, not '-1'"]],
  HEDDLE_NOTIFICATION_RETENTION_DAYS: [['0', "a whole number from 1 to 36500, not '0'"]],
  HEDDLE_READ_NOTIFICATION_RETENTION_DAYS: [['x', "a whole number from 1 to 36500, not 'x'"]],
  HEDDLE_RUNS_AT_ONCE: [['0', "a whole number from 1 to 10000, not '0'"]],
  HEDDLE_RUNS_IN_MEMORY: [['1', "a whole number from 2 to 1000000, not '1'"]],
  HEDDLE_RUN_MEGABYTES: [['63', "a whole number from 64 to 1000000, not '63'"]],
  HEDDLE_SILENCE_SECONDS: [['0', "a whole number from 1 to 3600, not '0'"]],
  HEDDLE_OTLP_URL: [['collector', "a URL with http:// or https://, not 'collector'"]],
  OTEL_EXPORTER_OTLP_ENDPOINT: [['collector:4317', "a URL with http:// or https://, not 'collector:4317'"]],
  OTEL_EXPORTER_OTLP_HEADERS: [
    ['secret', 'pairs such as key=value, separated by commas and percent-encoded'],
    ['key=%E0%A4', 'pairs such as key=value, separated by commas and percent-encoded'],
    ['a key=secret', 'names and values of HTTP headers, such as name=value, separated by commas'],
    ['key=a%0d%0ab', 'names and values of HTTP headers, such as name=value, separated by commas'],
  ],
  OTEL_SERVICE_NAME: [[' ', 'a text that is not blank']],
  OTEL_RESOURCE_ATTRIBUTES: [['=value', 'pairs such as key=value, separated by commas and percent-encoded']],
  OTEL_TRACES_SAMPLER: [
    [
      'sometimes',
      'one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, ' +
        "parentbased_traceidratio, not 'sometimes'",
    ],
  ],
  OTEL_TRACES_SAMPLER_ARG: [
    ['1.1', "a number from 0 to 1, not '1.1'"],
    ['half', "a number from 0 to 1, not 'half'"],
  ],
  OTEL_SDK_DISABLED: [['on', "one of true, false, not 'on'"]],
  HEDDLE_DRAIN_SECONDS: [['3601', "a whole number from 0 to 3600, not '3601'"]],
  HEDDLE_LOG_FORMAT: [['xml', "one of auto, pretty, json, not 'xml'"]],
  HEDDLE_METRICS_TOKEN: [['short', '16 to 200 visible ASCII characters']],
  HEDDLE_METRICS_PORT: [['65536', "a whole number from 0 to 65535, not '65536'"]],
  HEDDLE_METRICS_WORKFLOWS: [['all', "a whole number from 0 to 10000, not 'all'"]],
  HEDDLE_LOG_LEVEL: [['loud', "one of trace, debug, info, warn, error, fatal, silent, not 'loud'"]],
};
/** Other variables that a variable requires. */
const required: Record<string, Record<string, string>> = {
  HEDDLE_S3_ENDPOINT: {
    HEDDLE_S3_BUCKET: 'files',
    HEDDLE_S3_ACCESS_KEY_ID: 'id',
    HEDDLE_S3_SECRET_ACCESS_KEY: 'secret',
  },
};

suite('settings', () => {
  for (const [variable, refused] of Object.entries(mistakes)) {
    for (const [value, mustBe] of refused) {
      test(`${variable}='${value.slice(0, 40)}' is refused`, () => {
        assert.deepEqual(findProblems({ ...required[variable], [variable]: value }), [`${variable} must be ${mustBe}`]);
      });
    }
  }

  test('a model that another setting names must exist and have the required abilities', () => {
    const models = { HEDDLE_MODELS: '[{"id": "blind", "url": "http://127.0.0.1"}]' };
    assert.deepEqual(
      findProblems({ ...models, HEDDLE_CLASSIFICATION_MODEL: 'other', HEDDLE_IMAGE_TEXT_MODEL: 'blind' }),
      [
        'HEDDLE_CLASSIFICATION_MODEL must be the id of a chat model in HEDDLE_MODELS',
        'HEDDLE_IMAGE_TEXT_MODEL must be the id of a chat model with vision in HEDDLE_MODELS',
      ],
    );
    assert.equal(
      readConfig({ ...models, HEDDLE_CLASSIFICATION_MODEL: 'blind' }).assistants.classificationModel,
      'blind',
    );
  });

  test('lists of OpenTelemetry are percent-decoded, so that values may contain separators', () => {
    const { traces } = readConfig({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YQ==, x-team = looms ,',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=a%2Cb,__proto__=c',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    assert.deepEqual(traces.headers, { authorization: 'Basic YQ==', 'x-team': 'looms' });
    const attributes = Object.entries(traces.resourceAttributes ?? {});
    assert.deepEqual(attributes, Object.entries({ 'deployment.environment.name': 'a,b', ['__proto__']: 'c' }));
    assert.equal(traces.samplerRatio, 0.25);
  });

  test('every setting is tested here', () => {
    const variables = describeConfig({}).map(({ variable }) => variable);
    assert.deepEqual(Object.keys(mistakes).sort(), variables.sort());
  });

  test('a setting that is not set has its default', () => {
    assert.partialDeepStrictEqual(readConfig({ PATH: '/bin' }), {
      service: { dataFolder: path.resolve('data'), logLevel: 'info', drainSeconds: 20, silenceSeconds: 15 },
      http: {
        host: '127.0.0.1',
        port: 8080,
        trustProxy: [],
        bodyBytes: 10 * 2 ** 20,
        rateLimits: true,
        requestsPerMinute: { default: 600, high: 1800, low: 30, webhook: 600 },
      },
      database: { connections: 6, backgroundConnections: 4 },
      s3: { region: 'us-east-1', forcePathStyle: true, prefix: '' },
      mail: { from: 'Heddle <heddle@localhost>' },
      administrator: { email: 'admin@localhost' },
      outbound: { allowedCidrs: [] },
      storage: { fileBytes: 100 * 2 ** 20, listedFiles: { default: 100, most: 1000 } },
      runs: {
        inputCharacters: 200_000,
        steps: 500,
        stepsAtOnce: 4,
        loopItems: 100,
        seconds: 1800,
        shownCharacters: 200_000,
        shownInLoopCharacters: 2000,
        retentionDays: 90,
        partitionDays: 0,
        replayDays: 14,
        atOnce: 50,
        memoryMegabytes: 512,
      },
      notifications: { days: 180, readDays: 30 },
      audit: { days: 365 },
      inherited: { PATH: '/bin' },
    });
  });

  test('a renamed setting counts under its former name as well, and the new name goes first', () => {
    const connectionsOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).database.backgroundConnections;
    const former = { HEDDLE_DATABASE_MACHINERY_CONNECTIONS: '8' };
    assert.equal(connectionsOf(former), 8);
    assert.equal(connectionsOf({ ...former, HEDDLE_DATABASE_BACKGROUND_CONNECTIONS: '9' }), 9);
  });

  test('values are converted to what they mean', () => {
    const config = readConfig({
      HEDDLE_PORT: '0',
      HEDDLE_PUBLIC_URL: 'https://heddle.example.org/',
      HEDDLE_TRUST_PROXY: ' 10.0.0.0/8 ,, ::1 ',
      HEDDLE_S3_PATH_STYLE: 'off',
      HEDDLE_RATE_LIMITS: 'off',
      HEDDLE_MAX_BODY_MB: '3',
    });
    assert.equal(config.http.port, 0);
    assert.equal(config.http.publicUrl, 'https://heddle.example.org');
    assert.deepEqual(config.http.trustProxy, ['10.0.0.0/8', '::1']);
    assert.equal(config.s3.forcePathStyle, false);
    assert.equal(config.http.rateLimits, false);
    assert.equal(config.http.bodyBytes, 3 * 2 ** 20);
  });

  test('every form of a database URL that PostgreSQL knows is accepted', () => {
    for (const url of [
      'postgres://ada:secret@db.example.org:5432/heddle',
      'postgresql://db.example.org/heddle?sslmode=require',
      'postgres://ada:secret@%2Frun%2Fpostgresql/heddle',
      'postgres://ada:secret@/heddle?host=/run/postgresql',
      'postgres:///heddle?host=/run/postgresql',
      'postgres://ada:secret@a:5432,b:5433,[::1]/heddle?target_session_attrs=read-write&sslmode=require',
    ]) {
      assert.equal(readConfig({ HEDDLE_DATABASE_URL: url }).database.url, url);
    }
  });

  test('an empty variable counts as unset', () => {
    const empty = Object.fromEntries(Object.keys(mistakes).map(variable => [variable, '']));
    assert.deepEqual(readConfig(empty), defaultConfig);
  });

  test('an unknown variable is reported, except those of the tests', () => {
    assert.deepEqual(findProblems({ HEDDLE_PROT: '80', HEDDLE_TEST_ANYTHING: '1', HEDDLESOME: '1' }), [
      "HEDDLE_PROT is no setting of Heddle: see 'heddle config' for those there are",
    ]);
  });

  test('contradictions are reported', () => {
    const keys = { HEDDLE_S3_ACCESS_KEY_ID: 'id', HEDDLE_S3_SECRET_ACCESS_KEY: 'secret' };
    assert.deepEqual(findProblems({ HEDDLE_S3_BUCKET: 'files' }), [
      'HEDDLE_S3_ACCESS_KEY_ID must be set with HEDDLE_S3_BUCKET',
      'HEDDLE_S3_SECRET_ACCESS_KEY must be set with HEDDLE_S3_BUCKET',
    ]);
    assert.deepEqual(findProblems({ HEDDLE_S3_ENDPOINT: 'http://localhost:9000' }), [
      'HEDDLE_S3_BUCKET must be set with HEDDLE_S3_ENDPOINT',
    ]);
    assert.deepEqual(findProblems(keys), [
      'HEDDLE_S3_BUCKET must be set with HEDDLE_S3_ACCESS_KEY_ID and HEDDLE_S3_SECRET_ACCESS_KEY',
    ]);
    assert.equal(readConfig({ HEDDLE_S3_BUCKET: 'files', ...keys }).s3.bucket, 'files');
    assert.deepEqual(findProblems({ HEDDLE_DATABASE_DIRECT_URL: 'postgres://host/heddle' }), [
      'HEDDLE_DATABASE_URL must be set with HEDDLE_DATABASE_DIRECT_URL',
    ]);
    const issuer = 'https://accounts.example.org/';
    assert.deepEqual(findProblems({ HEDDLE_OIDC_ISSUER: issuer }), [
      'HEDDLE_OIDC_CLIENT_ID must be set with HEDDLE_OIDC_ISSUER',
    ]);
    assert.deepEqual(findProblems({ HEDDLE_OIDC_CLIENT_ID: 'heddle', HEDDLE_OIDC_ADMIN_GROUP: 'admins' }), [
      'HEDDLE_OIDC_ISSUER must be set with HEDDLE_OIDC_CLIENT_ID and HEDDLE_OIDC_ADMIN_GROUP',
    ]);
    const { oidc } = readConfig({ HEDDLE_OIDC_ISSUER: issuer, HEDDLE_OIDC_CLIENT_ID: 'heddle' });
    assert.deepEqual(oidc, { issuer, clientId: 'heddle', name: 'single sign-on', createUsers: false });
  });

  test('Vault needs its address and one token', () => {
    const url = { HEDDLE_VAULT_URL: 'https://vault.example.org:8200/' };
    const missing = ['HEDDLE_VAULT_TOKEN or HEDDLE_VAULT_TOKEN_FILE must be set with HEDDLE_VAULT_URL'];
    assert.deepEqual(findProblems(url), missing);
    assert.deepEqual(findProblems({ HEDDLE_VAULT_TOKEN: 'hvs.a', HEDDLE_VAULT_NAMESPACE: 'team' }), [
      'HEDDLE_VAULT_URL must be set with HEDDLE_VAULT_TOKEN and HEDDLE_VAULT_NAMESPACE',
    ]);
    assert.deepEqual(findProblems({ ...url, HEDDLE_VAULT_TOKEN: 'hvs.a', HEDDLE_VAULT_TOKEN_FILE: '/run/token' }), [
      'HEDDLE_VAULT_TOKEN and HEDDLE_VAULT_TOKEN_FILE must not both be set',
    ]);
    const { vault } = readConfig({ ...url, HEDDLE_VAULT_TOKEN: 'hvs.a', HEDDLE_VAULT_MOUNT: '/team/kv/' }).secrets;
    assert.deepEqual(vault, { url: 'https://vault.example.org:8200', token: 'hvs.a', mount: 'team/kv' });
  });

  test('variables that start with HEDDLE_SECRET_ are for credentials, and are shown nowhere', () => {
    const environment = { HEDDLE_SECRET_STRIPE: 'sk-live', HEDDLE_SECRET_: 'x', OTHER_SECRET: 'y' };
    const config = readConfig(environment);
    assert.deepEqual(config.secretVariables, { HEDDLE_SECRET_STRIPE: 'sk-live', HEDDLE_SECRET_: 'x' });
    assert.ok(!JSON.stringify([config.described, describeConfig(environment)]).includes('sk-live'));
    assert.deepEqual(findProblems({ HEDDLE_SECRETS_FODLER: '/run' }), [
      "HEDDLE_SECRETS_FODLER is no setting of Heddle: see 'heddle config' for those there are",
    ]);
  });

  test('all problems are reported at once', () => {
    assert.deepEqual(
      findProblems({ HEDDLE_PORT: 'x', HEDDLE_LOG_LEVEL: 'y', HEDDLE_S3_BUCKET: 'z', HEDDLE_NONE: '1' }),
      [
        "HEDDLE_PORT must be a whole number from 0 to 65535, not 'x'",
        "HEDDLE_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not 'y'",
        'HEDDLE_S3_ACCESS_KEY_ID must be set with HEDDLE_S3_BUCKET',
        'HEDDLE_S3_SECRET_ACCESS_KEY must be set with HEDDLE_S3_BUCKET',
        "HEDDLE_NONE is no setting of Heddle: see 'heddle config' for those there are",
      ],
    );
  });

  test('no problem quotes a secret', () => {
    const secrets = {
      HEDDLE_DATABASE_URL: 'mysql://ada:open-sesame@host/heddle',
      HEDDLE_SMTP_URL: 'http://ada:open-sesame@host',
      HEDDLE_ADMIN_KEY: 'open-sesame',
    };
    const problems = findProblems(secrets);
    assert.equal(problems.length, 3);
    assert.doesNotMatch(problems.join('\n'), /sesame/);
  });

  test('the description contains every setting with its meaning, and no secret', () => {
    const described = describeConfig({
      HEDDLE_PORT: '9000',
      HEDDLE_LOG_LEVEL: '',
      HEDDLE_DATABASE_URL: 'postgres://ada:open-sesame@host/heddle',
      HEDDLE_SMTP_URL: 'smtp://ada:open-sesame@host',
      HEDDLE_ADMIN_KEY: 'open-sesame-open-sesame',
      HEDDLE_S3_SECRET_ACCESS_KEY: 'open-sesame',
    });
    const values = Object.fromEntries(described.map(({ variable, value }) => [variable, value]));
    assert.equal(values.HEDDLE_PORT, '9000');
    assert.equal(values.HEDDLE_LOG_LEVEL, 'info');
    assert.equal(values.HEDDLE_PUBLIC_URL, '(unset)');
    for (const secret of ['DATABASE_URL', 'SMTP_URL', 'ADMIN_KEY', 'S3_SECRET_ACCESS_KEY']) {
      assert.equal(values[`HEDDLE_${secret}`], '(set, secret)');
    }
    assert.doesNotMatch(JSON.stringify(described), /sesame/);
    for (const { variable, meaning } of described) assert.match(meaning, /^[A-Z`].+\.$/, variable);
  });

  test('every declared user of a setting is a folder of the sources', () => {
    const users = Object.values(areas).flatMap(area =>
      [area, ...listSettings(area.settings)].flatMap(each => each.usedBy ?? []),
    );
    for (const folder of new Set(users.join(', ').split(', '))) {
      assert.ok(existsSync(path.join(import.meta.dirname, '..', folder)), folder);
    }
  });

  test('docs/reference/settings.md contains what the declarations say', () => {
    const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'reference', 'settings.md'), 'utf8');
    assert.equal(
      page,
      `${settingsPage()}\n`,
      'write the page with: bin/heddle config --markdown > docs/reference/settings.md',
    );
  });
});

function findProblems(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message.split('\n');
  }
  return [];
}
