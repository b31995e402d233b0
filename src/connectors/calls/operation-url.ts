/** Builds the URL of a call. Whatever the params contain, it stays below the base URL. */
import { StepError } from '../../nodes/step.ts';
import type { OperationPlan, PlannedParam } from '../openapi/contract.ts';
import { toPathText, toQueryParts } from './param-styles.ts';

interface UrlOptions {
  baseUrl: string;
  plan: Pick<OperationPlan, 'baseUrl' | 'params'>;
  /** With `{param}`s. */
  path: string;
  params: Readonly<Record<string, unknown>>;
}

export function buildOperationUrl({ baseUrl, plan, path, params }: UrlOptions): URL {
  const base = resolveBaseUrl(baseUrl, plan.baseUrl);
  // Some documents tell operations apart by a query or a fragment in their paths.
  const [, template = '', ownQuery = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(path) ?? [];
  const basePath = base.pathname.replace(/\/+$/, '');
  const pathname = `${basePath}/${fillPath(template, plan.params, params).replace(/^\/+/, '')}`;
  const query = [ownQuery, ...queryOf(plan.params, params)].filter(part => part !== '').join('&');
  const url = URL.parse(`${base.origin}${pathname}${query === '' ? '' : `?${query}`}`);
  if (!url || url.origin !== base.origin || !`${url.pathname}/`.startsWith(`${basePath}/`)) throw leadsElsewhere();
  return url;
}

/** The server of an operation may be relative to that of the connector. */
export function resolveBaseUrl(baseUrl: string, ofOperation: string | null): URL {
  const url = ofOperation === null ? URL.parse(baseUrl) : URL.parse(ofOperation, baseUrl);
  if (!url || !/^https?:$/.test(url.protocol)) throw new StepError('The base URL of the connector is not valid');
  return url;
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
