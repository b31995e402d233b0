/** Credits for what is done outside of the database. */
import type { HeddleDatabase } from '../database.ts';
import type { Pay } from '../nodes/step.ts';
import { persistently } from '../platform/postgres/persistence.ts';
import { type Account, release, reserve, settle } from './reservations.ts';

/** Who pays for what happens on behalf of a user: the organization that it happens in, if any. */
export function payingAccount(userId: string, organizationId: string | null): Account {
  return organizationId === null ? { kind: 'user', id: userId } : { kind: 'organization', id: organizationId };
}

export function createPay({ query: db }: HeddleDatabase, account: Account, signal: AbortSignal): Pay {
  return async (estimate, act) => {
    if (estimate === 0) return (await act()).result;
    const reservation = await persistently(() => reserve(db, account, 'credits', estimate), { signal });
    try {
      const { result, credits } = await act();
      await persistently(() => settle(db, reservation, credits), { signal });
      return result;
    } catch (error) {
      // Should the database be away, it is given back when its time has passed.
      await release(db, reservation).catch(() => {});
      throw error;
    }
  };
}
