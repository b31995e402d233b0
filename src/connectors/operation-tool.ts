/** Makes a tool of an operation. */
import { fixedLimits } from '../configuration/limits.ts';
import { statusLine } from '../nodes/http-sending.ts';
import type { StepOutcome } from '../nodes/step.ts';
import { isObject } from '../platform/is-object.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import type { Tool, ToolContext } from '../tools/contract/tool.ts';
import { createEvaluate } from './calls/expressions.ts';
import { readAllPages } from './calls/pages.ts';
import { type CallableOperation, OperationCall } from './calls/perform.ts';
import type { RateGate } from './calls/rate.ts';
import type { Paging } from './openapi/contract.ts';
import type { ConnectorRow, OperationRow } from './tables.ts';

const { pagedItems } = fixedLimits.connector;

export interface CallServices {
  threads: ThreadPool;
  gate: RateGate;
}

/** An operation with the params that Heddle adds to it. */
export interface DescribedOperation {
  inputSchema: Record<string, unknown>;
  /** The params that Heddle adds. `page` is null when the operation has no pages. */
  added: { full: string; page: string | null };
  paging: Paging | null;
}

/** Names of the added params. The first is taken that the operation has not. */
const FULL_NAMES = ['full', 'full_reply', 'heddle_full'];
const PAGE_NAMES = ['page', 'pages', 'heddle_pages'];

export function describeOperation(
  { pagination }: Pick<ConnectorRow, 'pagination'>,
  { method, input_schema, plan, paging: guessed }: Pick<OperationRow, 'method' | 'input_schema' | 'plan' | 'paging'>,
): DescribedOperation {
  const parsed: unknown = JSON.parse(input_schema);
  const schema = isObject(parsed) ? parsed : {};
  const properties = isObject(schema.properties) ? schema.properties : {};
  const rule = chooseRule(pagination, { method, plan, properties });
  // A link is followed wherever there is one, so that what was guessed says more.
  const paging = rule?.kind === 'link' ? (guessed ?? rule) : (rule ?? guessed);
  const isFree = (name: string) => !Object.hasOwn(properties, name);
  const full = FULL_NAMES.find(isFree) ?? 'heddle_full';
  const page = paging && (PAGE_NAMES.find(isFree) ?? 'heddle_pages');
  return {
    inputSchema: {
      ...schema,
      type: 'object',
      properties: { ...properties, ...(page !== null && { [page]: PAGE_SCHEMA }), [full]: FULL_SCHEMA },
    },
    added: { full, page },
    paging,
  };
}

const FULL_SCHEMA = {
  type: 'boolean',
  title: 'Full reply',
  description: 'Return {status, headers, body} instead of the body alone.',
};
const PAGE_SCHEMA = {
  type: 'object',
  title: 'All pages',
  description: 'With {"all": true}, all pages are read, and the result is the list of their items.',
  properties: {
    all: { type: 'boolean', title: 'Read all pages' },
    most: {
      type: 'integer',
      title: 'Most items',
      description: `At most so many items. The default is ${pagedItems.default.toLocaleString('en')}.`,
      minimum: 1,
      maximum: pagedItems.most,
    },
  },
  additionalProperties: false,
};

interface RuledOperation extends Pick<OperationRow, 'method' | 'plan'> {
  properties: Record<string, unknown>;
}

/** The rule of the connector goes first, for operations that read and have its param, in the body as well. */
function chooseRule(rule: Paging | null, { method, plan, properties }: RuledOperation): Paging | null {
  if (!rule || (method !== 'GET' && method !== 'POST')) return null;
  if (rule.kind === 'link') return method === 'GET' ? rule : null;
  const param = plan.params.find(({ name, property }) => name === rule.param || property === rule.param);
  if (method === 'GET') return param ? { ...rule, param: param.property } : null;
  const body = plan.body?.kind === 'json' ? properties[plan.body.property] : undefined;
  const fields = isObject(body) ? body.properties : undefined;
  return isObject(fields) && Object.hasOwn(fields, rule.param) ? rule : null;
}

export function createOperationTool(connector: ConnectorRow, operation: OperationRow, services: CallServices): Tool {
  const described = describeOperation(connector, operation);
  const callable = toCallable(connector, operation, described.paging);
  return {
    name: operation.tool,
    title: operation.title,
    description: operation.description || `${operation.method} ${operation.path}`,
    category: connector.title,
    icon: 'plug',
    inputSchema: described.inputSchema,
    call: (params, context) => callOperation(callable, described, params, context, services),
  };
}

function toCallable(connector: ConnectorRow, operation: OperationRow, paging: Paging | null): CallableOperation {
  const { id, title, base_url, allowed_hosts, credential_id, credential_own, rate_calls, rate_seconds } = connector;
  const { method, path, plan } = operation;
  return {
    connectorId: id,
    service: title,
    baseUrl: base_url,
    allowedHosts: allowed_hosts,
    credential: credential_own ? { own: id } : credential_id,
    rate: rate_calls === null || rate_seconds === null ? null : { calls: rate_calls, seconds: rate_seconds },
    method,
    path,
    plan,
    paging,
  };
}

async function callOperation(
  operation: CallableOperation,
  { added }: DescribedOperation,
  given: unknown,
  context: ToolContext,
  { threads, gate }: CallServices,
): Promise<StepOutcome> {
  const { [added.full]: full, ...rest } = isObject(given) ? given : {};
  const { [added.page ?? '']: page, ...params } = rest;
  const call = new OperationCall(operation, context, gate);
  const { paging, plan } = operation;
  if (paging && isObject(page) && page.all === true) {
    const most = typeof page.most === 'number' ? page.most : pagedItems.default;
    const evaluate = createEvaluate(threads, context);
    const onPage = (items: number) => context.progress(`Read ${items.toLocaleString('en')} items`);
    const { items, status, headers, isRepeated } = await readAllPages({
      ...{ call, plan, paging, params, most, evaluate, onPage },
      signal: context.signal,
    });
    const output = full === true ? { status, headers, body: items } : items;
    const count = `Read ${items.length.toLocaleString('en')} items`;
    return { output, text: isRepeated ? `${count}: then the service repeated a page` : count };
  }
  const { status, headers, body, fileIds } = await call.send(params);
  return { output: full === true ? { status, headers, body } : body, text: statusLine({ status }), fileIds };
}
