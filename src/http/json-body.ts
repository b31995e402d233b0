import { fixedLimits } from '../configuration/limits.ts';
import { validationError } from '../errors.ts';
import { TimeSlice } from '../platform/concurrency/time-slice.ts';
import { JsonTooDeep } from '../platform/json/errors.ts';
import { parseJson } from '../platform/json/parse.ts';
import { JsonLimitExceeded, JsonScanner, type ScanLimits } from '../platform/json/scan.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The limits of a JSON body. */
export const BODY_SCAN: ScanLimits = {
  depth: fixedLimits.bodyDepth,
  values: fixedLimits.requestBodies.values,
  keys: fixedLimits.requestBodies.keys,
};

/**
 * Parses JSON as the service accepts it: UTF-8, not nested deeper than can be serialised again, without `__proto__`
 * keys and without characters that PostgreSQL can not store (NUL, lone surrogates). An empty body is an empty object.
 * Use this only for texts that are parsed in a few milliseconds.
 */
export function parseSmallJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    const text = decoder.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (!isHarmless(text)) for (const _ of inspect(value));
    return value;
  } catch (error) {
    throw toBodyError(error);
  }
}

/** Does the same for any number of bytes: it scans them before it builds any value, and parses them in time slices. */
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

/** Scanning so many bytes takes less than a millisecond. */
const SCANNED_BYTES = 64 * 1024;

/** Parses a text that was scanned before. */
export async function parseJsonText(text: string, owner: string): Promise<unknown> {
  try {
    const value = await parseJson(text, { depth: fixedLimits.bodyDepth, owner });
    await requireStorable(value, owner);
    return value;
  } catch (error) {
    throw toBodyError(error);
  }
}

/** Checks a value that did not arrive as JSON text, but is to be stored like one that did. */
export async function requireStorable(value: unknown, owner: string): Promise<void> {
  const slice = new TimeSlice(owner);
  for (const _ of inspect(value)) if (slice.isOver) await slice.next();
}

/** Returns the refusal that the client sees; errors that the body did not cause stay as they are. */
export function toBodyError(error: unknown): unknown {
  if (error instanceof SyntaxError) return validationError('body', `is not JSON: ${error.message}`);
  if (error instanceof JsonTooDeep) return tooDeep();
  if (error instanceof JsonLimitExceeded) return limitExceeded(error);
  return error instanceof TypeError ? validationError('body', 'is not UTF-8') : error;
}

function limitExceeded({ limit }: JsonLimitExceeded) {
  if (limit === 'depth') return tooDeep();
  return limit === 'values'
    ? validationError('body', `has more than ${fixedLimits.requestBodies.values} values`)
    : validationError('body', `has an object with more than ${fixedLimits.requestBodies.keys} keys`);
}

function tooDeep() {
  return validationError('body', `is nested deeper than ${fixedLimits.bodyDepth} levels`);
}

/** A text up to this length is looked through faster than its values. */
const SHORT_CHARACTERS = 4_096;
const SUSPICIOUS = /\\u|__proto__/;

/**
 * Whether `inspect` would find nothing in the value of a short text. UTF-8 that could be decoded contains NUL and lone
 * surrogates only as escapes, and nothing is nested deeper than there are opening brackets.
 */
function isHarmless(text: string): boolean {
  if (text.length > SHORT_CHARACTERS || SUSPICIOUS.test(text)) return false;
  let opened = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === OPENING_BRACE || code === OPENING_BRACKET) opened++;
  }
  return opened <= fixedLimits.bodyDepth;
}

const OPENING_BRACE = '{'.charCodeAt(0);
const OPENING_BRACKET = '['.charCodeAt(0);

/**
 * Goes through a value level by level, because recursion would overflow the stack on the values that it is to refuse.
 * Yields now and then, so that the caller can let others use the event loop.
 */
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

/** Returns how many members it inspected. */
function inspectContainer(container: object, next: object[]): number {
  const isList = Array.isArray(container);
  let members = 1;
  // A parsed value has only own properties. Listing their names first would take longer than inspecting them.
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

/** Returns why PostgreSQL can not store a text, or undefined when it can. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'NUL characters are not allowed';
  if (!text.isWellFormed()) return 'lone surrogates are not allowed';
  return undefined;
}
