import { setImmediate as nextTurn } from 'node:timers/promises';
import { validationError } from '../errors.ts';
import { limits } from '../limits.ts';
import { JsonTooDeep } from '../platform/json/errors.ts';
import { parseJson } from '../platform/json/parse.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON as the service takes it: UTF-8, not nested deeper than can be serialised again, without what PostgreSQL can
 * not store (NUL, lone surrogates) and without `__proto__` keys. An empty body is an empty object.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (bytes.length > AT_ONCE_BYTES) return parseInSlices(bytes);
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    for (const _ of inspect(value));
    return value;
  } catch (error) {
    throw refusal(error);
  }
}

/** The same of a value that did not come as text, but is to be kept like one that did. */
export async function requireKeepable(value: unknown): Promise<void> {
  for (const _ of inspect(value)) await nextTurn();
}

/** A few milliseconds' work. */
const AT_ONCE_BYTES = 256 * 1024;

/** A long one must not hold up other requests. */
async function parseInSlices(bytes: Buffer): Promise<unknown> {
  try {
    const value = await parseJson(decoder.decode(bytes), { depth: limits.bodyDepth });
    for (const _ of inspect(value)) await nextTurn();
    return value;
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(error: unknown): unknown {
  if (error instanceof SyntaxError) return validationError('body', `is not JSON: ${error.message}`);
  if (error instanceof JsonTooDeep) return tooDeep();
  return error instanceof TypeError ? validationError('body', 'is not UTF-8') : error;
}

function tooDeep() {
  return validationError('body', `is nested deeper than ${limits.bodyDepth} levels`);
}

/** Level by level: recursion would be what it guards against. Yields now and then, when others should get a turn. */
function* inspect(root: unknown): Generator<void, void, undefined> {
  if (typeof root === 'string') inspectText(root);
  if (typeof root !== 'object' || root === null) return;
  let level: object[] = [root];
  let inspected = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limits.bodyDepth) throw tooDeep();
    const next: object[] = [];
    for (const container of level) {
      inspectContainer(container, next);
      if (++inspected % CONTAINERS_PER_TURN === 0) yield;
    }
    level = next;
  }
}

const CONTAINERS_PER_TURN = 5_000;

function inspectContainer(container: object, next: object[]): void {
  const isList = Array.isArray(container);
  // What JSON.parse made has no properties but its own; listing them first would take longer than looking at them.
  for (const key in container) {
    if (!isList) inspectKey(key);
    const value: unknown = container[key as keyof typeof container];
    if (typeof value === 'string') inspectText(value);
    else if (typeof value === 'object' && value !== null) next.push(value);
  }
}

function inspectKey(key: string): void {
  if (key === '__proto__') throw validationError('body', "the key '__proto__' is not allowed");
  inspectText(key);
}

function inspectText(text: string): void {
  const problem = textProblem(text);
  if (problem) throw validationError('body', problem);
}

/** Why a text can not be kept, if so. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'NUL characters are not allowed';
  if (!text.isWellFormed()) return 'lone surrogates are not allowed';
  return undefined;
}
