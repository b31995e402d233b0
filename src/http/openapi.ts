import type { TSchema } from 'typebox';
import type { Endpoint, Link } from './endpoint.ts';

export interface Documented {
  endpoints: readonly Endpoint[];
  /** The document includes those that have a `reference`. */
  links: readonly Link[];
}

/** OpenAPI 3.1 uses JSON Schema, so the document contains the schemas of the endpoints as they are. */
export function openApiDocument({ endpoints, links }: Documented, version: string, serverUrl: string): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Heddle', version, description: 'Runs workflows and stores files.' },
    servers: [{ url: serverUrl }],
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'uni-api-key' } },
      schemas: {
        Error: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
      },
    },
    paths: Object.fromEntries([
      ...endpoints.map(definition => [definition.path, { post: operation(definition) }]),
      ...links.flatMap(link => (link.reference ? [[openApiPath(link), { post: linkOperation(link) }]] : [])),
    ]),
  };
}

function openApiPath({ path }: Link): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

function linkOperation({ path, reference, readBody }: Link): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return {
    operationId: operationId(path),
    summary: reference?.summary,
    description: `No key. Rate tier \`${reference?.tier}\`, by IP address.`,
    tags: [areaName(path)],
    security: [],
    parameters: names.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(readBody && { requestBody: { required: false, content: { '*/*': { schema: {} } } } }),
    responses: responses(reference?.reply),
  };
}

function operation(definition: Endpoint): object {
  const { path, summary, scope, tier, query, headers, body, form, reply, anyone, admin } = definition;
  const access = anyone ? 'No key' : `Scope \`${scope}\`${admin ? ', administrators only' : ''}`;
  return {
    operationId: operationId(path),
    summary,
    description: `${access}. Rate tier \`${tier}\`${anyone ? ', by IP address' : ''}.`,
    tags: [areaName(path)],
    security: anyone ? [] : [{ apiKey: [] }],
    parameters: [...parameters('query', query), ...parameters('header', headers)],
    ...(body && requestBody('application/json', body)),
    ...(form && requestBody('multipart/form-data', form)),
    responses: responses(reply),
  };
}

function operationId(path: string): string {
  return path
    .split('/')
    .slice(2)
    .join('_')
    .replaceAll(':', '')
    .replace(/[^\w]+/g, '_');
}

function responses(reply: TSchema | undefined): object {
  return {
    200: { description: 'Done', content: { 'application/json': { schema: reply } } },
    default: {
      description: 'Refused or failed',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  };
}

function parameters(location: 'query' | 'header', schema: TSchema | undefined): object[] {
  const required = requiredProperties(schema);
  return Object.entries(schemaProperties(schema)).map(([name, schema]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema,
  }));
}

function requestBody(contentType: string, schema: TSchema): object {
  return { requestBody: { required: requiredProperties(schema).length > 0, content: { [contentType]: { schema } } } };
}

/** `/api/v3/workflow/run/stream` belongs to `workflow`. */
export function areaName(path: string): string {
  return path.split('/')[3] ?? path;
}

export function schemaProperties(schema: TSchema | undefined): Record<string, TSchema> {
  return schema && 'properties' in schema ? (schema.properties as Record<string, TSchema>) : {};
}

export function requiredProperties(schema: TSchema | undefined): string[] {
  return schema && 'required' in schema ? (schema.required as string[]) : [];
}
