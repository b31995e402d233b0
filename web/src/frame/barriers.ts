/** Decides which pages somebody can open at all. Pure. */
import type { Session } from '../api/session.ts';

type User = Pick<Session['user'], 'admin' | 'permissions'>;
export type Barrier = 'workflows' | 'administration';

const OF_WORKFLOWS = /^\/(workflows|runs|failures)(\/|\?|$)/;
const OF_ADMINISTRATION = /^\/administration(\/|\?|$)/;

/** The part of the console that the page belongs to, if this user may not use that part. */
export function findBarrier(path: string, { admin, permissions }: User): Barrier | undefined {
  if (permissions.workflow === 'none' && OF_WORKFLOWS.test(path)) return 'workflows';
  return !admin && OF_ADMINISTRATION.test(path) ? 'administration' : undefined;
}
