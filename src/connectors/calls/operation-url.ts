/** Builds the URL of a call. Whatever the params contain, it stays below the base URL. */
import { StepError } from '../../nodes/step.ts';
import type { OperationPlan, PlannedParam } from '../openapi/contract.ts';
import { toPathText, toQueryParts } from './param-styles.ts';

interface UrlOptions extends Servers {
  plan: Pick<OperationPlan, 'baseUrl' | 'documentBaseUrl' | 'params'>;
  /** With `{param}`s. */
  path: string;
  params: Readonly<Record<string, unknown>>;
}

/** What a connector says about servers. */
interface Servers {
  baseUrl: string;
  /** Hosts to which operations may go whatever the base URL is. */
  allowedHosts: readonly string[];
}

export function buildOperationUrl({ baseUrl, allowedHosts, plan, path, params }: UrlOptions): URL {
  const base = resolveBaseUrl({ baseUrl, allowedHosts }, plan);
  // Some documents tell operations apart by a query or a fragment in their paths.
  const [, template = '', ownQuery = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(path) ?? [];
  const basePath = base.pathname.replace(/\/+$/, '');
  const pathname = `${basePath}/${fillPath(template, plan.params, params).replace(/^\/+/, '')}`;
  const query = [ownQuery, ...queryOf(plan.params, params)].filter(part => part !== '').join('&');
  const url = URL.parse(`${base.origin}${pathname}${query === '' ? '' : `?${query}`}`);
  if (!url || url.origin !== base.origin || !`${url.pathname}/`.startsWith(`${basePath}/`)) throw leadsElsewhere();
  return url;
}

/**
 * An operation may have a server of its own. Whoever gave the connector another base URL than the document has, such as that
 * of a test system, does not want to call it there: what is at the server of the document is called below their base URL, and
 * other hosts are called only if they are allowed.
 */
function resolveBaseUrl({ baseUrl, allowedHosts }: Servers, plan: UrlOptions['plan']): URL {
  const base = parseServer(baseUrl);
  if (plan.baseUrl === null) return base;
  const own = parseServer(plan.baseUrl, baseUrl);
  const { documentBaseUrl = null } = plan;
  const document = documentBaseUrl === null ? null : parseServer(documentBaseUrl);
  if (own.origin === base.origin || document?.origin === base.origin) return own;
  if (document?.origin === own.origin) return new URL(own.pathname, base);
  if (!allowedHosts.includes(own.host)) throw operationGoesElsewhere(own.host);
  return own;
}

/** The server of an operation may be relative to that of the connector. */
function parseServer(text: string, base?: string): URL {
  const url = URL.parse(text, base);
  if (!url || !/^https?:$/.test(url.protocol)) throw new StepError('The base URL of the connector is not valid');
  return url;
}

function operationGoesElsewhere(host: string): StepError {
  return new StepError(
    `The description sends this operation to '${host}', and the connector has another base URL than the description: ` +
      "add the host to the 'allowed_hosts' of the connector if it is the right one",
  );
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function fillPath(
  template: string,
  planned: readonly PlannedParam[],
  params: Readonly<Record<string, unknown>>,
): string {
  const ofPath = new Map(planned.filter(param => param.in === 'path').map(param => [param.name, param]));
  const filled = template.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const param = ofPath.get(name);
    const value = param && params[param.property];
    if (!param || !isGiven(value)) throw new StepError(`'${param?.property ?? name}' is required`);
    const text = toPathText(param, value);
    // An empty part would make another path, such as that of the whole list.
    if (isEmptyPart(param, text)) throw new StepError(`'${param.property}' must not be empty`);
    return text;
  });
  for (const part of filled.split('/')) if (!isHarmless(part)) throw leadsElsewhere();
  return filled;
}

function isEmptyPart({ style, name }: PlannedParam, text: string): boolean {
  return text === '' || (style === 'label' && text === '.') || (style === 'matrix' && text === `;${name}`);
}

/** Servers decode `%2F` and resolve dots at different times, so no part may have such segments, encoded or not. */
function isHarmless(part: string): boolean {
  return !decode(part)
    .split(/[/\\]/)
    .some(segment => segment === '.' || segment === '..');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function queryOf(planned: readonly PlannedParam[], params: Readonly<Record<string, unknown>>): string[] {
  return planned
    .filter(param => param.in === 'query' && isGiven(params[param.property]))
    .flatMap(param => toQueryParts(param, params[param.property]));
}

function leadsElsewhere(): StepError {
  return new StepError('The params lead to a path outside of the operation');
}
