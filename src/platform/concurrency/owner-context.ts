/**
 * Tracks on whose behalf the current work is done. Shared resources (connections, slow queries) are divided fairly
 * between owners; the owner follows every asynchronous call without being passed as a parameter.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

export function runAsOwner<Result>(owner: string, act: () => Result): Result {
  return owners.run(owner, act);
}

/** For background work of the service, which must not count for the user whose request happened to start it. */
export function runAsService<Result>(act: () => Result): Result {
  return owners.exit(act);
}

/** The service itself, and requests whose sender is not known yet, share the empty owner. */
export function currentOwner(): string {
  return owners.getStore() ?? '';
}
