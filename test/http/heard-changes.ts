import { randomUUID } from 'node:crypto';
import type { TestService } from '../support/service.ts';

/**
 * Waits until a service has heard of every change of keys, sessions and users that was committed before. Notifications
 * come in the order of the commits, so one that is sent now comes after all of theirs.
 */
export async function hearOfChanges({ service: { system } }: TestService): Promise<void> {
  const marker = randomUUID();
  const { promise: heard, resolve, reject } = Promise.withResolvers<void>();
  const subscription = await system.listener.subscribe(
    'identity_changed',
    payload => payload === marker && resolve(),
    () => reject(new Error('the notifications were interrupted')),
  );
  await system.database.pool.query("SELECT pg_notify('identity_changed', $1)", [marker]);
  await heard.finally(() => subscription.close());
}
