import { fixedLimits } from '../configuration/limits.ts';
import { validationError } from '../errors.ts';
import { JsonTooDeep } from '../platform/json/errors.ts';
import { parseJson } from '../platform/json/parse.ts';
import { JsonLimitExceeded, JsonScanner, type ScanLimits } from '../platform/json/scan.ts';
import { TimeSlice } from '../platform/time-slice.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** What a JSON body may be made of. */
export const BODY_SCAN: ScanLimits = {
  depth: fixedLimits.bodyDepth,
  values: fixedLimits.requestBodies.values,
  keys: fixedLimits.requestBodies.keys,
};

/**
 * JSON as the service takes it: UTF-8, not nested deeper than can be serialised again, without what PostgreSQL can
 * not store (NUL, lone surrogates) and without `__proto__` keys. An empty body is an empty object. Only for texts that
 * are parsed in a few milliseconds.
 */
export function parseSmallJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    for (const _ of inspect(value));
    return value;
  } catch (error) {
    throw toBodyError(error);
  }
}

/** The same of any number of bytes: they are looked through before anything is built of them, and parsed in slices. */
export async function parseJsonBytes(bytes: Buffer, owner: string): Promise<unknown> {
  try {
    const slice = new TimeSlice(owner);
    const scanner = new JsonScanner({ limits: BODY_SCAN });
    for (let start = 0; start < bytes.length; start += SCANNED_BYTES) {
      scanner.push(bytes.subarray(start, start + SCANNED_BYTES));
      if (slice.isOver) await slice.next();
    }
    return await parseJsonText(decoder.decode(bytes), owner);
  } catch (error) {
    throw toBodyError(error);
  }
}

/** Less than a millisecond's work. */
const SCANNED_BYTES = 64 * 1024;

/** Of a text that was looked through before. */
export async function parseJsonText(text: string, owner: string): Promise<unknown> {
  try {
    const value = await parseJson(text, { depth: fixedLimits.bodyDepth, owner });
    await requireStorable(value, owner);
    return value;
  } catch (error) {
    throw toBodyError(error);
  }
}

/** Throws for a value that did not come as text, but is to be stored like one that did. */
export async function requireStorable(value: unknown, owner: string): Promise<void> {
  const slice = new TimeSlice(owner);
  for (const _ of inspect(value)) if (slice.isOver) await slice.next();
}

/** The answer to what is wrong with a body. */
export function toBodyError(error: unknown): unknown {
  if (error instanceof SyntaxError) return validationError('body', `is not JSON: ${error.message}`);
  if (error instanceof JsonTooDeep) return tooDeep();
  if (error instanceof JsonLimitExceeded) return limitRefusal(error);
  return error instanceof TypeError ? validationError('body', 'is not UTF-8') : error;
}

function limitRefusal({ limit }: JsonLimitExceeded) {
  if (limit === 'depth') return tooDeep();
  return limit === 'values'
    ? validationError('body', `has more than ${fixedLimits.requestBodies.values} values`)
    : validationError('body', `has an object with more than ${fixedLimits.requestBodies.keys} keys`);
}

function tooDeep() {
  return validationError('body', `is nested deeper than ${fixedLimits.bodyDepth} levels`);
}

/** Level by level: recursion would be what it guards against. Yields now and then, for whoever shares the event loop. */
function* inspect(root: unknown): Generator<void, void, undefined> {
  if (typeof root === 'string') inspectText(root);
  if (typeof root !== 'object' || root === null) return;
  let level: object[] = [root];
  let inspected = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > fixedLimits.bodyDepth) throw tooDeep();
    const next: object[] = [];
    for (const container of level) {
      inspected += inspectContainer(container, next);
      if (inspected < MEMBERS_BETWEEN_YIELDS) continue;
      inspected = 0;
      yield;
    }
    level = next;
  }
}

const MEMBERS_BETWEEN_YIELDS = 5_000;

/** Answers how much there was to look at. */
function inspectContainer(container: object, next: object[]): number {
  const isList = Array.isArray(container);
  let members = 1;
  // What JSON.parse made has no properties but its own; listing them first would take longer than looking at them.
  for (const key in container) {
    members++;
    if (!isList) inspectKey(key);
    const value: unknown = container[key as keyof typeof container];
    if (typeof value === 'string') inspectText(value);
    else if (typeof value === 'object' && value !== null) next.push(value);
  }
  return members;
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
