/** Credits for what is done outside of the database. */
import type { HeddleDatabase, Query } from '../database.ts';
import type { Pay } from '../nodes/step.ts';
import type { Account } from './account.ts';
import { release, reserve, settle } from './reservations.ts';

/** What is reserved for something, until it is known what that really took. */
export interface Payment {
  /** In the transaction that writes what was paid for, where there is one. */
  pay(db: Query, credits: number): Promise<void>;
  giveBack(): Promise<void>;
}

/** Of nothing, where that is all that it can take. */
export async function reservePayment(
  { query: db, retry }: HeddleDatabase,
  account: Account,
  estimate: number,
  signal: AbortSignal,
): Promise<Payment> {
  if (estimate === 0) return { pay: async () => {}, giveBack: async () => {} };
  const reservation = await retry(() => reserve(db, account, 'credits', estimate), { signal });
  return {
    pay: (db, credits) => settle(db, reservation, credits),
    // Should the database be away, it is given back when its time has passed.
    giveBack: () => release(db, reservation).catch(() => {}),
  };
}

export function createPay(database: HeddleDatabase, account: Account, signal: AbortSignal): Pay {
  return async (estimate, act) => {
    const payment = await reservePayment(database, account, estimate, signal);
    try {
      const { result, credits } = await act();
      await database.retry(() => payment.pay(database.query, credits), { signal });
      return result;
    } catch (error) {
      await payment.giveBack();
      throw error;
    }
  };
}
