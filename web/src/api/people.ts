/** Names of people, for lists that only have their ids. */
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { Person } from '../../../src/accounts/sign-in/session-schemas.ts';
import { post } from './transport/client.ts';

/** The beginnings of the keys of what is known of other people, and of their groups. */
export const PEOPLE = ['people'] as const;
export const PEOPLE_GROUPS = [...PEOPLE, 'groups'] as const;

const STALE_MS = 5 * 60_000;

export function peopleQuery(ids: readonly string[]) {
  const wanted = [...new Set(ids)].sort();
  return queryOptions({
    queryKey: [...PEOPLE, 'names', wanted],
    queryFn: ({ signal }) => post<Person[]>('v1/people/find', { ids: wanted }, { signal }),
    staleTime: STALE_MS,
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** As many as one request may ask for. */
const MOST_IDS = 500;

/** The same for lists of any length. */
export function useManyPeopleNames(ids: readonly string[]): (id: string) => string | undefined {
  const chunks = Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, index) =>
    ids.slice(index * MOST_IDS, (index + 1) * MOST_IDS),
  );
  const results = useQueries({ queries: chunks.map(chunk => peopleQuery(chunk)) });
  const names = new Map(results.flatMap(({ data = [] }) => data).map(({ id, name, email }) => [id, name || email]));
  return id => names.get(id);
}

/** Returns the name of a user. One who is not known, or not yet, has none. */
export function usePeopleNames(ids: readonly string[]): (id: string) => string | undefined {
  const { data = [] } = useQuery(peopleQuery(ids));
  const names = new Map(data.map(({ id, name, email }) => [id, name || email]));
  return id => names.get(id);
}

/** Names are few, but e-mail addresses may be many, so the service searches them. */
export function peopleSearchQuery(text: string) {
  return queryOptions({
    queryKey: [...PEOPLE, 'search', text],
    queryFn: ({ signal }) =>
      post<{ id: string; name: string; email: string }[]>('v1/people/find', { text, limit: 8 }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    enabled: text.trim() !== '',
  });
}

export const groupsQuery = queryOptions({
  queryKey: PEOPLE_GROUPS,
  queryFn: ({ signal }) => post<{ id: string; name: string }[]>('v1/people/groups', {}, { signal }),
  staleTime: 60_000,
});
