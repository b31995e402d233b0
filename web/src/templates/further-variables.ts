/** Variables that do not come from the run, and that only some steps may name. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Credential, usableCredentialsQuery } from '../api/credentials.ts';
import { type Shape, UNKNOWN } from './shape.ts';
import type { DefinitionLike } from './template-context.ts';

/** The types of steps that send requests, in which secrets may stand. */
const SENDING: ReadonlySet<string> = new Set(['http.request', 'tool.call', 'trigger.poll']);

/** What the texts of a poll see, which are evaluated before there is a run. */
const POLL = { cursor: UNKNOWN, result: UNKNOWN, item: UNKNOWN, items: UNKNOWN };

export function useFurtherVariables(definition: DefinitionLike, nodeId: string): Readonly<Record<string, Shape>> {
  const type = definition.nodes.find(({ id }) => id === nodeId)?.type ?? '';
  const { data: credentials } = useQuery({ ...usableCredentialsQuery, enabled: SENDING.has(type) });
  return useMemo(
    (): Readonly<Record<string, Shape>> => ({
      ...(type === 'trigger.poll' && POLL),
      ...(SENDING.has(type) && credentials && { secrets: secretsShape(credentials) }),
    }),
    [type, credentials],
  );
}

/** What `secrets.` completes: the credentials by name, and the fields of each. */
export function secretsShape(credentials: readonly Credential[]): Shape {
  const shapes = credentials.map(({ name, template_fields, hosts }): [string, Shape] => [
    name,
    {
      kind: 'fields',
      fields: Object.fromEntries(template_fields.map(field => [field, UNKNOWN])),
      description: hosts.join(', '),
    },
  ]);
  // Of several with one name, the first is the one that a step would use.
  return { kind: 'fields', fields: Object.fromEntries(shapes.toReversed()) };
}
