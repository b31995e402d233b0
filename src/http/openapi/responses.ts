/** The refusals of the API description: which statuses an operation can answer with, and what they mean. */
import type { EndpointDescription } from '../endpoint.ts';
import { type FailureStatus, MEANINGS } from '../failure-statuses.ts';
import { toBody } from '../failures.ts';
import { requiredProperties, schemaProperties } from '../schema-fields.ts';

/** Any request can get these. */
const ALWAYS: readonly FailureStatus[] = [429, 500, 503];

/** The statuses with which an endpoint can refuse a request: those that follow from its form, and those it declares. */
export function failuresOf(definition: EndpointDescription): FailureStatus[] {
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
function namesRecord({ query, body, headers }: EndpointDescription): boolean {
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
export function failureResponses(statuses: ReadonlySet<FailureStatus>, api: string): Record<string, object> {
  return Object.fromEntries(
    sorted(statuses).map(status => {
      const [name, description, example] = MEANINGS[status];
      return [
        name,
        {
          description,
          headers: replyHeaders(status),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              example: toBody(example, `/api/${api}/`),
            },
          },
        },
      ];
    }),
  );
}

const RETRIED: ReadonlySet<number> = new Set([423, 429, 503]);

const LIMITED: ReadonlySet<number> = new Set([200, 429]);

/** The headers of a reply, as references to the shared ones. */
export function replyHeaders(
  status: number,
  { startsRuns }: Pick<EndpointDescription, 'startsRuns'> = {},
): Record<string, object> {
  const names = [
    'X-Request-Id',
    ...(status >= 400 ? ['X-Error-Code'] : []),
    ...(RETRIED.has(status) ? ['Retry-After'] : []),
    ...(LIMITED.has(status) ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(status === 200 ? ['Warning'] : []),
    ...(startsRuns ? ['X-Started-Runs'] : []),
  ];
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

export const SHARED_HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request, by which the log of the service names it. A client may send its own.',
    schema: { type: 'string' },
    example: '0c8f6a1e-7d5b-4c39-9a39-5a3c2a7f1d10',
  },
  'X-Error-Code': {
    description: 'The name of the error, which stays when its text changes.',
    schema: { type: 'string' },
    example: 'workflow_not_found',
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
  'X-Started-Runs': {
    description:
      'The ids of the first 20 runs that the change of the panel starts, with commas between them. Absent when it starts none.',
    schema: { type: 'string' },
    example: '0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11',
  },
  'Retry-After': {
    description: 'The number of seconds after which to try again.',
    schema: { type: 'integer' },
    example: 1,
  },
} as const;
