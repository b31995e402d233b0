/** The schemas of the settings as forms need them, and how the form changes a definition. Pure. */
import { Settings } from '../../../../src/engine/settings-schema.ts';
import { isRecord, type JsonSchema } from '../../forms/json-schema.ts';
import type { Definition } from '../../graph/definition.ts';

const plain: { properties: Record<string, JsonSchema> } = JSON.parse(JSON.stringify(Settings));
const { alert = {}, keep_days: keepDays = {}, ...properties } = plain.properties;

/** Labels have names that the author chooses, which a form knows as additional properties. */
const labels: JsonSchema = { ...properties.labels, additionalProperties: { type: 'string', minLength: 1 } };

export const SETTINGS_SCHEMA: JsonSchema = { type: 'object', properties: { ...properties, labels } };

export const ALERT_SCHEMA: JsonSchema = { type: 'object', properties: alert.properties ?? {} };

/** One time for all ended runs, and one for each status. */
export const KEEP_DAYS_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { keep_days: { ...keepDays, type: 'integer', properties: undefined, additionalProperties: undefined } },
};
export const KEEP_DAYS_BY_STATUS_SCHEMA: JsonSchema = { type: 'object', properties: keepDays.properties ?? {} };

/** Nothing that is kept now is kept for a shorter time afterwards. */
export function splitKeepDays(keepDays: unknown): Record<string, unknown> {
  if (isRecord(keepDays)) return keepDays;
  if (typeof keepDays !== 'number') return {};
  return Object.fromEntries(Object.keys(KEEP_DAYS_BY_STATUS_SCHEMA.properties ?? {}).map(status => [status, keepDays]));
}

/** The longest of the times. Undefined when there is a status whose runs are kept as long as possible. */
export function joinKeepDays(keepDays: unknown): number | undefined {
  if (typeof keepDays === 'number') return keepDays;
  if (!isRecord(keepDays)) return undefined;
  const days = Object.keys(KEEP_DAYS_BY_STATUS_SCHEMA.properties ?? {}).map(status => keepDays[status]);
  const known = days.filter(each => typeof each === 'number');
  return known.length === days.length ? Math.max(...known) : undefined;
}

export function setSetting(
  settings: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const { [name]: _, ...others } = settings;
  return value === undefined ? others : { ...others, [name]: value };
}

/** A definition without settings has no empty object, so that nothing seems to have changed. */
export function setSettings(definition: Definition, settings: Record<string, unknown>): Definition {
  const { settings: _, ...rest } = definition;
  return Object.keys(settings).length === 0 ? rest : { ...rest, settings };
}
