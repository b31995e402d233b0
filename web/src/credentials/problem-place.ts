/** Finds the field that an error of the service is about, so that it stands where it can be mended. PURE. */
import type { CredentialField } from '../api/credentials.ts';

/** The fields that every credential has. A kind may have a field `name` of its own. */
export type CommonField = '@name' | '@hosts';

export interface PlacedProblem {
  /** A common field, the name of a field of the kind, or undefined when it is about everything. */
  readonly at: CommonField | string | undefined;
  readonly message: string;
}

export function placeProblem(message: string, fields: readonly CredentialField[]): PlacedProblem;
export function placeProblem(
  message: string | undefined,
  fields: readonly CredentialField[],
): PlacedProblem | undefined;
export function placeProblem(message: string | undefined, fields: readonly CredentialField[]) {
  return message === undefined ? undefined : { at: findPlace(message, fields), message };
}

function findPlace(message: string, fields: readonly CredentialField[]): string | undefined {
  const [, named] = /\bfields\.(\w+)/.exec(message) ?? [];
  if (named !== undefined) return named;
  // The secret fields have to be entered again because of where they go.
  if (/secret fields|\bhosts?\b/i.test(message)) return '@hosts';
  if (/A credential named|name of a credential|error: (body\.)?name\b/.test(message)) return '@name';
  return fields.find(({ name }) => new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`, 'i').test(message))?.name;
}

/** The problem as the fields of a kind want it. */
export function fieldProblems({ at, message }: PlacedProblem): Record<string, string> {
  return at === undefined || at.startsWith('@') ? {} : { [at]: message };
}
