/** Reads the models that an operator configured. Messages never contain keys. */

import { isObject } from '../is-object.ts';
import { readJsonSetting } from '../json/json-setting.ts';
import { MODEL_KINDS, MODEL_PROVIDERS, type ModelSettings } from './model.ts';

const MOST_MODELS = 200;
const FIELDS = ['id', 'kind', 'provider', 'name', 'url', 'key', 'credits', 'abilities', 'timeout_seconds'];
const PRICES = ['input_token', 'output_token', 'call'];
const ABILITIES = ['vision', 'audio', 'tools'] as const;
const DEFAULT_TIMEOUT_SECONDS = 120;
/** The time that all attempts together may take. */
const MOST_TIMEOUT_SECONDS = 600;

/**
 * Parses the JSON text of a list, or the file at a path. Throws an error whose message says what the value must be, to
 * follow "must be ".
 */
export function parseModels(text: string): ModelSettings[] {
  const list = readJsonSetting(text, { opening: '[', what: 'a JSON list of models' });
  if (!Array.isArray(list)) throw new Error(`a JSON list of models, which the file '${text}' does not hold`);
  if (list.length > MOST_MODELS) throw new Error(`a list of at most ${MOST_MODELS} models, not ${list.length}`);
  const models = list.map((entry, index) => readModel(entry, index));
  for (const [index, { id, kind }] of models.entries()) {
    const isKnown = models.slice(0, index).some(other => other.id === id && other.kind === kind);
    if (isKnown) throw wrong(index, { id }, `there is another ${kind} model with this 'id'`);
  }
  return models;
}

function readModel(entry: unknown, index: number): ModelSettings {
  if (!isObject(entry)) throw wrong(index, {}, 'it must be an object');
  const fail = (what: string) => wrong(index, entry, what);
  const unknown = Object.keys(entry).find(name => !FIELDS.includes(name));
  if (unknown !== undefined) throw fail(`there is no field '${unknown}'`);

  const id = readText(entry.id, 200) ?? refuse(fail, `'id' must be a text of 1 to 200 characters`);
  const kind = readChoice(entry.kind ?? 'chat', MODEL_KINDS) ?? refuse(fail, mustBeOneOf('kind', MODEL_KINDS));
  const provider =
    readChoice(entry.provider ?? 'openai-compatible', MODEL_PROVIDERS) ??
    refuse(fail, mustBeOneOf('provider', MODEL_PROVIDERS));
  if (kind !== 'chat' && !provider.startsWith('openai')) {
    throw fail(`'provider' must be openai or openai-compatible for a model of kind ${kind}`);
  }
  const url = readUrl(entry.url, fail);
  if (url === undefined && provider === 'openai-compatible') throw fail(`'url' is missing`);
  const key = readKey(entry.key, fail);
  return {
    id,
    kind,
    provider,
    name: readText(entry.name ?? id, 200) ?? refuse(fail, `'name' must be a text of 1 to 200 characters`),
    ...(url !== undefined && { url }),
    ...(key !== undefined && { key }),
    credits: readCredits(entry.credits ?? {}, fail),
    abilities: readAbilities(entry.abilities ?? ['tools'], fail),
    timeoutSeconds: readTimeout(entry.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS, fail),
  };
}

type Fail = (what: string) => Error;

function wrong(index: number, { id }: Record<string, unknown>, what: string): Error {
  const name = typeof id === 'string' ? ` ('${id.slice(0, 200)}')` : '';
  return new Error(`a list of valid models; in entry ${index + 1}${name} ${what}`);
}

function refuse(fail: Fail, what: string): never {
  throw fail(what);
}

function mustBeOneOf(field: string, choices: readonly string[]): string {
  return `'${field}' must be one of ${choices.join(', ')}`;
}

function readChoice<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find(choice => choice === value);
}

function readText(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest ? value : undefined;
}

function readUrl(value: unknown, fail: Fail): string | undefined {
  if (value === undefined) return undefined;
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw fail(`'url' must be a URL with http:// or https://`);
  if (url.username !== '' || url.password !== '') throw fail(`'url' must hold no user and password`);
  return url.href.replace(/\/+$/, '');
}

/** The key is sent in a header. */
function readKey(value: unknown, fail: Fail): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,4000}$/.test(value)) {
    throw fail(`'key' must be a text of visible ASCII characters`);
  }
  return value;
}

function readCredits(value: unknown, fail: Fail): ModelSettings['credits'] {
  if (!isObject(value) || !Object.keys(value).every(name => PRICES.includes(name))) {
    throw fail(`'credits' must be an object with ${PRICES.join(', ')}`);
  }
  const price = (name: string) => {
    const number = value[name] ?? 0;
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number;
    throw fail(`'credits.${name}' must be a number of at least 0`);
  };
  return { inputToken: price('input_token'), outputToken: price('output_token'), call: price('call') };
}

function readAbilities(value: unknown, fail: Fail): ModelSettings['abilities'] {
  if (!Array.isArray(value) || !value.every(ability => readChoice(ability, ABILITIES))) {
    throw fail(`'abilities' must be a list of ${ABILITIES.join(', ')}`);
  }
  return { vision: value.includes('vision'), audio: value.includes('audio'), tools: value.includes('tools') };
}

function readTimeout(value: unknown, fail: Fail): number {
  if (typeof value === 'number' && value >= 1 && value <= MOST_TIMEOUT_SECONDS) return value;
  throw fail(`'timeout_seconds' must be a number from 1 to ${MOST_TIMEOUT_SECONDS}`);
}
