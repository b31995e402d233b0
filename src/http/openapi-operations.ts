/** The operations of the API description. */
import Type, { type TSchema } from 'typebox';
import { about } from './described.ts';
import type { Endpoint, Link } from './endpoint.ts';
import type { FailureStatus } from './failure-statuses.ts';
import type { Components, Direction, JsonSchema } from './openapi-components.ts';
import { exampleOf } from './openapi-examples.ts';
import { failureReferences, failuresOf, linkFailures, replyHeaders } from './openapi-responses.ts';
import { areaName } from './openapi-tags.ts';
import { requiredProperties, schemaProperties } from './schema-fields.ts';

export interface Operations {
  describeEndpoint(definition: Endpoint): object;
  describeLink(link: Link): object;
  /** The statuses that the described operations refer to. */
  failures: ReadonlySet<FailureStatus>;
}

export function createOperations(components: Components): Operations {
  const failures = new Set<FailureStatus>();

  function refusals(statuses: readonly FailureStatus[]): Record<string, object> {
    for (const status of statuses) failures.add(status);
    return failureReferences(statuses);
  }

  function content(type: string, schema: TSchema, direction: Direction, given?: unknown): Record<string, object> {
    const shown = components.show(schema, direction);
    const example = given ?? exampleOf(shown, components, direction);
    return { [type]: { schema: shown, ...(example !== undefined && { example }) } };
  }

  function parameters(location: 'query' | 'header' | 'path', schema: TSchema | undefined): object[] {
    const required = requiredProperties(schema);
    return Object.entries(schemaProperties(schema)).map(([name, property]) => {
      const { description, ...shown }: JsonSchema = components.show(property, 'request');
      const example = exampleOf(shown, components, 'request', name);
      return { name, in: location, required: required.includes(name), description, schema: shown, example };
    });
  }

  function requestBody(definition: Pick<Endpoint, 'body' | 'form' | 'example'>): object {
    const { body, form, example } = definition;
    if (form) {
      return { requestBody: { required: true, content: content('multipart/form-data', form, 'request') } };
    }
    if (!body) return {};
    const required = requiredProperties(body).some(name => !('default' in (schemaProperties(body)[name] ?? {})));
    return { requestBody: { required, content: content('application/json', body, 'request', example?.request) } };
  }

  function describeEndpoint(definition: Endpoint): object {
    const { path, summary, scope, tier, query, headers, shownHeaders, anyone, stream } = definition;
    return {
      operationId: operationId(path),
      summary,
      description: endpointDescription(definition),
      tags: [areaName(path)],
      security: anyone ? [] : [{ apiKey: [] }, { session: [] }],
      parameters: [
        ...parameters('query', query ?? (stream && StreamQuery)),
        ...parameters('header', headers),
        ...parameters('header', shownHeaders),
      ],
      ...requestBody(definition),
      responses: { 200: success(definition), ...refusals(failuresOf(definition)) },
      'x-scope': anyone ? null : scope,
      'x-rate-tier': tier,
    };
  }

  function success({ reply, replyType, stream, example, startsRuns }: Endpoint): object {
    const headers = replyHeaders(200, { startsRuns });
    if (!stream) {
      return {
        description: 'Done.',
        headers,
        content: content(replyType ?? 'application/json', reply, 'reply', example?.reply),
      };
    }
    return {
      description: STREAM,
      headers,
      content: {
        ...content('text/event-stream', stream, 'reply', example?.reply),
        ...content('application/x-ndjson', stream, 'reply', example?.reply),
      },
    };
  }

  function describeLink({ path, reference, readBody }: Link): object {
    if (!reference) throw new Error(`${path} is not described`);
    const { summary, description, tier, params, query, headers, body, form, reply, example } = reference;
    return {
      operationId: reference.operationId ?? operationId(path),
      summary,
      description: `${description ? `${description} ` : ''}${reference.access ?? 'No key: the address carries the permission.'} Rate tier \`${tier}\`.`,
      tags: [areaName(path)],
      security: reference.security ?? [],
      parameters: [...parameters('path', params), ...parameters('query', query), ...parameters('header', headers)],
      ...(form && { requestBody: { required: true, content: content('multipart/form-data', form, 'request') } }),
      ...(readBody && {
        requestBody: {
          required: false,
          content: content(reference.bodyType ?? '*/*', body ?? {}, 'request', example?.request),
        },
      }),
      responses: { ...linkSuccess(reference, reply), ...refusals(linkFailures(reference.failures)) },
      'x-rate-tier': tier,
    };
  }

  function linkSuccess(
    { status = 200, replyType = 'application/json', example }: NonNullable<Link['reference']>,
    reply: TSchema | undefined,
  ): object {
    const headers = replyHeaders(status);
    if (!reply) return { [status]: { description: 'Done.', headers } };
    return { [status]: { description: 'Done.', headers, content: content(replyType, reply, 'reply', example?.reply) } };
  }

  return { describeEndpoint, describeLink, failures };
}

const StreamQuery = Type.Object({
  format: about(
    'With `sse`, and `Accept: text/event-stream`, the reply is server-sent events.',
    Type.Optional(Type.Enum(['sse'])),
  ),
});

const STREAM =
  'The events as they happen: JSON objects one after another, with nothing between them. With `Accept: application/x-ndjson` there is one per line. With `Accept: text/event-stream` and `?format=sse` they are server-sent events, whose `data` is the object.';

function endpointDescription({ description, scope, tier, anyone, admin }: Endpoint): string {
  const access = anyone ? 'No key' : `Scope \`${scope}\`${admin ? ', administrators only' : ''}`;
  const facts = `${access}. Rate tier \`${tier}\`${anyone ? ', by IP address' : ''}.`;
  return description ? `${description}\n\n${facts}` : facts;
}

/** `/api/v3/workflow/runs/find` is `workflowRunsFind`. The parameters of a path do not count. */
export function operationId(path: string): string {
  const words = path
    .replace(/^\/api\/v\d+/, '')
    .split('/')
    .filter(part => !part.startsWith(':'))
    .flatMap(part => part.split(/[^A-Za-z0-9]+/))
    .filter(word => word !== '');
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}
