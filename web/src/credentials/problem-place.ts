/** Finds the field that an error of the service is about, so that it stands where it can be mended. PURE. */
import type { CredentialField } from '../api/credentials.ts';

export interface PlacedProblem {
  /** `name`, `hosts`, the name of a field of the kind, or undefined when it is about everything. */
  readonly at: string | undefined;
  readonly message: string;
}

export function placeProblem(message: string, fields: readonly CredentialField[]): PlacedProblem {
  const words = message.toLowerCase();
  const field = fields.find(
    ({ name, title }) =>
      new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`, 'i').test(message) || words.includes(title.toLowerCase()),
  );
  // The secret fields have to be entered again because of a host: it is about them all.
  if (/secret fields/i.test(message)) return { at: 'hosts', message };
  if (/\bhosts?\b/i.test(message)) return { at: 'hosts', message };
  if (field) return { at: field.name, message };
  return { at: /\bnames?\b|\bcalled\b/i.test(message) ? 'name' : undefined, message };
}

/** The problem as the fields of a kind want it. */
export function fieldProblems({ at, message }: PlacedProblem): Record<string, string> {
  return at === undefined || at === 'name' || at === 'hosts' ? {} : { [at]: message };
}
