/**
 * Keeps the credentials of requests away from models. A model sees empty credentials in headers, as in an export, and
 * those that it leaves empty are restored. Credentials belong to the host for which they were entered: a request that an
 * edit sends to another host loses them, together with its signature, and so does a request to which they were copied.
 */
import { isCredentialHeader, isCredentialQuery } from '../../engine/credential-headers.ts';
import { isObject } from '../../platform/is-object.ts';
import { objectsIn } from './draft.ts';
import { findTarget, isSameTarget, type RequestTarget } from './request-target.ts';

interface PreservedCredentials {
  definition: Record<string, unknown>;
  /** Paths of what was removed, such as `call.headers.Authorization`. */
  removed: string[];
}

interface Request {
  params: Readonly<Record<string, unknown>>;
  target: RequestTarget;
}

interface Credential {
  value: unknown;
  target: RequestTarget;
}

/** Returns the edited definition with the credentials of the draft where they belong. */
export function preserveCredentials(draft: unknown, edited: Record<string, unknown>): PreservedCredentials {
  if (!Array.isArray(edited.nodes)) return { definition: edited, removed: [] };
  const before = new Map(findRequests(draft));
  const known = [...before.values()].flatMap(collectCredentials);
  const removed: string[] = [];
  const nodes = edited.nodes.map((node: unknown) => {
    const request = isObject(node) ? toRequest(edited, node) : undefined;
    if (!isObject(node) || !request) return node;
    const credentials = new RequestCredentials(request, before.get(node.id), known);
    const params = credentials.params();
    removed.push(...credentials.removed.map(path => `${node.id}.${path}`));
    return { ...node, params };
  });
  return { definition: { ...edited, nodes }, removed };
}

/** The credentials of one request of the edited definition. */
class RequestCredentials {
  readonly removed: string[] = [];
  readonly #request: Request;
  /** The same request before the edit. */
  readonly #before: Request | undefined;
  readonly #known: readonly Credential[];
  readonly #keepsTarget: boolean;

  constructor(request: Request, before: Request | undefined, known: readonly Credential[]) {
    this.#request = request;
    this.#before = before;
    this.#known = known;
    this.#keepsTarget = before !== undefined && isSameTarget(before.target, request.target);
  }

  params(): Record<string, unknown> {
    const { params } = this.#request;
    const existing = Object.entries(params).map(([name, value]): [string, unknown] => {
      if (name === 'headers') return [name, this.#values(name, value, isCredentialHeader)];
      if (name === 'query') return [name, this.#values(name, value, isCredentialQuery)];
      if (name === 'url' && typeof value === 'string') return [name, this.#url(value)];
      return name === 'sign' ? [name, this.#sign(value)] : [name, value];
    });
    return Object.fromEntries(existing);
  }

  #values(param: 'headers' | 'query', input: unknown, isCredential: (name: string) => boolean): unknown {
    const before = this.#before?.params[param];
    if (!isObject(input)) {
      // A template can produce all values at once.
      const isMoved = typeof input === 'string' && input === before && !this.#keepsTarget;
      return isMoved ? this.#remove(param, {}) : input;
    }
    const values = Object.entries(input).map(([name, value]) => {
      if (!isCredential(name)) return [name, value];
      const path = `${param}.${name}`;
      const own = isObject(before) && Object.hasOwn(before, name) ? before[name] : '';
      if (value !== '') return [name, this.#belongsElsewhere(value) ? this.#remove(path, '') : value];
      // The model sees the credentials in queries, so it has emptied those that are empty.
      if (param === 'query' || own === '') return [name, value];
      return [name, this.#keepsTarget ? own : this.#remove(path, '')];
    });
    return Object.fromEntries(values);
  }

  #url(url: string): string {
    return replaceUrlCredentials(url, (name, value) =>
      this.#belongsElsewhere(value) ? this.#remove(`url.${name}`, '') : value,
    );
  }

  #sign(sign: unknown): unknown {
    const before = this.#before?.params.sign ?? false;
    const isMoved = before !== false && sign !== false && !this.#keepsTarget;
    return isMoved ? this.#remove('sign', false) : sign;
  }

  /** Whether the value is a credential of the draft, but only for other hosts. */
  #belongsElsewhere(value: unknown): boolean {
    const same = this.#known.filter(each => JSON.stringify(each.value) === JSON.stringify(value));
    return same.length > 0 && !same.some(({ target }) => isSameTarget(target, this.#request.target));
  }

  #remove<Left>(path: string, left: Left): Left {
    this.removed.push(path);
    return left;
  }
}

function findRequests(definition: unknown): [unknown, Request][] {
  return objectsIn(definition, 'nodes').flatMap(node => {
    const request = toRequest(definition, node);
    return request ? [[node.id, request]] : [];
  });
}

function toRequest(definition: unknown, node: Record<string, unknown>): Request | undefined {
  if (node.type !== 'http.request' || !isObject(node.params)) return undefined;
  return { params: node.params, target: findTarget(definition, node) };
}

function collectCredentials({ params: { url, headers, query }, target }: Request): Credential[] {
  const values: unknown[] = [
    ...selectCredentials(headers, isCredentialHeader),
    ...selectCredentials(query, isCredentialQuery),
    ...(typeof url === 'string' ? urlCredentials(url) : []),
  ];
  return values.filter(value => value !== '').map(value => ({ value, target }));
}

function selectCredentials(values: unknown, isCredential: (name: string) => boolean): unknown[] {
  const entries = isObject(values) ? Object.entries(values) : [];
  return entries.flatMap(([name, value]) => (isCredential(name) ? [value] : []));
}

function urlCredentials(url: string): string[] {
  const values: string[] = [];
  replaceUrlCredentials(url, (_name, value) => {
    values.push(value);
    return value;
  });
  return values;
}

/** Replaces the credentials in the query of a URL. */
function replaceUrlCredentials(url: string, replace: (name: string, value: string) => string): string {
  return url.replaceAll(/([?&])([^=&#?]+)=([^&#]*)/g, (whole, mark: string, name: string, value: string) =>
    isCredentialQuery(name) && value !== '' ? `${mark}${name}=${replace(name, value)}` : whole,
  );
}
