/**
 * Reads all pages of a list in one step. The next page is where the `Link` header of the reply says, or else where the
 * rule of the operation says. After a crash the step lists from the beginning, because reading may be repeated.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fixedLimits } from '../../configuration/limits.ts';
import { StepError } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';
import { formatSize } from '../../tools/contract/tool-files.ts';
import type { OperationPlan, Paging } from '../openapi/contract.ts';
import type { Evaluate } from './expressions.ts';
import type { InputParams, OperationCall, ReadReply } from './perform.ts';

interface PageOptions {
  call: OperationCall;
  plan: OperationPlan;
  paging: Paging;
  params: InputParams;
  /** The most items. */
  most: number;
  evaluate: Evaluate;
  signal: AbortSignal;
  onPage(items: number): void;
}

/** The items of all pages, with the status and the headers of the last one. */
export interface AllPages extends Pick<ReadReply, 'status' | 'headers'> {
  items: unknown[];
  /** Whether reading ended because the service sent the same page again, or led back to an earlier one. */
  isRepeated: boolean;
}

export async function readAllPages(options: PageOptions): Promise<AllPages> {
  const { call, paging, params, most, evaluate, signal, onPage } = options;
  const items: unknown[] = [];
  const asked = new Set<string>();
  let previous: unknown[] = [];
  let request: NextPage | undefined = { params };
  let bytes = 0;
  for (let pages = 0; ; pages++) {
    if (pages >= fixedLimits.connector.pages) throw tooMany(`more than ${pages} pages`);
    const reply = await readPage(call, { ...request, page: pages + 1 }, signal);
    bytes += reply.bytes;
    if (bytes > fixedLimits.run.replyBytes.value) {
      throw tooMany(`more than ${formatSize(fixedLimits.run.replyBytes.value)}`);
    }
    const page = await findItems(reply.body, 'items' in paging ? paging.items : null, evaluate);
    const { status, headers } = reply;
    const end = (isRepeated: boolean) => ({ items, status, headers, isRepeated });
    if (page.length === 0) return end(false);
    // A service that ignores the param would send the same page forever. A page like an earlier one is a page of its own.
    if (isDeepStrictEqual(page, previous)) return end(true);
    for (const item of page) items.push(item);
    previous = page;
    onPage(items.length);
    if (items.length >= most) return { ...end(false), items: items.slice(0, most) };
    request = await findNextPage(reply, { ...options, current: request.params, count: items.length });
    if (!request) return end(false);
    if (!addTo(asked, `${request.url?.href}\n${JSON.stringify(request.params)}`)) return end(true);
  }
}

/** A page is asked for so often, when the service says after which time. The step would begin with the first page. */
const ATTEMPTS = 5;
const LONGEST_WAIT_MS = 60_000;

async function readPage(
  call: OperationCall,
  page: NextPage & { page: number },
  signal: AbortSignal,
  attempts = ATTEMPTS,
): Promise<ReadReply> {
  try {
    return await call.send(page.params, page);
  } catch (error) {
    const waitMs = error instanceof StepError && error.retryable ? error.retryAfterMs : undefined;
    if (waitMs === undefined || waitMs > LONGEST_WAIT_MS || attempts === 1) throw error;
    await delay(waitMs, undefined, { signal });
    return readPage(call, page, signal, attempts - 1);
  }
}

interface NextPage {
  /** Undefined: the URL of the operation. */
  url?: URL;
  params: InputParams;
}

interface Position extends Pick<PageOptions, 'plan' | 'paging' | 'params' | 'evaluate'> {
  /** The params of the page that was read last. */
  current: InputParams;
  /** The items so far. */
  count: number;
}

async function findNextPage(reply: ReadReply, position: Position): Promise<NextPage | undefined> {
  const { plan, paging, params, current, count, evaluate } = position;
  const linked = readNextLink(reply.headers.link, reply.url);
  if (linked) return { url: linked, params: current };
  switch (paging.kind) {
    case 'link':
      return undefined;
    case 'cursor': {
      const next = await evaluate(reply.body, paging.next);
      if (typeof next !== 'number' && (typeof next !== 'string' || next === '')) return undefined;
      const url = toSameOrigin(String(next), reply.url);
      return url ? { url, params: current } : { params: setParam(plan, current, paging.param, next) };
    }
    case 'page': {
      const page = readNumber(plan, current, paging.param) ?? paging.first;
      return { params: setParam(plan, current, paging.param, page + 1) };
    }
    case 'offset': {
      const first = readNumber(plan, params, paging.param) ?? 0;
      return { params: setParam(plan, current, paging.param, first + count) };
    }
  }
}

/** Names of lists in replies that have more than one list. */
const LIST_NAMES = ['data', 'items', 'results', 'value', 'values', 'records', 'entries', 'list', 'rows', 'objects'];

async function findItems(body: unknown, expression: string | null, evaluate: Evaluate): Promise<unknown[]> {
  const found = expression === null ? body : await evaluate(body, expression);
  if (Array.isArray(found)) return found;
  if (!isObject(found)) return [];
  const lists = Object.entries(found).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const named = LIST_NAMES.flatMap(name => lists.filter(([key]) => key === name));
  const [first] = [...named, ...lists];
  return first?.[1] ?? [];
}

/** The params of the next page. What is no property of the input is a field of the body. */
function setParam({ params: planned, body }: OperationPlan, params: InputParams, property: string, value: unknown) {
  if (!body || planned.some(param => param.property === property)) return { ...params, [property]: value };
  const given = params[body.property];
  return { ...params, [body.property]: { ...(isObject(given) && given), [property]: value } };
}

function readNumber({ params: planned, body }: OperationPlan, params: InputParams, property: string) {
  const isParam = !body || planned.some(param => param.property === property);
  const given = isParam ? params : params[body.property];
  const value = isObject(given) ? given[property] : undefined;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Of several links, the one whose relation is `next`. A credential must not follow a link to another origin. */
export function readNextLink(header: string | undefined, base: URL): URL | undefined {
  for (const [, target = '', attributes = ''] of (header ?? '').slice(0, 20_000).matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (!/;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i.test(attributes)) continue;
    const url = URL.parse(target, base.href);
    return url && url.origin === base.origin ? url : undefined;
  }
  return undefined;
}

/** Some services send the URL of the next page instead of a cursor. */
function toSameOrigin(text: string, base: URL): URL | undefined {
  const isUrl = /^https?:\/\//i.test(text) || /^\/[^/].*\?/.test(text);
  const url = isUrl ? URL.parse(text, base.href) : null;
  if (url && url.origin !== base.origin) throw new StepError('The next page is at another address than the first');
  return url ?? undefined;
}

/** Returns false when it was there before. */
function addTo(set: Set<string>, element: string): boolean {
  const size = set.size;
  return set.add(element).size > size;
}

function tooMany(what: string): StepError {
  return new StepError(`The list has ${what}: ask for fewer items`);
}
