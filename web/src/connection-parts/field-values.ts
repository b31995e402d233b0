/** What is typed into the fields of a credential, as texts, and what becomes of it. PURE. */
import type { CredentialField } from '../api/credentials.ts';
import { credentialFields as texts } from '../texts/credentials.ts';

/** A list is a row of texts; everything else is one text, also a number while it is typed. */
export type FieldValues = Readonly<Record<string, string | readonly string[]>>;

/** What is stored in clear, ready to be changed. Secrets are never there, so their fields begin empty. */
export function readValues(fields: readonly CredentialField[], stored: Readonly<Record<string, unknown>>): FieldValues {
  return Object.fromEntries(
    fields.map(field => [field.name, field.secret ? emptyValue(field) : toText(field, stored[field.name])]),
  );
}

function emptyValue({ type }: CredentialField): string | readonly string[] {
  return type === 'list' ? [] : '';
}

function toText(field: CredentialField, value: unknown): string | readonly string[] {
  if (value === undefined || value === null) return emptyValue(field);
  if (field.type === 'list') return Array.isArray(value) ? value.map(String) : [String(value)];
  return typeof value === 'string' ? value : JSON.stringify(value, null, field.type === 'json' ? 2 : undefined);
}

export function isFilled(value: string | readonly string[] | undefined): boolean {
  return typeof value === 'string' ? value.trim() !== '' : (value?.length ?? 0) > 0;
}

/** What is wrong with a value before the service is asked. */
export function valueProblem(
  { type }: CredentialField,
  value: string | readonly string[] | undefined,
): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (type === 'number' && !Number.isFinite(Number(value))) return texts.notNumber;
  if (type === 'json' && readJson(value) === undefined) return texts.notJson;
  return undefined;
}

/** What the API gets for the fields that are filled. */
export function toFields(fields: readonly CredentialField[], values: FieldValues): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => isFilled(values[name]))
      .map(field => [field.name, toValue(field, values[field.name] ?? '')]),
  );
}

/** What the API gets for the fields that differ: one that was emptied becomes null. */
export function changedFields(
  fields: readonly CredentialField[],
  before: FieldValues,
  after: FieldValues,
): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map(field => [field.name, isFilled(after[field.name]) ? toValue(field, after[field.name] ?? '') : null]),
  );
}

function toValue({ type, secret }: CredentialField, value: string | readonly string[]): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'number') return Number(value);
  if (type === 'json') return readJson(value) ?? value;
  // A key that is pasted often brings spaces along, which no service accepts. Elsewhere, as in prefixes, they count.
  return secret && type === 'text' ? value.trim() : value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
