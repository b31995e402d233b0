import { validationError } from '../errors.ts';
import { limits } from '../limits.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON as the service takes it: UTF-8, not nested deeper than can be serialised again, without what PostgreSQL can
 * not store (NUL, lone surrogates) and without `__proto__` keys. An empty body is an empty object.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  const value = parse(bytes);
  inspect(value);
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    throw validationError('body', error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'is not UTF-8');
  }
}

/** Level by level: recursion would be what it guards against. */
function inspect(root: unknown): void {
  if (typeof root === 'string') inspectText(root);
  if (typeof root !== 'object' || root === null) return;
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limits.bodyDepth) throw validationError('body', `is nested deeper than ${limits.bodyDepth} levels`);
    const next: object[] = [];
    for (const container of level) inspectContainer(container, next);
    level = next;
  }
}

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
