/**
 * Describes the endpoints of `/api/v1` that are commands too. The schemas of the API take a second to load, so what the
 * command line needs of them is kept in `endpoint-commands.json`; `generate.ts` writes it, and a test compares the two.
 */
import type { TSchema } from 'typebox';
import { provisioningEndpoints } from '../composition/provisioning.ts';
import type { EndpointDescription } from '../http/endpoint.ts';
import { requiredProperties, schemaProperties } from '../http/openapi/openapi.ts';
import type { EndpointCommand, EndpointOption } from './endpoint-command.ts';

const PREFIX = '/api/v1/';

export function describeEndpointCommands(): EndpointCommand[] {
  return provisioningEndpoints.map(toCommand);
}

/** `/api/v1/user/create` is also the command `user create`. */
function toCommand(endpoint: EndpointDescription): EndpointCommand {
  const { path, summary, query, body } = endpoint;
  return {
    name: path.slice(PREFIX.length).replaceAll('/', ' '),
    path,
    summary,
    options: [...toOptions(query, 'query'), ...toOptions(body, 'body')],
  };
}

function toOptions(schema: TSchema | undefined, place: 'query' | 'body'): EndpointOption[] {
  return Object.entries(schemaProperties(schema)).map(([property, each]) => ({
    property,
    place,
    type: typeOf(each),
    required: requiredProperties(schema).includes(property),
    summary: summaryOf(property, each),
  }));
}

function typeOf(schema: TSchema): EndpointOption['type'] {
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'array') return hasListElements(schema) ? 'lists' : 'array';
  if (type === 'string' || type === 'boolean' || type === 'object') return type;
  return 'json';
}

/** Filters are lists of lists. */
function hasListElements(schema: TSchema): boolean {
  if (!('items' in schema)) return false;
  const items = Object(schema.items);
  return !Object.hasOwn(items, 'enum') && !Object.hasOwn(items, 'type');
}

function summaryOf(property: string, schema: TSchema): string {
  if (property.endsWith('user_id')) return 'id or e-mail of the user';
  const [first = ''] = 'description' in schema ? String(schema.description).split(/\n|(?<=\.) /) : [];
  return first.replace(/\.$/, '');
}
