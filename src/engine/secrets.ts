/**
 * Secrets in params: `{{ secrets.name.field }}` stands for a field of a credential. It renders to a marker, and only the
 * outgoing request gets the value. So nothing may be computed from it, and only steps that send requests may name it.
 */
import type { Reference } from '../templates/template.ts';
import { quote } from './definition.ts';
import type { NodeRules } from './node-rules.ts';

/** What `secrets.name.field` names. */
export interface NamedSecret {
  /** The name or the id of a credential. */
  readonly credential: string;
  readonly field: string;
}

/** The fields of each credential that the caller may use, by the name or id in the definition. */
export type UsableCredentials = ReadonlyMap<string, UsableFields>;

interface UsableFields {
  readonly fields: readonly string[];
  readonly kind?: string;
  /** The parts of a request in which templates may name it. */
  readonly places?: readonly string[];
}

const STEP = String.raw`\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(?:'([^']*)'|"([^"]*)")\s*\])`;
const SECRET = new RegExp(String.raw`\bsecrets${STEP}${STEP}`, 'g');

/**
 * Finds what could be secrets in the strings of a value, without compiling templates. What it finds beside the templates
 * does no harm: a name that is looked up in vain, or a marker that nothing contains.
 */
export function findNamedSecrets(value: unknown): NamedSecret[] {
  const found = new Map<string, NamedSecret>();
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      if (!next.includes('secrets')) continue;
      for (const [, a, b, c, d, e, f] of next.matchAll(SECRET)) {
        const named = { credential: a ?? b ?? c ?? '', field: d ?? e ?? f ?? '' };
        found.set(JSON.stringify([named.credential, named.field]), named);
      }
    } else if (typeof next === 'object' && next !== null) {
      for (const child of Object.values(next)) if (child !== undefined) pending.push(child);
    }
  }
  return [...found.values()];
}

/** Says what is wrong with the secrets that one text refers to. */
export function secretProblems(
  references: readonly Reference[],
  { sendsSecrets = false }: NodeRules,
  credentials: UsableCredentials,
): string[] {
  return references.flatMap(({ root, path, printed }) => {
    if (root !== 'secrets') return [];
    const [name, field] = path;
    if (!sendsSecrets) return ['uses a secret, which only steps that send requests or call tools may do'];
    if (!printed || path.length !== 2 || typeof name !== 'string' || typeof field !== 'string') {
      return ['must use a secret as {{ secrets.name.field }}, with nothing else inside of the braces'];
    }
    const credential = credentials.get(name);
    if (!credential) return [`uses the credential ${quote(name)}, which does not exist or may not be used`];
    if (credential.places?.length === 0) {
      return [
        `uses the credential ${quote(name)}, which templates may not name: use it as 'credential', or ask its owner`,
      ];
    }
    if (credential.fields.includes(field)) return [];
    return [`uses the field ${quote(field)}, which the credential ${quote(name)} does not have`];
  });
}
