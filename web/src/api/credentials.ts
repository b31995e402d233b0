/** Credentials: what is sent to other services. No value of a secret ever comes back. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  Credential,
  CredentialCreation,
  CredentialList,
  CredentialQuery,
  CredentialTestResult,
  CredentialUpdate,
  CredentialUsers,
  KindDescription,
} from '../../../src/credentials/schemas.ts';
import { post } from './transport/client.ts';

export type * from '../../../src/credentials/schemas.ts';
export type CredentialField = KindDescription['fields'][number];

/** The beginning of the keys of everything about credentials. */
export const CREDENTIALS = ['credentials'] as const;

/** Somebody who makes one in another tab finds it when they come back. */
const STALE_MS = 2_000;
/** More than anybody scrolls through; pickers search in them. */
const MOST = 200;

export const credentialKindsQuery = queryOptions({
  queryKey: ['credential-kinds'],
  queryFn: async ({ signal }) => {
    const { kinds } = await post<{ kinds: KindDescription[] }>('v1/credential/kinds', {}, { signal });
    return kinds;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function credentialsQuery(query: CredentialQuery) {
  return queryOptions({
    queryKey: [...CREDENTIALS, 'list', query],
    queryFn: ({ signal }) => post<CredentialList>('v1/credential/find', query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Those that the user may use in steps and connectors, for pickers. */
export const usableCredentialsQuery = queryOptions({
  queryKey: [...CREDENTIALS, 'usable'],
  queryFn: async ({ signal }) => {
    const query: CredentialQuery = { usable: true, limit: MOST };
    const { items } = await post<CredentialList>('v1/credential/find', query, { signal });
    return items;
  },
  staleTime: STALE_MS,
});

export function credentialQuery(id: string) {
  return queryOptions({
    queryKey: [...CREDENTIALS, 'one', id],
    queryFn: ({ signal }) => post<Credential>('v1/credential/get', { id }, { signal }),
  });
}

export function credentialUsersQuery(id: string) {
  return queryOptions({
    queryKey: [...CREDENTIALS, 'users', id],
    queryFn: ({ signal }) => post<CredentialUsers>('v1/credential/uses', { id }, { signal }),
  });
}

export function createCredential(creation: CredentialCreation): Promise<Credential> {
  return post('v1/credential/create', creation);
}

export function updateCredential(update: CredentialUpdate): Promise<Credential> {
  return post('v1/credential/update', update);
}

export async function deleteCredential(id: string): Promise<void> {
  await post('v1/credential/delete', { id });
}

export function testCredential(id: string, url?: string): Promise<CredentialTestResult> {
  return post('v1/credential/test', url === undefined ? { id } : { id, url });
}

/** Leaves to the provider, which leads back to the page. */
export async function connectCredential(id: string, returnTo: string): Promise<void> {
  const { url } = await post<{ url: string }>('v1/credential/connect', { id, return_to: returnTo });
  globalThis.location.assign(url);
}

export async function disconnectCredential(id: string): Promise<void> {
  await post('v1/credential/disconnect', { id });
}
