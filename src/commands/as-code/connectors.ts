import { isObject } from '../../platform/is-object.ts';
import type { Connection } from '../connecting.ts';
import { UsageError } from '../usage-error.ts';
import { type Document, type Kind, listAll, ownerFields, pick } from './kind.ts';

const PATH = '/api/v1/connector';
const SETTINGS = ['title', 'base_url', 'pagination', 'rate', 'sharing', 'group_sharing'];
const PAGE = 100;

/**
 * Connectors with the address or gallery entry of their document, their settings, and which operations are tools. One
 * whose document was uploaded names a file with it (`document_file`), which is needed to create it elsewhere.
 */
export const connectors: Kind = {
  name: 'connector',
  folder: 'connectors',
  fields: [
    ...['id', 'name', 'gallery', 'url', 'document_file', 'organization_id', 'group_id', 'credential'],
    ...[...SETTINGS, 'operations'],
  ],
  async list(connection) {
    const found = (await listAll(connection, `${PATH}/find`)).filter(({ permissions }) => Object(permissions).write);
    const names = found.length > 0 ? await readCredentials(connection) : [];
    return Promise.all(
      found.map(async connector => ({
        id: String(connector.id),
        name: String(connector.name),
        version: Number(connector.version),
        document: await toDocument(connection, connector, names),
      })),
    );
  },
  async create(connection, document, file) {
    const { document_file, gallery, url, operations } = document;
    const source =
      typeof document_file === 'string'
        ? { document: await file.read(document_file) }
        : { ...(gallery ? { gallery } : { url }) };
    if (!gallery && !url && typeof document_file !== 'string') {
      throw new UsageError(`the connector '${document.name}' needs a gallery, a url or a document_file`);
    }
    const created = await connection.call(`${PATH}/create`, {
      ...pick(document, ['name', 'organization_id', 'group_id', ...SETTINGS]),
      ...source,
      ...(await toCredentialFields(connection, document)),
      enable: { names: asNames(operations) },
    });
    return String(Object(created).id);
  },
  async update(connection, { id, version, document: before }, document) {
    await connection.call(`${PATH}/update`, {
      id,
      ...{ pagination: null, rate: null, sharing: [], group_sharing: [] },
      ...pick(document, SETTINGS),
      ...(await toCredentialFields(connection, document)),
      if_version: version,
    });
    const [wanted, present] = [new Set(asNames(document.operations)), new Set(asNames(before.operations))];
    for (const [names, enabled] of [
      [[...wanted.difference(present)], true],
      [[...present.difference(wanted)], false],
    ] as const) {
      if (names.length > 0) await connection.call(`${PATH}/enable`, { id, names, enabled });
    }
  },
  async delete(connection, { id }) {
    await connection.call(`${PATH}/delete`, { id });
  },
  /** Title and address come from the document of the API unless the file says otherwise. */
  complete(document, { document: remote }) {
    return { ...pick(remote, ['title', 'base_url', 'operations']), ...document };
  },
};

interface NamedCredential {
  id: string;
  name: string;
}

async function toDocument(
  connection: Connection,
  connector: Record<string, unknown>,
  names: readonly NamedCredential[],
): Promise<Document> {
  const { id, credential, credential_id, gallery, document, owner } = connector;
  const known = names.find(each => each.id === credential_id);
  return {
    ...pick(connector, ['id', 'name', ...SETTINGS]),
    gallery,
    ...(gallery === null && { url: Object(document).url }),
    ...ownerFields(owner),
    credential: credential ?? known?.name ?? credential_id,
    operations: await readEnabled(connection, String(id)),
  };
}

async function readEnabled(connection: Connection, id: string): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const body = { id, enabled: true, skip: names.length, limit: PAGE };
    const { items } = Object(await connection.call(`${PATH}/operations`, body));
    const page: unknown[] = Array.isArray(items) ? items : [];
    names.push(...page.filter(isObject).map(({ name }) => String(name)));
    if (page.length < PAGE) return names.toSorted();
  }
}

async function readCredentials(connection: Connection): Promise<NamedCredential[]> {
  const found = await listAll(connection, '/api/v1/credential/find');
  return found.map(({ id, name }) => ({ id: String(id), name: String(name) }));
}

/** A file names a credential; the service wants its id. */
async function toCredentialFields(connection: Connection, { credential }: Document): Promise<object> {
  if (credential === undefined || credential === null) return { credential_id: null, credential: null };
  if (credential === 'own') return { credential_id: null, credential };
  const found = (await readCredentials(connection)).filter(({ id, name }) => name === credential || id === credential);
  const [only, another] = found;
  if (!only) throw new UsageError(`there is no credential '${credential}': create it first, in the console`, 'missing');
  if (another) throw new UsageError(`several credentials are named '${credential}': use an id instead`);
  return { credential_id: only.id, credential: null };
}

function asNames(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
