/** The operations of the API description. */
import Type, { type TSchema } from 'typebox';
import { about } from '../described.ts';
import type { EndpointDescription, LinkDescription } from '../endpoint.ts';
import type { FailureStatus } from '../failure-statuses.ts';
import { requiredProperties, schemaProperties } from '../schema-fields.ts';
import type { Components, Direction, JsonSchema } from './components.ts';
import { exampleOf } from './examples.ts';
import { failureReferences, failuresOf, linkFailures, replyHeaders } from './responses.ts';
import { areaName } from './tags.ts';

export class Operations {
  readonly #components: Components;
  readonly #failures = new Set<FailureStatus>();

  constructor(components: Components) {
    this.#components = components;
  }

  /** The statuses that the described operations refer to. */
  get failures(): ReadonlySet<FailureStatus> {
    return this.#failures;
  }

  describeEndpoint(definition: EndpointDescription): object {
    const { path, summary, scope, tier, query, headers, shownHeaders, anyone, stream } = definition;
    return {
      operationId: operationId(path),
      summary,
      description: endpointDescription(definition),
      tags: [areaName(path)],
      security: anyone ? [] : [{ apiKey: [] }, { session: [] }],
      parameters: [
        ...this.#parameters('query', query ?? (stream && StreamQuery)),
        ...this.#parameters('header', headers),
        ...this.#parameters('header', shownHeaders),
      ],
      ...this.#requestBody(definition),
      responses: { 200: this.#success(definition), ...this.#refusals(failuresOf(definition)) },
      'x-scope': anyone ? null : scope,
      'x-rate-tier': tier,
    };
  }

  describeLink({ path, reference }: LinkDescription): object {
    if (!reference) throw new Error(`${path} is not described`);
    const { summary, description, tier, params, query, headers, body, form, reply, example } = reference;
    return {
      operationId: reference.operationId ?? operationId(path),
      summary,
      description: `${description ? `${description} ` : ''}${reference.access ?? 'No key: the address carries the permission.'} Rate tier \`${tier}\`.`,
      tags: [areaName(path)],
      security: reference.security ?? [],
      parameters: [
        ...this.#parameters('path', params),
        ...this.#parameters('query', query),
        ...this.#parameters('header', headers),
      ],
      ...(form && { requestBody: { required: true, content: this.#content('multipart/form-data', form, 'request') } }),
      ...(body && {
        requestBody: {
          required: false,
          content: this.#content(reference.bodyType ?? '*/*', body, 'request', example?.request),
        },
      }),
      responses: { ...this.#linkSuccess(reference, reply), ...this.#refusals(linkFailures(reference.failures)) },
      'x-rate-tier': tier,
    };
  }

  #refusals(statuses: readonly FailureStatus[]): Record<string, object> {
    for (const status of statuses) this.#failures.add(status);
    return failureReferences(statuses);
  }

  #content(type: string, schema: TSchema, direction: Direction, given?: unknown): Record<string, object> {
    const shown = this.#components.show(schema, direction);
    const example = given ?? exampleOf(shown, this.#components, direction);
    return { [type]: { schema: shown, ...(example !== undefined && { example }) } };
  }

  #parameters(location: 'query' | 'header' | 'path', schema: TSchema | undefined): object[] {
    const required = requiredProperties(schema);
    return Object.entries(schemaProperties(schema)).map(([name, property]) => {
      const { description, ...shown }: JsonSchema = this.#components.show(property, 'request');
      const example = exampleOf(shown, this.#components, 'request', name);
      return { name, in: location, required: required.includes(name), description, schema: shown, example };
    });
  }

  #requestBody(definition: Pick<EndpointDescription, 'body' | 'form' | 'example'>): object {
    const { body, form, example } = definition;
    if (form) {
      return { requestBody: { required: true, content: this.#content('multipart/form-data', form, 'request') } };
    }
    if (!body) return {};
    const required = requiredProperties(body).some(name => !('default' in (schemaProperties(body)[name] ?? {})));
    return { requestBody: { required, content: this.#content('application/json', body, 'request', example?.request) } };
  }

  #success({ reply, replyType, stream, example, startsRuns }: EndpointDescription): object {
    const headers = replyHeaders(200, { startsRuns });
    if (!stream) {
      return {
        description: 'Done.',
        headers,
        content: this.#content(replyType ?? 'application/json', reply, 'reply', example?.reply),
      };
    }
    return {
      description: STREAM,
      headers,
      content: {
        ...this.#content('text/event-stream', stream, 'reply', example?.reply),
        ...this.#content('application/x-ndjson', stream, 'reply', example?.reply),
      },
    };
  }

  #linkSuccess(
    { status = 200, replyType = 'application/json', example }: NonNullable<LinkDescription['reference']>,
    reply: TSchema | undefined,
  ): object {
    const headers = replyHeaders(status);
    if (!reply) return { [status]: { description: 'Done.', headers } };
    const content = this.#content(replyType, reply, 'reply', example?.reply);
    return { [status]: { description: 'Done.', headers, content } };
  }
}

const StreamQuery = Type.Object({
  format: about(
    'With `sse`, and `Accept: text/event-stream`, the reply is server-sent events.',
    Type.Optional(Type.Enum(['sse'])),
  ),
});

const STREAM =
  'The events as they happen: JSON objects one after another, with nothing between them. With `Accept: application/x-ndjson` there is one per line. With `Accept: text/event-stream` and `?format=sse` they are server-sent events, whose `data` is the object.';

function endpointDescription({ description, scope, tier, anyone, admin }: EndpointDescription): string {
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
