/** The pages of the API reference, made from an OpenAPI document: an overview, one page for each area, and the objects. */
import { escapeHtml } from '../../platform/markdown/escape-html.ts';
import type { SitePage } from '../shell.ts';
import { type ApiDocument, type ApiEndpoint, listEndpoints, resolveResponse } from './document.ts';
import { renderExamples, renderReplyExample, tryData } from './examples.ts';
import { renderFields, renderParameters, typeName } from './fields.ts';
import { areaTitle, inlineText, paragraphs } from './text.ts';

export const REFERENCE_VERSIONS = ['v3', 'v1'] as const;
export type ReferenceVersion = (typeof REFERENCE_VERSIONS)[number];

const VERSION_TITLES: Readonly<Record<ReferenceVersion, string>> = { v3: 'Integration API', v1: "Heddle's own API" };
const OBJECTS = 'objects';
const LOADED = { scripts: ['api-reference.js'], styles: ['api-reference.css'], wide: true } as const;

/** The pages of one version. Each is rendered when it is asked for. */
export interface ApiReference {
  /** `name` is what follows `/docs/api/<version>/`; the overview has the empty name. */
  render(name: string): SitePage | undefined;
}

export function createReference(document: ApiDocument, version: ReferenceVersion): ApiReference {
  const byArea = Map.groupBy(listEndpoints(document), ({ area }) => area);

  function content(name: string): { title: string; content: string } | undefined {
    if (name === '') return { title: VERSION_TITLES[version], content: renderOverview(document, version, byArea) };
    if (name === OBJECTS) return { title: 'Objects: API', content: renderObjects(document) };
    const endpoints = byArea.get(name);
    if (!endpoints) return undefined;
    const description = document.tags?.find(tag => tag.name === name)?.description ?? '';
    const operations = endpoints.map(endpoint => renderOperation(document, endpoint)).join('\n');
    const head = `<h1>${escapeHtml(areaTitle(name))}</h1>${paragraphs(description)}`;
    return { title: `${areaTitle(name)}: API`, content: head + operations };
  }

  return {
    render(name) {
      const page = content(name);
      const path = `api/${version}${name === '' ? '' : `/${name}`}`;
      return page && { path, ...page, navigation: renderNavigation(byArea, version, name), ...LOADED };
    },
  };
}

function renderNavigation(
  byArea: ReadonlyMap<string, ApiEndpoint[]>,
  version: ReferenceVersion,
  current: string,
): string {
  const other = REFERENCE_VERSIONS.filter(each => each !== version).map(
    each => `<li><a href="/docs/api/${each}">${VERSION_TITLES[each]} (${each})</a></li>`,
  );
  const marked = (name: string) => (name === current ? ' aria-current="page"' : '');
  const areas = [...byArea].map(
    ([area, endpoints]) => `<details${area === current ? ' open' : ''}><summary>${escapeHtml(areaTitle(area))}</summary>
<ul>${endpoints.map(endpoint => renderNavigationLink(endpoint, version)).join('')}</ul></details>`,
  );
  return `<section class="api-versions"><ul><li><a href="/docs">← Documentation</a></li>
<li><a href="/docs/api/${version}"${marked('')}>${VERSION_TITLES[version]} (${version})</a></li>${other.join('')}
<li><a href="/docs/api/${version}/${OBJECTS}"${marked(OBJECTS)}>Objects</a></li></ul></section>
<div class="api-search" hidden><label for="api-search">Find an operation</label>
<input id="api-search" type="search" autocomplete="off" spellcheck="false"><p role="status"></p></div>
${areas.join('\n')}`;
}

function renderNavigationLink({ path, area, operation }: ApiEndpoint, version: ReferenceVersion): string {
  const label = path.replace(new RegExp(`^/api/${version}/(${area}/)?`), '');
  return `<li><a href="/docs/api/${version}/${area}#${operation.operationId}" title="${escapeHtml(operation.summary)}">${escapeHtml(label)}</a></li>`;
}

function renderOverview(
  document: ApiDocument,
  version: ReferenceVersion,
  byArea: ReadonlyMap<string, ApiEndpoint[]>,
): string {
  const areas = [...byArea].map(([area, endpoints]) => {
    const description = document.tags?.find(({ name }) => name === area)?.description ?? '';
    const rows = endpoints.map(
      ({
        path,
        operation,
      }) => `<tr><td><a href="/docs/api/${version}/${area}#${operation.operationId}"><code>${escapeHtml(path)}</code></a></td>
<td>${inlineText(operation.summary)}</td></tr>`,
    );
    return `<h2 id="${escapeHtml(area)}">${escapeHtml(areaTitle(area))}</h2><p>${inlineText(description)}</p>
<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(areaTitle(area))}"><table><tbody>${rows.join('')}</tbody></table></div>`;
  });
  return `<h1>${VERSION_TITLES[version]}</h1>${paragraphs(document.info.description ?? '')}
<p>For tools there is the same as an OpenAPI document: <a href="/api/${version}/openapi.json"><code>/api/${version}/openapi.json</code></a>.
For TypeScript there is <a href="/docs/reference/client">a client</a>.</p>${areas.join('\n')}`;
}

function renderOperation(document: ApiDocument, endpoint: ApiEndpoint): string {
  const { method, path, operation } = endpoint;
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = operation;
  const [body] = Object.values(requestBody?.content ?? {});
  const [, success = {}] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [reply] = Object.values(success.content ?? {});
  // The facts stand below the title already.
  const text = description.replace(/(^|\n\n)(Scope `|No key)[^\n]*$/, '');
  return `<section class="operation" id="${operationId}" data-try="${tryData(endpoint)}">
<div class="operation-text"><h2>${inlineText(summary)}<a class="anchor" href="#${operationId}" aria-label="Link to this operation">#</a></h2>
<p class="address"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></p>${renderFacts(endpoint)}${text === '' ? '' : paragraphs(text)}
${parameters.length > 0 ? `<h3>Parameters</h3>${renderParameters(document, parameters)}` : ''}
${body?.schema ? `<h3>Body</h3>${renderFields(document, body.schema) || `<p><code>${escapeHtml(typeName(document, body.schema))}</code></p>`}` : ''}
<h3>Reply</h3>${renderReply(document, success.description, reply?.schema)}
${renderErrors(document, endpoint)}</div>
<div class="operation-examples">${renderExamples(endpoint)}${renderReplyExample(reply?.example)}</div></section>`;
}

function renderFacts({ operation }: ApiEndpoint): string {
  const scope = operation['x-scope'];
  const facts = [
    scope ? `Scope <code>${escapeHtml(scope)}</code>` : 'No key needed',
    ...(operation.description?.includes('administrators only') ? ['Administrators only'] : []),
    `Rate tier <code>${escapeHtml(operation['x-rate-tier'] ?? 'default')}</code>`,
  ];
  return `<ul class="facts">${facts.map(fact => `<li>${fact}</li>`).join('')}</ul>`;
}

function renderReply(
  document: ApiDocument,
  description: string | undefined,
  schema: Parameters<typeof renderFields>[1] | undefined,
): string {
  const text = description && description !== 'Done.' ? `<p>${inlineText(description)}</p>` : '';
  if (!schema) return `${text}<p>Nothing.</p>`;
  return `${text}<p class="reply-type"><code>${escapeHtml(typeName(document, schema))}</code></p>${renderFields(document, schema)}`;
}

function renderErrors(document: ApiDocument, { operation }: ApiEndpoint): string {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => {
      const { description = '', content } = resolveResponse(document, response);
      const detail = Object(content?.['application/json']?.example).detail;
      const example = typeof detail === 'string' ? ` <code>${escapeHtml(detail)}</code>` : '';
      return `<tr><td><code>${status}</code></td><td>${inlineText(description)}${example}</td></tr>`;
    });
  if (rows.length === 0) return '';
  return `<details class="errors"><summary>Errors</summary><div class="table"><table><tbody>${rows.join('')}</tbody></table></div></details>`;
}

function renderObjects(document: ApiDocument): string {
  const objects = Object.entries(document.components?.schemas ?? {}).map(
    ([
      name,
      schema,
    ]) => `<section class="object" id="${name}"><h2>${name}<a class="anchor" href="#${name}" aria-label="Link to this object">#</a></h2>
${schema.description ? `<p>${inlineText(schema.description)}</p>` : ''}${renderFields(document, schema, 1) || `<p><code>${escapeHtml(typeName(document, schema))}</code></p>`}</section>`,
  );
  return `<h1>Objects</h1><p>What requests and replies are made of.</p>${objects.join('\n')}`;
}
