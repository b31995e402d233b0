/** The addresses of an API. */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';

/** Returns the first server whose URL is complete, with the defaults of its variables, or null. */
export function readBaseUrl(servers: unknown, documentUrl: string | null): string | null {
  if (!Array.isArray(servers)) return null;
  for (const server of servers.slice(0, apiDocumentLimits.servers)) {
    const url = isObject(server) ? toBaseUrl(server, documentUrl) : null;
    if (url !== null) return url;
  }
  return null;
}

function toBaseUrl(server: Record<string, unknown>, documentUrl: string | null): string | null {
  if (typeof server.url !== 'string' || server.url.length > 2_000) return null;
  const text = fillVariables(server.url.trim(), server.variables);
  if (text === undefined) return null;
  const url = URL.parse(text, documentUrl ?? undefined);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') return null;
  // Secrets belong into credentials, and a query or fragment can not be a base.
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/+$/, '');
}

/** Returns undefined when a variable has no default. */
function fillVariables(url: string, variables: unknown): string | undefined {
  const known = isObject(variables) ? variables : {};
  let isComplete = true;
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = Object.hasOwn(known, name) ? known[name] : undefined;
    const value = isObject(variable) ? (variable.default ?? [variable.enum].flat()[0]) : undefined;
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    isComplete = false;
    return '';
  });
  return isComplete ? filled : undefined;
}
