/**
 * Credentials in exports and imports. A definition only ever names them: an export lists what it names with kind and
 * hosts, and an import binds each to the importer's own credential of that name and kind.
 */
import type { Query } from '../database.ts';
import { findNamedSecrets } from '../engine/secrets.ts';
import type { Caller } from '../http/caller.ts';
import { isUuid } from '../platform/ids.ts';
import { isObject } from '../platform/is-object.ts';
import type { Issue } from './schemas.ts';

/** What an export tells about a credential. */
export interface ExportedCredential {
  name: string;
  kind: string;
  hosts: string[];
}

/** Finds those of the names and ids that the user may use. */
export type FindCredentials = (
  db: Query,
  user: { id: string; email: string },
  references: readonly string[],
) => Promise<ReadonlyMap<string, ExportedCredential>>;

interface Named {
  nodeId: string;
  reference: string;
  /** The path that an import reports when the caller has no such credential. */
  key: string;
}

/** Replaces ids by names, which mean something elsewhere, and describes what is named. */
export async function nameCredentials(
  db: Query,
  caller: Caller,
  find: FindCredentials,
  definition: unknown,
): Promise<{ definition: unknown; credentials: ExportedCredential[] }> {
  const named = findNamed(definition);
  if (named.length === 0) return { definition, credentials: [] };
  const found = await findFor(db, caller, find, named);
  const unique = new Map([...found.values()].map(({ name, kind, hosts }) => [name, { name, kind, hosts }]));
  return { definition: mapCredentials(definition, id => found.get(id)?.name ?? id), credentials: [...unique.values()] };
}

/** Lists the credentials that the importer lacks, and says of which it has only one of another kind. */
export async function findUnboundCredentials(
  db: Query,
  caller: Caller,
  find: FindCredentials,
  definition: unknown,
  exported: unknown,
): Promise<{ keys: string[]; issues: Issue[] }> {
  const named = findNamed(definition);
  if (named.length === 0) return { keys: [], issues: [] };
  const found = await findFor(db, caller, find, named);
  const kinds = readKinds(exported);
  const issues: Issue[] = [];
  const keys = named.filter(({ nodeId, reference }) => {
    const usable = found.get(reference);
    const kind = kinds.get(reference);
    if (!usable) return true;
    if (kind === undefined || kind === usable.kind) return false;
    const message = `Step '${nodeId}': the credential '${reference}' is of the kind '${usable.kind}', but it was exported as '${kind}'`;
    issues.push({ severity: 'warning', message, node_id: nodeId, edge: null });
    return true;
  });
  return { keys: keys.map(({ key }) => key), issues };
}

function findFor(db: Query, { userId, email }: Caller, find: FindCredentials, named: readonly Named[]) {
  return find(db, { id: userId, email }, [...new Set(named.map(({ reference }) => reference))]);
}

/** Finds what `http.request` names as its credential, and what the templates of steps name as secrets. */
function findNamed(definition: unknown): Named[] {
  return readNodes(definition).flatMap(node => {
    const nodeId = String(node.id);
    if (!isObject(node.params)) return [];
    const { credential } = node.params;
    const own =
      node.type === 'http.request' && typeof credential === 'string'
        ? [{ nodeId, reference: credential, key: `${nodeId}.credential` }]
        : [];
    const names = new Set(findNamedSecrets(node.params).map(secret => secret.credential));
    return [...own, ...[...names].map(name => ({ nodeId, reference: name, key: `${nodeId}.secrets.${name}` }))];
  });
}

function mapCredentials(definition: unknown, rename: (id: string) => string): unknown {
  if (!isObject(definition) || !Array.isArray(definition.nodes)) return definition;
  const nodes = definition.nodes.map(node => {
    if (!isObject(node) || node.type !== 'http.request' || !isObject(node.params)) return node;
    const { credential } = node.params;
    if (typeof credential !== 'string' || !isUuid(credential)) return node;
    return { ...node, params: { ...node.params, credential: rename(credential) } };
  });
  return { ...definition, nodes };
}

function readNodes(definition: unknown): Record<string, unknown>[] {
  return isObject(definition) && Array.isArray(definition.nodes) ? definition.nodes.filter(isObject) : [];
}

/** The list in a document comes from anywhere. */
function readKinds(exported: unknown): ReadonlyMap<string, string> {
  const entries = Array.isArray(exported) ? exported.filter(isObject) : [];
  return new Map(
    entries.flatMap(({ name, kind }) => (typeof name === 'string' && typeof kind === 'string' ? [[name, kind]] : [])),
  );
}
