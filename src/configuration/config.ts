/** The one reader of the environment. All settings are checked before anything starts, and all problems told at once. */
import type { Setting } from './setting-values.ts';
import { settings } from './settings.ts';

export class ConfigError extends Error {}

export type Config = {
  readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
} & {
  /** What programs that are started by settings get of the environment. */
  readonly inherited: { readonly PATH: string | undefined; readonly HOME: string | undefined };
};

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const { PATH, HOME } = environment;
  const values: Record<string, unknown> = { inherited: { PATH, HOME } };
  for (const [name, { variable, fallback, parse }] of Object.entries<Setting<unknown>>(settings)) {
    // An empty variable is an unset one, as docker compose and systemd pass it on.
    const given = environment[variable] || fallback;
    if (given === undefined) continue;
    try {
      values[name] = parse(given);
    } catch (error) {
      problems.push(`${variable} must be ${error instanceof Error ? error.message : error}`);
    }
  }
  const config = values as Config;
  problems.push(...contradictions(config), ...misspelt(environment));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** The effective settings as lines of the environment; secrets show only whether they are set. */
export function describeConfig(environment: NodeJS.ProcessEnv): { variable: string; value: string; meaning: string }[] {
  return Object.values<Setting<unknown>>(settings).map(({ variable, fallback, secret, meaning }) => {
    const value = environment[variable] || fallback;
    return { variable, value: value === undefined ? '(unset)' : secret ? '(set, secret)' : value, meaning };
  });
}

function contradictions(config: Config): string[] {
  return [...s3Contradictions(config), ...modelContradictions(config)];
}

function modelContradictions({ models = [], classificationModel, imageTextModel }: Config): string[] {
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

function s3Contradictions(config: Config): string[] {
  const rest = {
    HEDDLE_S3_ENDPOINT: config.s3Endpoint,
    HEDDLE_S3_ACCESS_KEY_ID: config.s3AccessKeyId,
    HEDDLE_S3_SECRET_ACCESS_KEY: config.s3SecretAccessKey,
  };
  if (config.s3Bucket === undefined) {
    const given = Object.entries(rest).flatMap(([variable, value]) => (value === undefined ? [] : [variable]));
    return given.length === 0 ? [] : [`HEDDLE_S3_BUCKET must be set with ${given.join(' and ')}`];
  }
  return Object.entries(rest)
    .filter(([variable, value]) => value === undefined && variable !== 'HEDDLE_S3_ENDPOINT')
    .map(([variable]) => `${variable} must be set with HEDDLE_S3_BUCKET`);
}

/** A setting that nobody reads is a mistake that would only show much later. HEDDLE_TEST_* belongs to the tests. */
function misspelt(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set(Object.values<Setting<unknown>>(settings).map(({ variable }) => variable));
  return Object.keys(environment)
    .filter(variable => /^HEDDLE_(?!TEST_)/.test(variable) && !known.has(variable))
    .map(variable => `${variable} is no setting of Heddle: see 'heddle config' for those there are`);
}
