/** The refusals of the API description: which statuses an operation can answer with, and what they mean. */
import type { Endpoint } from './endpoint.ts';
import { requiredProperties, schemaProperties } from './schema-fields.ts';

export type FailureStatus = keyof typeof MEANINGS;

const MEANINGS = {
  400: ['BadRequest', 'The request can not be read.', 'the request names no host'],
  401: ['Unauthorized', 'There is no key, or it is unknown, disabled or without the scope.', 'API key is invalid'],
  403: ['Forbidden', 'The caller may not do this.', 'permission denied'],
  404: ['NotFound', 'It does not exist, or the caller may not know of it.', 'entity not found'],
  405: ['MethodNotAllowed', 'The address does not take this method.', 'method not allowed'],
  409: [
    'Conflict',
    'It exists already, or was changed meanwhile.',
    'the record was changed by somebody else meanwhile',
  ],
  410: ['Gone', 'It is closed.', 'The form is closed'],
  413: ['TooLarge', 'The body is larger than the endpoint accepts.', 'the request body is larger than 1048576 bytes'],
  416: ['RangeNotSatisfiable', 'The requested range is not within the file.', 'the range is not within the file'],
  422: [
    'Unprocessable',
    'The input is not valid, or the state of things does not allow it.',
    'validation error: name: is required',
  ],
  423: ['Locked', 'Another request is changing it: try again.', 'The workflow is being changed by another request'],
  429: ['TooManyRequests', 'A limit on requests is reached: wait as long as `Retry-After` says.', 'Too many requests'],
  500: [
    'InternalError',
    'A fault of the service. The log has it under the `X-Request-Id` of the reply.',
    'internal error',
  ],
  502: ['BadGateway', 'A service that was called for this failed.', 'The model could not be reached'],
  503: ['Unavailable', 'The service is busy or stopping: try again.', 'the database of the service is busy'],
  504: ['TimedOut', 'The answer took too long.', 'The answer took longer than 300 seconds'],
} as const;

/** Any request can get these. */
const ALWAYS: readonly FailureStatus[] = [429, 500, 503];

/** The statuses with which an endpoint can refuse a request: those that follow from its form, and those it declares. */
export function failuresOf(definition: Endpoint): FailureStatus[] {
  const { anyone, query, body, form, headers, failures = [] } = definition;
  const hasInput = query !== undefined || body !== undefined || form !== undefined || headers !== undefined;
  const statuses = new Set<FailureStatus>([...ALWAYS, ...failures, 403]);
  if (!anyone) statuses.add(401);
  if (hasInput) statuses.add(422);
  if (body !== undefined) statuses.add(413);
  if (namesRecord(definition)) statuses.add(404);
  return sorted(statuses);
}

export function linkFailures(failures: readonly FailureStatus[] = []): FailureStatus[] {
  return sorted(new Set([...ALWAYS, ...failures]));
}

/** Whether the request names something that may not exist. */
function namesRecord({ query, body, headers }: Endpoint): boolean {
  return [query, body, headers].some(schema => {
    const properties = schemaProperties(schema);
    return Object.entries(properties).some(
      ([name, property]) =>
        ('format' in property && property.format === 'uuid' && requiredProperties(schema).includes(name)) ||
        /(^|_)id$/.test(name),
    );
  });
}

function sorted(statuses: ReadonlySet<FailureStatus>): FailureStatus[] {
  return [...statuses].sort((a, b) => a - b);
}

export function failureReferences(statuses: readonly FailureStatus[]): Record<string, object> {
  return Object.fromEntries(
    statuses.map(status => [status, { $ref: `#/components/responses/${MEANINGS[status][0]}` }]),
  );
}

/** The shared responses, to which the operations refer. */
export function failureResponses(statuses: ReadonlySet<FailureStatus>): Record<string, object> {
  return Object.fromEntries(
    sorted(statuses).map(status => {
      const [name, description, detail] = MEANINGS[status];
      return [
        name,
        {
          description,
          headers: replyHeaders(status),
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { detail } },
          },
        },
      ];
    }),
  );
}

const RETRIED: ReadonlySet<number> = new Set([423, 429, 503]);

const LIMITED: ReadonlySet<number> = new Set([200, 429]);

/** The headers of a reply, as references to the shared ones. */
export function replyHeaders(status: number): Record<string, object> {
  const names = [
    'X-Request-Id',
    ...(RETRIED.has(status) ? ['Retry-After'] : []),
    ...(LIMITED.has(status) ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(status === 200 ? ['Warning'] : []),
  ];
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

export const SHARED_HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request, by which the log of the service names it. A client may send its own.',
    schema: { type: 'string' },
    example: '0c8f6a1e-7d5b-4c39-9a39-5a3c2a7f1d10',
  },
  RateLimit: {
    description: 'The limit of the rate tier: how many requests are left (`r`), and for how many seconds (`t`).',
    schema: { type: 'string' },
    example: '"default";r=597;t=42',
  },
  'RateLimit-Policy': {
    description: 'The rate tier: how many requests (`q`) are allowed in how many seconds (`w`).',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
  Warning: {
    description: 'The fields of the request that the endpoint does not know, and has ignored.',
    schema: { type: 'string' },
    example: '299 - "Unknown fields are ignored: colour"',
  },
  'Retry-After': {
    description: 'The number of seconds after which to try again.',
    schema: { type: 'integer' },
    example: 1,
  },
} as const;
