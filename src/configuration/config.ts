/** The only reader of the environment. It checks all settings before anything starts, and reports all problems at once. */
import type { Setting, SettingGroup, Values } from './setting-values.ts';
import { allSettings, areas, isSetting, listSettings } from './settings.ts';
import { leastForAll, partOf, type Share, WHOLE } from './shares.ts';

export class ConfigError extends Error {}

const SECRET_VARIABLE = /^HEDDLE_SECRET_/;

export type Config = {
  readonly [Name in keyof typeof areas]: Configured<(typeof areas)[Name]['settings']>;
} & {
  /** This process among those of its command. Limits that count for the machine are already divided. */
  readonly share: Share;
  /** The part of the environment that is passed on to programs of MCP servers. */
  readonly inherited: { readonly PATH: string | undefined; readonly HOME: string | undefined };
  /** The variables that credentials may refer to. Nothing else sees them. */
  readonly secretVariables: Readonly<Record<string, string>>;
  /** All settings as people may see them. */
  readonly described: readonly DescribedSetting[];
};

type Configured<Declared> = Declared extends { values: Values<infer Value> }
  ? Declared extends { default: string | number }
    ? Value
    : Value | undefined
  : { readonly [Name in keyof Declared]: Configured<Declared[Name]> };

/** Reads the settings for one process of a command, by default for its only one. */
export function readConfig(environment: NodeJS.ProcessEnv, share: Share = WHOLE): Config {
  const problems: string[] = [];
  const { PATH, HOME } = environment;
  const values = Object.entries(areas).map(([name, { settings }]) => [
    name,
    readGroup(settings, { environment, share, problems }),
  ]);
  const described = describeSettings(environment);
  const secretVariables = readSecretVariables(environment);
  const config: Config = {
    ...Object.fromEntries(values),
    ...{ share, inherited: { PATH, HOME }, secretVariables, described },
  };
  problems.push(...contradictions(config), ...misspelt(environment));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

interface Reading {
  environment: NodeJS.ProcessEnv;
  share: Share;
  problems: string[];
}

function readGroup(group: SettingGroup, reading: Reading): Record<string, unknown> {
  const { environment, problems } = reading;
  const values: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(group)) {
    if (!isSetting(entry)) {
      values[name] = readGroup(entry, reading);
      continue;
    }
    const text = readText(entry, environment);
    if (text === undefined) continue;
    try {
      values[name] = toShare(entry, entry.values.parse(text), reading);
    } catch (error) {
      problems.push(`${entry.variable} must be ${error instanceof Error ? error.message : error}`);
    }
  }
  return values;
}

/** What this process has of a value that counts for the machine. Other values stay as they are. */
function toShare(setting: Setting, value: unknown, { environment, share }: Reading): unknown {
  const { shared } = setting;
  const { processes } = share;
  if (!shared || processes === 1 || typeof value !== 'number') return value;
  const set = givenText(setting, environment);
  const least = leastForAll(shared, share);
  if (set && value < least) {
    throw new Error(`at least ${least} for ${processes} processes (HEDDLE_PROCESSES), not '${set}'`);
  }
  return partOf(value, shared, share, { isDefault: !set });
}

function readText(setting: Setting, environment: NodeJS.ProcessEnv): string | undefined {
  return givenText(setting, environment) ?? setting.default?.toString();
}

/** An empty variable counts as unset, because docker compose and systemd pass unset variables on like this. */
function givenText({ variable, formerly }: Setting, environment: NodeJS.ProcessEnv): string | undefined {
  return environment[variable] || (formerly && environment[formerly]) || undefined;
}

/** A setting in effect, without what must not be shown. */
export interface DescribedSetting {
  /** The title of its area. */
  area: string;
  variable: string;
  /** Null for secrets, and when it is not set. */
  value: string | null;
  secret: boolean;
  set: boolean;
  default: string | null;
  differs: boolean;
  meaning: string;
}

function describeSettings(environment: NodeJS.ProcessEnv): DescribedSetting[] {
  return Object.values(areas).flatMap(({ title, settings }) =>
    listSettings(settings).map(setting => {
      const { variable, secret = false, meaning } = setting;
      const text = readText(setting, environment);
      const byDefault = setting.default?.toString() ?? null;
      return {
        area: title,
        variable,
        value: text === undefined || secret ? null : withoutPassword(text),
        secret,
        set: text !== undefined,
        default: byDefault,
        differs: (text ?? null) !== byDefault,
        meaning,
      };
    }),
  );
}

/** A URL that is no secret may still have been written with a user and a password. */
function withoutPassword(text: string): string {
  return text.replace(/(?<=:\/\/)[^/@\s]+@/, '***@');
}

/** The settings in effect; a secret shows only whether it is set. */
export function describeConfig(environment: NodeJS.ProcessEnv): { variable: string; value: string; meaning: string }[] {
  return allSettings().map(setting => {
    const { variable, secret, meaning } = setting;
    const value = readText(setting, environment);
    return { variable, value: value === undefined ? '(unset)' : secret ? '(set, secret)' : value, meaning };
  });
}

/** The names of all settings, and those that some had before, which still count. */
export function settingNames(): Set<string> {
  return new Set(allSettings().flatMap(({ variable, formerly = [] }) => [variable].concat(formerly)));
}

function readSecretVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const found = Object.entries(environment).flatMap(([name, value]) =>
    SECRET_VARIABLE.test(name) && value !== undefined ? [[name, value] as const] : [],
  );
  return Object.fromEntries(found);
}

function contradictions({ s3, assistants, oidc, secrets, database }: Config): string[] {
  return [
    ...databaseContradictions(database),
    ...s3Contradictions(s3),
    ...modelContradictions(assistants),
    ...oidcContradictions(oidc),
    ...vaultContradictions(secrets.vault),
  ];
}

function databaseContradictions({ url, directUrl }: Config['database']): string[] {
  const isAlone = directUrl !== undefined && url === undefined;
  return isAlone ? ['HEDDLE_DATABASE_URL must be set with HEDDLE_DATABASE_DIRECT_URL'] : [];
}

function vaultContradictions({ url, token, tokenFile, namespace }: Config['secrets']['vault']): string[] {
  const rest = { HEDDLE_VAULT_TOKEN: token, HEDDLE_VAULT_TOKEN_FILE: tokenFile, HEDDLE_VAULT_NAMESPACE: namespace };
  const given = Object.entries(rest).flatMap(([variable, value]) => (value === undefined ? [] : [variable]));
  if (url === undefined) return given.length === 0 ? [] : [`HEDDLE_VAULT_URL must be set with ${given.join(' and ')}`];
  if (token !== undefined && tokenFile !== undefined)
    return ['HEDDLE_VAULT_TOKEN and HEDDLE_VAULT_TOKEN_FILE must not both be set'];
  return token === undefined && tokenFile === undefined
    ? ['HEDDLE_VAULT_TOKEN or HEDDLE_VAULT_TOKEN_FILE must be set with HEDDLE_VAULT_URL']
    : [];
}

function oidcContradictions({ issuer, clientId, clientSecret, adminGroup }: Config['oidc']): string[] {
  const rest = {
    HEDDLE_OIDC_CLIENT_ID: clientId,
    HEDDLE_OIDC_CLIENT_SECRET: clientSecret,
    HEDDLE_OIDC_ADMIN_GROUP: adminGroup,
  };
  if (issuer !== undefined)
    return clientId === undefined ? ['HEDDLE_OIDC_CLIENT_ID must be set with HEDDLE_OIDC_ISSUER'] : [];
  const given = Object.entries(rest).flatMap(([variable, value]) => (value === undefined ? [] : [variable]));
  return given.length === 0 ? [] : [`HEDDLE_OIDC_ISSUER must be set with ${given.join(' and ')}`];
}

function modelContradictions({ models = [], classificationModel, imageTextModel }: Config['assistants']): string[] {
  const isChat = (id: string, ability?: 'vision') =>
    models.some(model => model.id === id && model.kind === 'chat' && (!ability || model.abilities[ability]));
  return [
    ...(classificationModel === undefined || isChat(classificationModel)
      ? []
      : ['HEDDLE_CLASSIFICATION_MODEL must be the id of a chat model in HEDDLE_MODELS']),
    ...(imageTextModel === undefined || isChat(imageTextModel, 'vision')
      ? []
      : ['HEDDLE_IMAGE_TEXT_MODEL must be the id of a chat model with vision in HEDDLE_MODELS']),
  ];
}

function s3Contradictions({ bucket, endpoint, accessKeyId, secretAccessKey }: Config['s3']): string[] {
  const rest = {
    HEDDLE_S3_ENDPOINT: endpoint,
    HEDDLE_S3_ACCESS_KEY_ID: accessKeyId,
    HEDDLE_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  if (bucket === undefined) {
    const given = Object.entries(rest).flatMap(([variable, value]) => (value === undefined ? [] : [variable]));
    return given.length === 0 ? [] : [`HEDDLE_S3_BUCKET must be set with ${given.join(' and ')}`];
  }
  return Object.entries(rest)
    .filter(([variable, value]) => value === undefined && variable !== 'HEDDLE_S3_ENDPOINT')
    .map(([variable]) => `${variable} must be set with HEDDLE_S3_BUCKET`);
}

/**
 * Without this check, a misspelt variable would go unnoticed. Variables that start with HEDDLE_TEST_ belong to the tests,
 * those that start with HEDDLE_SECRET_ are secrets that credentials refer to, and HEDDLE_URL and HEDDLE_KEY tell commands
 * which service to use.
 */
function misspelt(environment: NodeJS.ProcessEnv): string[] {
  const known = settingNames();
  return Object.keys(environment)
    .filter(variable => /^HEDDLE_(?!TEST_|SECRET_|(?:URL|KEY)$)/.test(variable) && !known.has(variable))
    .map(variable => `${variable} is no setting of Heddle: see 'heddle config' for those there are`);
}
