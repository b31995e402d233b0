import { type Kind, listAll, ownerFields, pick } from './kind.ts';

const PATH = '/api/v1/variable';

export const variables: Kind = {
  name: 'variable',
  folder: 'variables',
  fields: ['id', 'name', 'type', 'value', 'description', 'organization_id'],
  async list(connection) {
    const found = await listAll(connection, `${PATH}/find`);
    return found
      .filter(({ permissions }) => Object(permissions).write)
      .map(variable => ({
        id: String(variable.id),
        name: String(variable.name),
        version: Number(Object(variable.updated).timestamp),
        document: { ...pick(variable, ['id', 'name', 'type', 'value', 'description']), ...ownerFields(variable.owner) },
      }));
  },
  async create(connection, document) {
    const body = pick(document, ['name', 'type', 'value', 'description', 'organization_id']);
    return String(Object(await connection.call(`${PATH}/create`, { value: null, ...body })).id);
  },
  async update(connection, { id, version }, document) {
    const { name, type, value = null, description = '' } = document;
    await connection.call(`${PATH}/update`, { id, name, type, value, description, if_updated: version });
  },
  async delete(connection, { id }) {
    await connection.call(`${PATH}/delete`, { id });
  },
};
