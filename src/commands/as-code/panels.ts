import { isObject } from '../../platform/is-object.ts';
import { type Document, type Kind, listAll, pick } from './kind.ts';

const PATH = '/api/v1/panel';
const SETTINGS = ['enabled', 'database', 'file_storage', 'sharing', 'group_sharing', 'webhooks'];

/** The settings of panels. Their records and files are data, and stay where they are. */
export const panels: Kind = {
  name: 'panel',
  folder: 'panels',
  fields: ['id', 'name', 'organization_id', 'group_id', ...SETTINGS],
  async list(connection) {
    const found = await listAll(connection, `${PATH}/list`);
    return found.flatMap(({ panel, may_write, updated }) =>
      isObject(panel) && may_write
        ? [
            {
              id: String(panel.id),
              name: String(panel.name),
              version: Number(updated),
              document: withoutSecrets(panel),
            },
          ]
        : [],
    );
  },
  async create(connection, document) {
    const body = pick(document, ['name', 'organization_id', 'group_id', ...SETTINGS]);
    return String(Object(await connection.call(`${PATH}/create`, body)).id);
  },
  async update(connection, { id, version }, document) {
    const present = Object(await connection.call(`${PATH}/get`, {}, { query: { entity_id: id } }));
    const webhooks = withSecrets(asList(document.webhooks), asList(present.webhooks));
    await connection.call(`${PATH}/update`, {
      id,
      ...defaults,
      ...pick(document, ['name', 'organization_id', 'group_id', ...SETTINGS]),
      webhooks,
      if_updated: version,
    });
  },
  async delete(connection, { id }) {
    await connection.call(`${PATH}/delete`, {}, { query: { entity_id: id } });
  },
  /** The limit of the storage is that of the installation unless the file says otherwise. */
  complete(document, remote) {
    const { enabled = true, database = true } = document;
    const storage = isObject(remote.document.file_storage) ? remote.document.file_storage : {};
    const own = isObject(document.file_storage) ? document.file_storage : {};
    return {
      ...document,
      enabled,
      database,
      file_storage: { enabled: true, folders: {}, ...pick(storage, ['limit_mb']), ...own },
    };
  },
};

/** What a file leaves out is as in a new panel. */
const defaults: Document = { organization_id: null, group_id: null, sharing: [], group_sharing: [] };

function withoutSecrets(panel: Record<string, unknown>): Document {
  const webhooks = asList(panel.webhooks).map(({ secret: _, ...webhook }) => webhook);
  return { ...pick(panel, ['id', 'name', 'organization_id', 'group_id', ...SETTINGS]), webhooks };
}

/** A webhook to the same address keeps its secret. */
function withSecrets(given: readonly Record<string, unknown>[], present: readonly Record<string, unknown>[]): object[] {
  const left = [...present];
  return given.map(webhook => {
    const index = left.findIndex(({ url }) => url === webhook.url);
    const [known] = index < 0 ? [] : left.splice(index, 1);
    return { ...webhook, ...(typeof known?.secret === 'string' && { secret: known.secret }) };
  });
}

function asList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
