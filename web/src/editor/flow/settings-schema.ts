/** The schemas of the settings as forms need them, and how the form changes a definition. Pure. */
import { Settings } from '../../../../src/engine/settings-schema.ts';
import type { JsonSchema } from '../../forms/json-schema.ts';
import type { Definition } from '../../graph/definition.ts';

const plain: { properties: Record<string, JsonSchema> } = JSON.parse(JSON.stringify(Settings));
const { alert = {}, ...properties } = plain.properties;

/** Labels have names that the author chooses, which a form knows as additional properties. */
const labels: JsonSchema = { ...properties.labels, additionalProperties: { type: 'string', minLength: 1 } };

export const SETTINGS_SCHEMA: JsonSchema = { type: 'object', properties: { ...properties, labels } };

export const ALERT_SCHEMA: JsonSchema = { type: 'object', properties: alert.properties ?? {} };

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
