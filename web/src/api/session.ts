/** Who is signed in, and how people sign in. */
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type {
  LinkAcceptance,
  ListedSession,
  OneTimeLink,
  Session,
  SignInOptions,
} from '../../../src/accounts/sign-in/session-schemas.ts';
import { noteNewSession, post, setPageUser } from './transport/client.ts';

export type * from '../../../src/accounts/sign-in/session-schemas.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn({ client, signal, queryKey }) {
    const session = await post<Session>('v1/session/get', {}, { signal });
    const before = client.getQueryData<Session>(queryKey);
    // The page shows what belongs to somebody else.
    if (before && before.user.id !== session.user.id) location.assign('/');
    else setPageUser(session.user.id);
    return session;
  },
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

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => post<SignInOptions>('v1/session/options', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function signIn(email: string, password: string): Promise<Session> {
  return post<Session>('v1/session/create', { email, password });
}

/** The address at which the identity provider takes over. */
export function providerUrl(returnPath: string): string {
  return `/sign-in/oidc?return=${encodeURIComponent(returnPath)}`;
}

/** Makes the pages know who is signed in now. What was read for somebody else is forgotten. */
export function beginSession(queryClient: QueryClient, session: Session): void {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  if (before?.user.id === session.user.id) noteNewSession();
  else if (before) queryClient.clear();
  setPageUser(session.user.id);
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

export function oneTimeLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['one-time-link', token],
    queryFn: ({ signal }) => post<OneTimeLink>('v1/welcome/get', { token }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function acceptLink(acceptance: LinkAcceptance): Promise<Session> {
  return post<Session>('v1/welcome/accept', acceptance);
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => post<ListedSession[]>('v1/session/find', {}, { signal }),
});

/** Without an id, it signs out. */
export async function endSession(id?: string): Promise<void> {
  await post('v1/session/delete', id === undefined ? {} : { id });
}

export function updateProfile(changes: { name: string }): Promise<Session['user']> {
  return post<Session['user']>('v1/profile/update', changes);
}

export async function changePassword(change: { current?: string; password: string }): Promise<void> {
  await post('v1/profile/password', change);
}
