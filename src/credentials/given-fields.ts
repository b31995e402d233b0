/** Checks the fields that somebody sends, and separates secret ones from the others. */
import { fixedLimits } from '../configuration/limits.ts';
import { credentialTooLarge, onlyAdministratorsRefer, validationError } from '../errors.ts';
import { isObject } from '../platform/is-object.ts';
import { findExternalSource, findReferenceProblem, isExternal } from './external/external-secrets.ts';
import type { FieldDeclaration, FieldValues } from './kinds/declaration.ts';
import { type CredentialKind, credentialKinds, findKindField } from './kinds.ts';
import type { SecretTexts } from './sealed-fields.ts';
import type { SecretSummary } from './tables.ts';

export interface SeparatedFields {
  publicFields: FieldValues;
  secrets: SecretTexts;
}

/** The names of fields that were sent with a value, and of those that are to be removed. */
export interface GivenFields extends SeparatedFields {
  removed: readonly string[];
}

const OWN_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const HINT_CHARACTERS = 4;

export function readGivenFields(
  kind: CredentialKind,
  given: Readonly<Record<string, unknown>>,
  { mayRefer }: { mayRefer: boolean },
): GivenFields {
  const publicFields = new Map<string, unknown>();
  const secrets = new Map<string, string>();
  const removed: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = findKindField(kind, name);
    if (!field) throw validationError(['fields', name.slice(0, 100)], `is no field of the kind '${kind}'`);
    if (credentialKinds[kind].hasOwnFields && !OWN_NAME.test(name)) {
      throw validationError('fields', "names of fields have at most 64 letters, digits and '_', and no digit first");
    }
    if (value === null || value === '') removed.push(name);
    else if (!field.secret) publicFields.set(name, requireValue(field, value));
    else secrets.set(name, requireSecret(field, value, mayRefer));
  }
  return { publicFields: Object.fromEntries(publicFields), secrets: Object.fromEntries(secrets), removed };
}

function requireValue(field: FieldDeclaration, value: unknown): unknown {
  const refuse = (what: string) => validationError(`fields.${field.name}`, what);
  switch (field.type) {
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw refuse('must be a number');
      return value;
    case 'list':
      if (!Array.isArray(value) || !value.every(item => typeof item === 'string'))
        throw refuse('must be a list of texts');
      return value;
    case 'json':
      if (!isObject(value)) throw refuse('must be a JSON object');
      return value;
    case 'choice':
      if (!field.choices?.some(choice => choice === value)) throw refuse(`must be one of ${field.choices?.join(', ')}`);
      return value;
    default:
      return requireText(field, value);
  }
}

function requireText({ name }: FieldDeclaration, value: unknown): string {
  if (typeof value !== 'string') throw validationError(`fields.${name}`, 'must be a text');
  return value;
}

function requireSecret(field: FieldDeclaration, value: unknown, mayRefer: boolean): string {
  const text = requireText(field, value);
  if (!isExternal(text)) return text;
  if (!mayRefer) throw onlyAdministratorsRefer();
  const problem = findReferenceProblem(text);
  if (problem !== undefined) throw validationError(`fields.${field.name}`, problem);
  return text;
}

/** Replaces what was given, and keeps the rest. */
export function mergeFields(stored: SeparatedFields, given: GivenFields): SeparatedFields {
  const keep = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !given.removed.includes(name)));
  return {
    publicFields: { ...keep(stored.publicFields), ...given.publicFields },
    secrets: { ...keep(stored.secrets), ...given.secrets },
  };
}

/** Checks the fields of a credential together. */
export function requireComplete(kind: CredentialKind, { publicFields, secrets }: SeparatedFields): void {
  const values: FieldValues = { ...publicFields, ...secrets };
  const { fields, hasOwnFields, check } = credentialKinds[kind];
  const missing = fields.find(({ name, required }) => required && values[name] === undefined);
  if (missing) throw validationError(`fields.${missing.name}`, 'is required');
  if (hasOwnFields && Object.keys(values).length === 0) throw validationError('fields', 'must have at least one field');
  const problem = check?.(values);
  if (problem !== undefined) throw validationError('fields', problem);
  const { bytes } = fixedLimits.credential;
  if (Buffer.byteLength(JSON.stringify(values)) > bytes) throw credentialTooLarge(bytes);
}

/** What may be told of secret fields. The end of a short value would tell too much of it, and that of a key nothing. */
export function summarizeSecrets(secrets: SecretTexts): Record<string, SecretSummary> {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, text]): [string, SecretSummary] => {
      const source = findExternalSource(text);
      if (source !== undefined) return [name, { source }];
      const characters = [...text];
      const isLong = characters.length >= fixedLimits.credential.hintedCharacters && !text.includes('\n');
      return [name, { source: 'value', ...(isLong && { hint: `••••${characters.slice(-HINT_CHARACTERS).join('')}` }) }];
    }),
  );
}
