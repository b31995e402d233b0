/**
 * On whose behalf the current work is done. What users share (connections, slow queries) is shared by this name, and it
 * follows every call without being handed from one to the next.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

export function actFor<Result>(owner: string, act: () => Result): Result {
  return owners.run(owner, act);
}

/** For what goes on by itself, whoever's request happened to start it. */
export function actForService<Result>(act: () => Result): Result {
  return owners.exit(act);
}

/** The service itself, and requests before it is known who sends them, are one owner. */
export function currentOwner(): string {
  return owners.getStore() ?? '';
}
