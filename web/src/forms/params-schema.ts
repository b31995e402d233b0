/** The schema of the form for a step's params. */
import type { Catalog } from '../../../src/workflows/schemas.ts';
import { isRecord, type JsonSchema, readSchema } from './json-schema.ts';
import { simplifySchema } from './simplify-schema.ts';

interface NodeLike {
  readonly type: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The schema of the type, in which the params of a tool and the values of an approval's form have their own fields. */
export function paramsSchemaOf({ type, params = {} }: NodeLike, catalog: Catalog): JsonSchema {
  const schema = readSchema(catalog.node_types.find(each => each.type === type)?.params_schema);
  if (type === 'trigger.message' || type === 'message.send') return messageSchema(schema, type, params);
  if (type === 'wait') return waitSchema(schema, params);
  if (type === 'trigger.poll') return withTool(pollSchema(schema, params), type, params, catalog);
  return withTool(schema, type, params, catalog);
}

function withTool(
  schema: JsonSchema,
  type: string,
  params: Readonly<Record<string, unknown>>,
  catalog: Catalog,
): JsonSchema {
  const dependent = dependentSchema(type, params, catalog);
  if (!dependent) return schema;
  const { name, inner } = dependent;
  const own = schema.properties?.[name] ?? {};
  return { ...schema, properties: { ...schema.properties, [name]: { ...inner, ...titleOf(own) } } };
}

/** The field has the kind of its value: `PollTimes` chooses between seconds and a cron expression. */
function pollSchema(schema: JsonSchema, { every }: Readonly<Record<string, unknown>>): JsonSchema {
  const { minLength, minimum, maximum, ...own } = schema.properties?.every ?? {};
  const isCron = typeof every === 'string';
  const kind: JsonSchema = isCron
    ? { ...own, type: 'string' }
    : {
        ...own,
        type: 'integer',
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      };
  const { timezone, ...properties } = schema.properties ?? {};
  return { ...schema, properties: { ...properties, every: kind, ...(isCron && timezone && { timezone }) } };
}

/** The ways to wait, of which a step has one. */
export const WAIT_WAYS = ['seconds', 'until', 'call', 'event'] as const;
export type WaitWay = (typeof WAIT_WAYS)[number];

export function waitWay(params: Readonly<Record<string, unknown>>): WaitWay {
  return WAIT_WAYS.find(way => params[way] !== undefined && params[way] !== false) ?? 'seconds';
}

/** Only the fields of the chosen way. Those that should not be there stay visible, so that they can be removed. */
function waitSchema(schema: JsonSchema, params: Readonly<Record<string, unknown>>): JsonSchema {
  const way = waitWay(params);
  const isMet = way === 'call' || way === 'event';
  const isShown = (name: string) =>
    (name === way && way !== 'call') ||
    (name === 'timeout_seconds' && isMet) ||
    (name !== way && params[name] !== undefined && params[name] !== false);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => isShown(name));
  return { ...schema, properties: Object.fromEntries(properties), ...(way !== 'call' && { required: [way] }) };
}

/** What each broker needs, and what it may have besides the server. The service refuses all others. */
const PLACES: Readonly<
  Record<string, Readonly<Record<string, { needed: readonly string[]; more: readonly string[] }>>>
> = {
  'trigger.message': {
    nats: { needed: ['stream'], more: ['subject', 'start', 'consumer'] },
    redis: { needed: ['stream'], more: ['start', 'consumer'] },
    amqp: { needed: ['queue'], more: ['vhost'] },
    mqtt: { needed: ['topic'], more: ['consumer'] },
    kafka: { needed: ['topic'], more: ['start', 'consumer'] },
    sqs: { needed: ['queue'], more: ['region'] },
  },
  'message.send': {
    nats: { needed: ['subject'], more: [] },
    redis: { needed: ['stream'], more: [] },
    amqp: { needed: ['routing_key'], more: ['exchange', 'vhost'] },
    mqtt: { needed: ['topic'], more: [] },
    kafka: { needed: ['topic'], more: ['key'] },
    sqs: { needed: ['queue'], more: ['group', 'region'] },
  },
};

/** Only the fields of the chosen broker. Those that should not be there stay visible, so that they can be removed. */
function messageSchema(schema: JsonSchema, type: string, params: Readonly<Record<string, unknown>>): JsonSchema {
  const brokers = PLACES[type] ?? {};
  const { needed = [], more = [] } = brokers[String(params.broker)] ?? {};
  const places = new Set(Object.values(brokers).flatMap(each => [...each.needed, ...each.more]));
  const isShown = (name: string) =>
    !places.has(name) || needed.includes(name) || more.includes(name) || params[name] !== undefined;
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => isShown(name));
  return { ...schema, properties: Object.fromEntries(properties), required: [...(schema.required ?? []), ...needed] };
}

function titleOf({ title }: JsonSchema): JsonSchema {
  return title === undefined ? {} : { title };
}

function dependentSchema(
  type: string,
  params: Readonly<Record<string, unknown>>,
  catalog: Catalog,
): { name: string; inner: JsonSchema } | undefined {
  if (type === 'tool.call' || type === 'trigger.poll') {
    const tool = catalog.tools.find(({ name }) => name === params.tool);
    return (
      tool && {
        name: 'params',
        inner: { ...simplifySchema(tool.input_schema), description: tool.description },
      }
    );
  }
  if (type !== 'human.approval' || !isRecord(params.form_schema)) return undefined;
  // What the form requires may still be missing in the values that it shows at first.
  const { properties = {} } = readSchema(params.form_schema);
  return { name: 'form_values', inner: { type: 'object', properties, additionalProperties: true } };
}
