/** The description of the API for tools: one OpenAPI document for each version. */
import Type from 'typebox';
import { about, named } from '../described.ts';
import { type EndpointDescription, ErrorCode, type LinkDescription } from '../endpoint.ts';
import { cookieName } from '../session-cookie.ts';
import { createComponents } from './components.ts';
import { Operations } from './operations.ts';
import { failureResponses, SHARED_HEADERS } from './responses.ts';
import { areaName, TAGS } from './tags.ts';

export { requiredProperties, schemaProperties } from '../schema-fields.ts';
export { areaName } from './tags.ts';

export const API_VERSIONS = ['v1', 'v3'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

export interface Documented {
  endpoints: readonly EndpointDescription[];
  /** The document includes those that have a `reference`. */
  links: readonly LinkDescription[];
}

interface DocumentOptions {
  api: ApiVersion;
  /** The version of Heddle. */
  version: string;
  serverUrl: string;
}

const detail = about('What is wrong, as a sentence or a part of one.', Type.String());
const field = Type.Optional(
  about('The field of the body that it is about, as a JSON Pointer such as `/fields/value`.', Type.String()),
);
const description = 'The body of every refusal.';
const ERROR_REPLIES = {
  v3: named('Error', Type.Object({ detail }, { description })),
  v1: named('Error', Type.Object({ detail, code: ErrorCode, field }, { description })),
};

/** OpenAPI 3.1 uses JSON Schema, so the schemas that validate the requests are those that the document shows. */
export function openApiDocument(documented: Documented, { api, version, serverUrl }: DocumentOptions): object {
  const endpoints = documented.endpoints.filter(({ path }) => versionOf(path) === api);
  const links = documented.links.filter(({ path, reference }) => reference && versionOf(path) === api);
  const components = createComponents(repliedComponents(endpoints));
  components.show(ERROR_REPLIES[api], 'reply');
  const operations = new Operations(components);
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) paths[endpoint.path] = { post: operations.describeEndpoint(endpoint) };
  for (const link of links) {
    const path = link.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [link.method.toLowerCase()]: operations.describeLink(link) };
  }
  const areas = new Set([...endpoints, ...links].map(({ path }) => areaName(path)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heddle',
      version,
      summary: ABOUT[api].summary,
      description: ABOUT[api].description,
      contact: { name: 'Heddle', url: `${serverUrl}/docs` },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This installation' }],
    tags: [...areas].sort().map(name => ({ name, description: TAGS[name] ?? '' })),
    security: [{ apiKey: [] }],
    components: {
      securitySchemes: securitySchemes(api, serverUrl),
      headers: SHARED_HEADERS,
      responses: failureResponses(operations.failures, api),
      schemas: components.list(),
    },
    paths,
  };
}

const SHARED_DESCRIPTION =
  'Every endpoint is a `POST` with a JSON body, and takes an API key in the header `uni-api-key`. Refusals have the body `{"detail": "..."}`, and the header `x-error-code` names the error for programs; `x-error-field` names the field that it is about, as a JSON Pointer. Times are milliseconds since 1970. Fields that an endpoint does not know are ignored.';

const ABOUT: Record<ApiVersion, { summary: string; description: string }> = {
  v3: {
    summary: 'The integration API: workflows, runs, approvals, chats, and the files and records of panels.',
    description: `The API for applications. It only grows: no field, endpoint or error text of it changes.\n\n${SHARED_DESCRIPTION}`,
  },
  v1: {
    summary: "Heddle's own API: accounts, panels, credentials, connectors, and what the console uses.",
    description: `What Heddle has beside the integration API. Endpoints for administrators say so. It may change with a minor version, which the release notes then say.\n\n${SHARED_DESCRIPTION}`,
  },
};

function repliedComponents(endpoints: readonly EndpointDescription[]): ReadonlySet<string> {
  const components = createComponents();
  for (const { reply, stream } of endpoints) components.show(stream ?? reply, 'reply');
  return new Set(Object.keys(components.list()));
}

/** Links that belong to no version are described with the integration API. */
function versionOf(path: string): ApiVersion {
  return path.startsWith('/api/v1/') ? 'v1' : 'v3';
}

function securitySchemes(api: ApiVersion, serverUrl: string): object {
  return {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'uni-api-key',
      description: 'An API key with the scope of the operation.',
    },
    ...(api === 'v3' && {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'The API key as MCP clients send it. Only `/mcp` takes it.',
      },
    }),
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName(serverUrl),
      description:
        'The session of a person who signed in to the console. It is only accepted from pages of the console.',
    },
  };
}
