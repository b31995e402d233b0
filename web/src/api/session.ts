/** Who is signed in. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { post } from './client.ts';

export interface Session {
  user: {
    id: string;
    email: string;
    name: string;
    admin: boolean;
    permissions: { workflow: 'write' | 'read' | 'none' };
    has_password: boolean;
  };
  /** Null when the request was made with a key. */
  session_id: string | null;
  version: string;
  public_url: string;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => post<Session>('v1/session/get', {}, { signal }),
  staleTime: 60_000,
  retry: false,
});

/** For pages behind the sign-in, where the session was loaded before the page. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the account of the user may change workflows at all. */
export function useMayWrite(): boolean {
  return useSession().user.permissions.workflow === 'write';
}
