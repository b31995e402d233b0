/**
 * Evaluates the texts of a poll in a thread: the templates in the params of the tool, and the expressions that find the
 * items, their keys and the next cursor in its result. Results come from strangers and may be large, so none of this is
 * done on the event loop. Values pass between the threads as JSON.
 */
import { hash } from 'node:crypto';
import type { Params } from '../../engine/definition.ts';
import type { RenderedParams } from '../../engine/printed-params.ts';
import type { Renderer } from '../../nodes/step.ts';
import { createProcessorClock } from '../../platform/concurrency/processor-clock.ts';
import { isObject } from '../../platform/is-object.ts';
import { createRenderer, renderParams } from '../../runs/executing/rendering.ts';
import { createTemplateCache, TemplateError } from '../../templates/template.ts';
import { BadInput } from '../../tools/contract/bad-input.ts';

interface RenderInput {
  part: 'params';
  params: Params;
  /** What the templates see. */
  context: Record<string, unknown>;
  limitMs: number;
}

interface ItemsInput {
  part: 'items';
  /** JSON. */
  result: string;
  cursor: unknown;
  expressions: { items?: string | undefined; key?: string | undefined; cursor?: string | undefined };
  limitMs: number;
  limits: PollLimits;
}

export interface PollLimits {
  items: number;
  /** Characters of an item as JSON. */
  itemCharacters: number;
  cursorCharacters: number;
  keyCharacters: number;
}

export type PollThreadInput = RenderInput | ItemsInput;

export interface FoundItem {
  /** The first 16 bytes of a hash of the key, in hexadecimal. */
  hash: string;
  key: string;
  /** JSON. Undefined when the item is too long to start a run. */
  json: string | undefined;
}

export interface FoundItems {
  items: FoundItem[];
  /** JSON. Undefined when the cursor stays as it was. */
  cursor: string | undefined;
}

const templates = createTemplateCache({ entries: 200, cachedSourceCharacters: 200_000 });
const clock = createProcessorClock();
const HASH_CHARACTERS = 32;

export default function evaluatePoll(input: PollThreadInput): RenderedParams | FoundItems {
  return input.part === 'params' ? render(input) : find(input);
}

function render({ params, context, limitMs }: RenderInput): RenderedParams {
  return explained('params', () => renderParams(params, 'template', rendererFor(context, limitMs)));
}

function find({ result: json, cursor, expressions, limitMs, limits }: ItemsInput): FoundItems {
  const result: unknown = JSON.parse(json);
  const items = findItems(result, cursor, expressions.items, limitMs);
  if (items.length > limits.items) {
    const [found, most] = [items.length, limits.items].map(count => count.toLocaleString('en'));
    throw new BadInput(`The tool gave ${found} items, and a poll reads at most ${most}: let it list fewer`);
  }
  const found = new Map<string, FoundItem>();
  for (const item of items) {
    const key = keyOf(item, expressions.key, limitMs);
    const digest = hash('sha256', key, 'hex').slice(0, HASH_CHARACTERS);
    if (found.has(digest)) continue;
    const text = JSON.stringify(item);
    found.set(digest, {
      hash: digest,
      key: key.length <= limits.keyCharacters ? key : digest,
      json: text.length <= limits.itemCharacters ? text : undefined,
    });
  }
  return {
    items: [...found.values()],
    cursor: nextCursor({ result, items, cursor }, expressions.cursor, limitMs, limits),
  };
}

function findItems(result: unknown, cursor: unknown, source: string | undefined, limitMs: number): unknown[] {
  const items = source === undefined ? usualItems(result) : evaluate('items', source, { result, cursor }, limitMs);
  // A tool that found nothing may have nothing in the place of the list.
  if (items === undefined || items === null) return [];
  if (!Array.isArray(items)) throw new BadInput("'items' must give a list");
  return items.filter(item => item !== undefined && item !== null);
}

function usualItems(result: unknown): unknown {
  if (!isObject(result)) return result;
  const list = [result.items, result.rows, result.body].find(Array.isArray);
  if (list) return list;
  throw new BadInput("The result of the tool is no list: 'items' must say where the list is");
}

/** An item without a key is known by its whole content. */
function keyOf(item: unknown, source: string | undefined, limitMs: number): string {
  const key = source === undefined ? usualKey(item) : evaluate('key', source, { item }, limitMs);
  const isMissing = key === undefined || key === null || key === '';
  return toKeyText(isMissing ? item : key);
}

function usualKey(item: unknown): unknown {
  if (!isObject(item)) return item;
  return [item.id, item.guid, item.key, item.uid].find(
    each => (typeof each === 'string' && each !== '') || typeof each === 'number',
  );
}

/** Objects that differ only in the order of their keys are the same. */
function toKeyText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

interface CursorContext {
  result: unknown;
  items: readonly unknown[];
  cursor: unknown;
}

function nextCursor(
  context: CursorContext,
  source: string | undefined,
  limitMs: number,
  { cursorCharacters }: PollLimits,
): string | undefined {
  if (source === undefined) return undefined;
  const value = evaluateCursor(context, source, limitMs);
  if (value === undefined || value === null) return undefined;
  const text = JSON.stringify(value);
  if (text.length <= cursorCharacters) return text;
  throw new BadInput(`The cursor has more than ${cursorCharacters.toLocaleString('en')} characters`);
}

/** Most expressions look at the last item. Without items they may fail, and then the cursor just stays. */
function evaluateCursor(context: CursorContext, source: string, limitMs: number): unknown {
  try {
    return evaluate('cursor', source, { ...context }, limitMs);
  } catch (error) {
    if (context.items.length === 0 && error instanceof BadInput) return undefined;
    throw error;
  }
}

function evaluate(param: string, source: string, context: Record<string, unknown>, limitMs: number): unknown {
  return explained(param, () => rendererFor(context, limitMs).expression(source));
}

/** No chance is needed here, so the seed does not matter. */
function rendererFor(context: Record<string, unknown>, limitMs: number): Renderer {
  return createRenderer(context, { templates, clock, limitMs, seed: '' });
}

function explained<Value>(param: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    if (error instanceof TemplateError) throw new BadInput(`'${param}': ${error.message}`);
    throw error;
  }
}
