/** With which credential a connector or an MCP server is called, while somebody chooses it. PURE. */
import { hostOf } from '../api/credential-hosts.ts';
import type { CredentialCreation, CredentialField, KindDescription } from '../api/credentials.ts';
import { type FieldValues, isFilled, readValues, toFields } from '../connection-parts/field-values.ts';
import type { ChosenOwner } from '../connection-parts/owner.tsx';

export const CHOICES = ['new', 'existing', 'own', 'none'] as const;
export type Choice = (typeof CHOICES)[number];

/** A kind of credential that the API asks for, with the fields that are known already. */
export interface Scheme {
  readonly kind: KindDescription['kind'];
  readonly description: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface AccessForm {
  readonly choice: Choice;
  /** Of a credential that is there. */
  readonly credentialId: string | null;
  /** Which scheme a new one is made for. */
  readonly scheme: number;
  readonly values: FieldValues;
}

export const NO_ACCESS: AccessForm = { choice: 'none', credentialId: null, scheme: 0, values: {} };

/** An API that asks for something probably needs a new credential. */
export function beginAccess(schemes: readonly Scheme[]): AccessForm {
  return schemes.length === 0 ? NO_ACCESS : { ...NO_ACCESS, choice: 'new' };
}

/** What is stored for a connector or a server that is there. */
export function readAccess(stored: { credential_id: string | null; credential: 'own' | null }): AccessForm {
  if (stored.credential === 'own') return { ...NO_ACCESS, choice: 'own' };
  return stored.credential_id === null
    ? NO_ACCESS
    : { ...NO_ACCESS, choice: 'existing', credentialId: stored.credential_id };
}

/** What the API gets when no new credential is made. */
export function toAccess({ choice, credentialId }: AccessForm): {
  credential_id: string | null;
  credential: 'own' | null;
} {
  return { credential_id: choice === 'existing' ? credentialId : null, credential: choice === 'own' ? 'own' : null };
}

/** The fields to ask for: those that are not known yet, and of them at first only what can not be left out. */
export function askedFields(kind: KindDescription, scheme: Scheme, isComplete: boolean): CredentialField[] {
  const unknown = kind.fields.filter(({ name }) => !Object.hasOwn(scheme.fields, name));
  return isComplete ? kind.fields : unknown.filter(({ required, secret }) => required || secret);
}

/** What is typed, with what is known under it. */
export function valuesOf(kind: KindDescription, scheme: Scheme, form: AccessForm): FieldValues {
  return { ...readValues(kind.fields, scheme.fields), ...form.values };
}

export function findMissingFields(kind: KindDescription, scheme: Scheme, form: AccessForm): string[] {
  const values = valuesOf(kind, scheme, form);
  return kind.fields.filter(({ name, required }) => required && !isFilled(values[name])).map(({ title }) => title);
}

export function toCredential(
  kind: KindDescription,
  scheme: Scheme,
  form: AccessForm,
  { name, hosts, owner }: { name: string; hosts: readonly string[]; owner: ChosenOwner },
): CredentialCreation {
  return {
    name,
    kind: kind.kind,
    hosts: [...hosts],
    fields: toFields(kind.fields, valuesOf(kind, scheme, form)),
    ...owner,
  };
}

/** The host to which a credential for this base URL may go. */
export function hostsOfUrl(url: string): string[] {
  const host = URL.canParse(url) ? hostOf(url) : '';
  return host === '' ? [] : [host];
}

const MOST_CHARACTERS = 32;

/** A name for a connector, from what people call the API. */
export function toName(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/\b(api|rest|openapi|swagger|v\d+)\b/g, ' ')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, MOST_CHARACTERS)
    .replace(/_+$/, '');
}

export function isName(name: string): boolean {
  return /^[a-z][a-z0-9_]{0,31}$/.test(name);
}
