/** What values variables can have, and what the audit log tells of them. Pure. */
import { fixedLimits } from '../configuration/limits.ts';
import { isCredentialQuery } from '../engine/credential-headers.ts';
import { validationError } from '../errors.ts';
import { isJsonSmall, jsonHead } from '../platform/json/head.ts';
import type { VariableType } from './schemas.ts';

const AUDITED_CHARACTERS = 200;

/** Returns the value as JSON. */
export function requireValue(type: VariableType, value: unknown): string {
  if (!fits(type, value)) throw validationError('value', PROBLEMS[type]);
  const { valueCharacters } = fixedLimits.variable;
  const json = isJsonSmall(value, 2 * valueCharacters) ? JSON.stringify(value) : undefined;
  if (json === undefined || json.length > valueCharacters) {
    throw validationError('value', `must not have more than ${valueCharacters} characters of JSON`);
  }
  return json;
}

const PROBLEMS = {
  text: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
  json: 'must be a value of JSON',
} as const;

function fits(type: VariableType, value: unknown): boolean {
  if (type === 'text') return typeof value === 'string';
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'boolean') return typeof value === 'boolean';
  return value !== undefined;
}

/** The type of a value that only a workflow has. */
export function typeOf(value: unknown): VariableType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}

/** Everybody who may change a workflow can print its variables, so they are no place for secrets. */
export function findWarning(name: string): string | null {
  // Words in camel case are separated, as the pattern expects them.
  if (!isCredentialQuery(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))) return null;
  return `'${name}' looks like the name of a secret. The values of variables are not secret: use a credential instead`;
}

/** The beginning of a value, which is long enough to recognize it. */
export function toAudited(json: string | undefined): string | null {
  return json === undefined ? null : jsonHead(JSON.parse(json), AUDITED_CHARACTERS).text;
}
