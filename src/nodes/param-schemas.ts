/** Parts of params that several node types share. */
import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import type { Params } from '../engine/definition.ts';
import { isTemplate, type Texts } from '../engine/node-rules.ts';
import { settingsLimits } from '../engine/settings-limits.ts';
import { isObject } from '../platform/is-object.ts';
import { widget } from './widgets.ts';

/** Unknown names are refused, because a misspelt param would be ignored silently. */
export const strict = { additionalProperties: false };

const retryPace = {
  attempts: Type.Integer({
    title: 'Attempts',
    description: 'Tries in all, the first one included.',
    minimum: 1,
    maximum: 10,
  }),
  delay_seconds: Type.Optional(
    Type.Number({
      title: 'Delay',
      description: 'Seconds to wait before the second try.',
      minimum: 0,
      maximum: fixedLimits.run.retryDelaySeconds,
      default: 1,
    }),
  ),
  backoff: Type.Optional(
    Type.Number({
      title: 'Backoff',
      description: 'Factor by which the wait grows from try to try.',
      minimum: 1,
      maximum: 10,
      default: 2,
    }),
  ),
  jitter: Type.Optional(
    Type.Number({
      title: 'Jitter',
      description:
        'The part of the wait that is random, from 0 to 1, so that steps which failed together are not tried together.',
      minimum: 0,
      maximum: 1,
      default: 0,
    }),
  ),
};
const aboutRetry = {
  ...strict,
  title: 'Retry',
  description: 'How often the step is tried when it fails. Without it there is one try.',
};

/** The retry of a step whose tries are runs of their own. */
export const retryOfRuns = Type.Optional(Type.Object(retryPace, aboutRetry));

/** The params that every action node has besides its own. */
export const actionParams = {
  retry: Type.Optional(
    Type.Object(
      {
        ...retryPace,
        when: Type.Optional(
          Type.String({
            title: 'Only when',
            description:
              'An expression on error, attempt, and for requests status and headers, such as status == 404. The step is ' +
              'tried again if it is true; it also decides about answers that are not tried again without it.',
            minLength: 1,
            maxLength: settingsLimits.expressionCharacters,
          }),
        ),
      },
      aboutRetry,
    ),
  ),
  timeout_seconds: Type.Optional(timeoutSeconds()),
};

export const ACTION_TEXTS = { retry: { when: 'failure expression' } } as const satisfies Texts;

export function timeoutSeconds(
  defaultSeconds?: number,
  description = 'Seconds after which one try of the step fails.',
) {
  return Type.Number({
    title: 'Timeout',
    description,
    exclusiveMinimum: 0,
    maximum: 86_400,
    ...(defaultSeconds === undefined ? {} : { default: defaultSeconds }),
  });
}

export function text(title: string, description: string, options: object = {}) {
  return Type.String({ title, description, minLength: 1, ...options });
}

export function anyValue(title: string, description: string) {
  return Type.Unknown({ title, description });
}

/** An object with any properties. */
export function freeObject(title: string, description: string) {
  return Type.Unsafe<Record<string, unknown>>(Type.Object({}, { title, description, additionalProperties: true }));
}

export type FileParam = string | Record<string, unknown>;

export function files(description: string) {
  return Type.Unsafe<FileParam | FileParam[]>({
    type: ['string', 'object', 'array'],
    title: 'Files',
    description: `${description} An attachment, the id of a file, or a list of them.`,
    items: { type: ['string', 'object'] },
  });
}

export const model = Type.String({
  title: 'Model',
  description: 'Name of the AI model. Without it the default model is used.',
  minLength: 1,
  ...widget('model'),
});

export const question = text('Question', 'What the model is asked.', widget('long-text'));

export const context = Type.Unsafe<string | unknown[] | Record<string, unknown>>({
  type: ['string', 'object', 'array'],
  title: 'Context',
  description: 'What the model should know to answer, for example the output of an earlier step.',
});

export const panelParam = text('Panel', 'Id of the booster panel.', widget('panel'));

/** Returns the names of outputs in a list of params, unchecked. */
export function readNames(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => (isObject(entry) && typeof entry.name === 'string' ? entry.name : []));
}

/** Returns the identifier in a param, unless it is a template that only a run can render. */
export function readIdentifier(params: Params, name: string): string[] {
  const value = params[name];
  return typeof value === 'string' && value !== '' && !isTemplate(value) ? [value] : [];
}

export function readToolParams({ params }: Params): Params {
  return isObject(params) ? params : {};
}

/** The tools of the service itself that take the name of a credential. Those of others may mean something else by it. */
const TAKES_CREDENTIAL = new Set(['http_get_json', 'feed_read', 'mail_read', 's3_list', 'postgres_query']);

/** Returns the credentials that the params of a tool name. */
export function namedCredentials(params: Params): string[] {
  return TAKES_CREDENTIAL.has(String(params.tool)) ? readIdentifier(readToolParams(params), 'credential') : [];
}
