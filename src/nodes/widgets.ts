/** How the fields of params are edited, where their types do not say it. */
import { isObject } from '../platform/is-object.ts';

export type Widget =
  | 'assistant'
  | 'code'
  | 'credential'
  | 'cron'
  /** An ISO date. */
  | 'date'
  /** A text that is usually longer than a line. */
  | 'long-text'
  | 'model'
  | 'panel'
  | 'people'
  | 'timezone'
  | 'tool'
  | 'workflow'
  /** Several of them, or all. */
  | 'workflows';

/**
 * A symbol, so that neither the validation, nor models, nor the integration API see it: strict validators refuse keywords
 * that they do not know. The catalog of the console has it as `x-widget`.
 */
const WIDGET = Symbol('x-widget');

interface WithWidget {
  readonly [WIDGET]: Widget;
}

/** An option of a schema. */
export function widget(name: Widget): WithWidget {
  return { [WIDGET]: name };
}

/** The schema with an `x-widget` at each field that has one, also within objects. */
export function withWidgets(schema: object): object {
  const inner = 'properties' in schema && isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return {
    ...schema,
    ...(WIDGET in schema && { 'x-widget': schema[WIDGET] }),
    ...(inner.length > 0 && {
      properties: Object.fromEntries(
        inner.map(([name, field]) => [name, isObject(field) ? withWidgets(field) : field]),
      ),
    }),
  };
}
