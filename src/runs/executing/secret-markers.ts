/**
 * What `{{ secrets.name.field }}` renders to: texts that nobody can guess, so that no data of a run can pretend to be
 * one. They are letters and digits alone, and so stay as they are in URLs, headers, forms and JSON. They need not
 * outlive the process: params are rendered again when a step is tried elsewhere.
 */
import { randomBytes } from 'node:crypto';
import type { NamedSecret } from '../../engine/secrets.ts';

const RANDOM_BYTES = 16;
const NO_MARKERS: ReadonlyMap<string, NamedSecret> = new Map();

export class SecretMarkers {
  readonly #bySecret = new Map<string, string>();

  /** The variable `secrets` of templates. */
  variable(secrets: readonly NamedSecret[]): Record<string, Record<string, string>> {
    const names = new Set(secrets.map(({ credential }) => credential));
    // `fromEntries` defines properties instead of assigning them: a credential may be called __proto__.
    return Object.fromEntries(
      [...names].map(name => {
        const fields = secrets.filter(({ credential }) => credential === name);
        return [name, Object.fromEntries(fields.map(secret => [secret.field, this.#marker(secret)]))];
      }),
    );
  }

  of(secrets: readonly NamedSecret[]): ReadonlyMap<string, NamedSecret> {
    return secrets.length === 0 ? NO_MARKERS : new Map(secrets.map(secret => [this.#marker(secret), secret]));
  }

  #marker({ credential, field }: NamedSecret): string {
    const key = JSON.stringify([credential, field]);
    const known = this.#bySecret.get(key);
    if (known !== undefined) return known;
    const marker = `secret${randomBytes(RANDOM_BYTES).toString('hex')}`;
    this.#bySecret.set(key, marker);
    return marker;
  }
}
