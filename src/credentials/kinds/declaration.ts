/** What a kind of credential declares: its fields, and what it adds to a request. */
import type { AuthorizedHop } from '../../platform/outbound/outbound.ts';

export type CredentialFieldType = 'text' | 'long_text' | 'choice' | 'list' | 'number' | 'json';

export interface FieldDeclaration {
  name: string;
  title: string;
  description: string;
  /** Secret fields are texts. They are encrypted, and nobody gets them back. */
  secret: boolean;
  required: boolean;
  type: CredentialFieldType;
  choices?: readonly string[];
  /** Says where secrets are sent to, so that whoever changes it must know them. */
  isDestination?: true;
  /** A key that only computes something, such as a signature. It is never sent, so templates can not name it. */
  isKey?: true;
}

/** The values of the fields that are set, secret ones included. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A hop with a credential, and what was computed from secrets for it: that is a secret as well. */
export interface Applied {
  hop: AuthorizedHop;
  derived: readonly string[];
}

export interface KindDeclaration {
  title: string;
  description: string;
  fields: readonly FieldDeclaration[];
  /** Whether there may be further fields of any name, all of them secret texts. */
  hasOwnFields: boolean;
  /** Whether it must be connected in the browser before its use. */
  connectable: boolean;
  /** What it sends is a token of an authorization server. */
  usesTokens: boolean;
  /** Returns what is wrong with the values, as a sentence. Secret ones may be references to other places. */
  check?(values: FieldValues): string | undefined;
  /** Adds the credential to a hop. Throws an UnusableField when a value can not be sent. */
  apply?(hop: AuthorizedHop, values: FieldValues): Applied;
  /** The same for a hop whose body streams, where that differs. It reads the whole body. */
  applyStreamed?(hop: AuthorizedHop, values: FieldValues): Promise<Applied>;
  /** What signs the body is applied after everything that may change it. */
  isSignature?: true;
}

/** A value can not be used as it is. The message names the field, and never the value. */
export class UnusableField extends Error {
  override readonly name = 'UnusableField';
}

/** The field with the access token, which the authorization server gives. */
export const ACCESS_TOKEN = 'access_token';

export function textOf(values: FieldValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** Replaces headers of the same name. The value must be one that a header can have. */
export function setHeader(hop: AuthorizedHop, name: string, value: string, field: string): AuthorizedHop {
  if (!isHeaderValue(value)) throw new UnusableField(`the field '${field}' can not be sent in a header`);
  const others = hop.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...hop, headers: [...others, [name, value]] };
}

/** Spaces around a value would be dropped on the way, and a line break would begin another header. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value) && value.trim() === value;
}
