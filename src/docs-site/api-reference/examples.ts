/** How an operation is called: with curl and with the TypeScript client. */
import { escapeHtml } from '../../platform/markdown/escape-html.ts';
import { renderCode } from '../highlight.ts';
import type { ApiEndpoint, ApiParameter } from './document.ts';

/** How a method of the client takes what the operation needs. */
type Arguments = 'body' | 'id' | 'workflow' | 'run' | 'none';

/** The operations for which the client has a method. All others are reached with `heddle.call`. */
const METHODS: Readonly<Record<string, readonly [method: string, takes: Arguments]>> = {
  '/api/v1/run/start': ['runs.start', 'body'],
  '/api/v1/run/watch': ['runs.watch', 'run'],
  '/api/v1/file/find': ['files.find', 'body'],
  '/api/v1/file/get': ['files.get', 'id'],
  '/api/v1/file/delete': ['files.delete', 'id'],
  '/api/v1/panel/create': ['panels.create', 'body'],
  '/api/v1/panel/update': ['panels.update', 'body'],
  '/api/v1/panel/find': ['panels.find', 'body'],
  '/api/v1/panel/get': ['panels.get', 'id'],
  '/api/v1/panel/delete': ['panels.delete', 'id'],
  '/api/v3/ai_model/get_all': ['chat.models', 'none'],
  '/api/v3/chat': ['chat.send', 'body'],
  '/api/v3/chat/stream': ['chat.stream', 'body'],
  '/api/v3/workflow/approval/decide': ['approvals.decide', 'body'],
  '/api/v3/workflow/approval/find': ['approvals.list', 'body'],
  '/api/v3/workflow/catalog': ['workflows.catalog', 'none'],
  '/api/v3/workflow/copy': ['workflows.copy', 'body'],
  '/api/v3/workflow/count': ['workflows.count', 'body'],
  '/api/v3/workflow/create': ['workflows.create', 'body'],
  '/api/v3/workflow/delete': ['workflows.delete', 'id'],
  '/api/v3/workflow/deployment': ['workflows.deployment', 'workflow'],
  '/api/v3/workflow/export': ['workflows.export', 'workflow'],
  '/api/v3/workflow/find': ['workflows.find', 'body'],
  '/api/v3/workflow/get': ['workflows.get', 'id'],
  '/api/v3/workflow/import': ['workflows.import', 'body'],
  '/api/v3/workflow/publish': ['workflows.publish', 'workflow'],
  '/api/v3/workflow/run/cancel': ['runs.cancel', 'run'],
  '/api/v3/workflow/runs/count': ['runs.count', 'body'],
  '/api/v3/workflow/runs/delete': ['runs.delete', 'id'],
  '/api/v3/workflow/runs/find': ['runs.find', 'body'],
  '/api/v3/workflow/runs/get': ['runs.get', 'id'],
  '/api/v3/workflow/update': ['workflows.update', 'body'],
  '/api/v3/workflow/validate': ['workflows.validate', 'workflow'],
};

export function renderExamples(endpoint: ApiEndpoint): string {
  const typescript = typescriptExample(endpoint);
  return `<div class="examples"><section data-tab="curl"><h4>curl</h4>${renderCode(curlExample(endpoint), 'sh')}</section>
${typescript === undefined ? '' : `<section data-tab="TypeScript"><h4>TypeScript</h4>${renderCode(typescript, 'ts')}</section>`}</div>`;
}

/** The body that the document shows for a request. */
export function requestExample({ operation }: ApiEndpoint): unknown {
  return operation.requestBody?.content['application/json']?.example;
}

export function curlExample(endpoint: ApiEndpoint): string {
  const { method, operation } = endpoint;
  const form = operation.requestBody?.content['multipart/form-data'];
  const body = requestExample(endpoint);
  const headers = parametersIn(endpoint, 'header').filter(({ required }) => required);
  const lines = [
    `curl${method === 'POST' ? '' : ` -X ${method}`} "$HEDDLE_URL${addressOf(endpoint)}"`,
    ...((operation.security ?? []).length > 0 ? [`-H "uni-api-key: $HEDDLE_KEY"`] : []),
    ...headers.map(({ name, example }) => `-H "${name}: ${String(example)}"`),
    ...Object.entries(Object(form?.example)).map(([name, value]) =>
      name === 'file' ? '-F file=@invoice.pdf' : `-F ${quoteForShell(`${name}=${String(value)}`)}`,
    ),
    ...(body === undefined ? [] : [`-d ${quoteForShell(JSON.stringify(body, null, 2))}`]),
  ];
  // Without a body, curl would send GET.
  if (method === 'POST' && body === undefined && !form) lines[0] = lines[0]?.replace('curl', 'curl -X POST') ?? '';
  return lines.join(' \\\n  ');
}

/** Links are fetched by browsers and by other services, and forms have methods of their own. */
export function typescriptExample(endpoint: ApiEndpoint): string | undefined {
  const { path, operation } = endpoint;
  if ((operation.security ?? []).length === 0 || path.includes('{') || !path.startsWith('/api/')) return undefined;
  if (operation.requestBody?.content['multipart/form-data']) return formExample(path);
  const known = METHODS[path];
  const isStream = operation.responses['200']?.content?.['text/event-stream'] !== undefined;
  if (isStream && !known) return undefined;
  const call = known ? methodCall(endpoint, ...known) : pathCall(endpoint);
  return `import { Heddle } from '@heddle/client';

const heddle = new Heddle(); // takes HEDDLE_URL and HEDDLE_KEY from the environment
${isStream ? `for await (const event of ${call}) {\n  // event.type tells what happened\n}` : `const reply = await ${call};`}`;
}

function methodCall(endpoint: ApiEndpoint, method: string, takes: Arguments): string {
  const body = Object(requestExample(endpoint));
  const id = { id: parametersIn(endpoint, 'query')[0]?.example, workflow: body.workflow_id, run: body.run_id };
  if (takes === 'none') return `heddle.${method}()`;
  return `heddle.${method}(${takes === 'body' ? toSource(body) : toSource(id[takes])})`;
}

function pathCall(endpoint: ApiEndpoint): string {
  const query = parametersIn(endpoint, 'query').filter(({ required }) => required);
  const headers = parametersIn(endpoint, 'header').filter(({ required }) => required);
  const toObject = (parameters: readonly ApiParameter[]) =>
    Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
  const options = {
    ...(query.length > 0 && { query: toObject(query) }),
    ...(headers.length > 0 && { headers: toObject(headers) }),
  };
  const body = requestExample(endpoint);
  const hasOptions = Object.keys(options).length > 0;
  const given = [
    `'${endpoint.path}'`,
    ...(body !== undefined || hasOptions ? [body === undefined ? 'undefined' : toSource(body)] : []),
    ...(hasOptions ? [toSource(options)] : []),
  ];
  return `heddle.call(${given.join(', ')})`;
}

function formExample(path: string): string | undefined {
  const upload = path.includes('/booster/')
    ? "heddle.panel(panelId).files.upload(file, { path: 'invoices/1042.pdf' })"
    : "heddle.files.upload(file, { filename: '1042.pdf' })";
  return `import { openAsBlob } from 'node:fs';
import { Heddle } from '@heddle/client';

const heddle = new Heddle(); // takes HEDDLE_URL and HEDDLE_KEY from the environment
const file = await openAsBlob('1042.pdf', { type: 'application/pdf' });
const reply = await ${upload};`;
}

function parametersIn({ operation }: ApiEndpoint, location: ApiParameter['in']): ApiParameter[] {
  return (operation.parameters ?? []).filter(parameter => parameter.in === location);
}

function addressOf(endpoint: ApiEndpoint): string {
  const query = parametersIn(endpoint, 'query').filter(({ required }) => required);
  const search = query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return endpoint.path + (search.length > 0 ? `?${search.join('&')}` : '');
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** JSON as TypeScript is written: names without quotes, texts in single ones. */
function toSource(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\]|\\.)*)"(?=,?$|\))/gm, (whole, text: string) => (/['\\]/.test(text) ? whole : `'${text}'`));
}

/** A reply as the document shows it. */
export function renderReplyExample(example: unknown): string {
  if (example === undefined) return '';
  return `<section class="reply-example"><h4>Reply</h4>${renderCode(JSON.stringify(example, null, 2), 'json')}</section>`;
}

/** What the script needs for trying the operation. */
export function tryData(endpoint: ApiEndpoint): string {
  const { method, path, operation } = endpoint;
  const form = operation.requestBody?.content['multipart/form-data'];
  const data = {
    method,
    path,
    isOpen: (operation.security ?? []).length === 0,
    parameters: (operation.parameters ?? []).map(({ name, in: place, required = false, example }) => ({
      name,
      place,
      required,
      example: example === undefined ? '' : String(example),
    })),
    ...(requestExample(endpoint) !== undefined && { body: JSON.stringify(requestExample(endpoint), null, 2) }),
    ...(form && { form: Object.keys(Object(form.example)) }),
  };
  return escapeHtml(JSON.stringify(data));
}
