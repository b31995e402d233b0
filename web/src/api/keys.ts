/** The API keys of the person who is signed in. */
import { queryOptions } from '@tanstack/react-query';
import type { ApiKey } from '../../../src/accounts/schemas.ts';
import type { Scope } from '../../../src/http/endpoint.ts';
import { post } from './transport/client.ts';

export type { ApiKey, Scope };

/** Administrators could read everybody's. */
export function keysQuery(userId: string) {
  return queryOptions({
    queryKey: ['keys', userId],
    queryFn: ({ signal }) => post<ApiKey[]>('v1/key/find', { filters: [['user_id', '==', userId]] }, { signal }),
  });
}

/** Only this reply contains the key itself. */
export function createKey(key: { name: string; scopes: Scope[] }): Promise<ApiKey & { key: string }> {
  return post<ApiKey & { key: string }>('v1/key/create', key);
}

export function updateKey(id: string, changes: { name?: string; enabled?: boolean }): Promise<ApiKey> {
  return post<ApiKey>('v1/key/update', { id, ...changes });
}

export async function deleteKey(id: string): Promise<void> {
  await post('v1/key/delete', { id });
}
