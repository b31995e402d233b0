/** Payments in credits for work outside of the database. */
import type { HeddleDatabase, Query } from '../database.ts';
import type { Pay } from '../nodes/step.ts';
import type { Account } from './account.ts';
import { chargeReservation, release, reserve } from './reservations.ts';

/** Credits that are reserved for some work until its actual price is known. */
export interface Payment {
  /** Call it in the transaction that writes what was paid for, if there is one. */
  pay(db: Query, credits: number): Promise<void>;
  cancel(): Promise<void>;
}

/** Work that costs nothing needs no reservation. */
export async function reservePayment(
  { query: db, retry }: HeddleDatabase,
  account: Account,
  estimate: number,
  signal: AbortSignal,
): Promise<Payment> {
  if (estimate === 0) return { pay: async () => {}, cancel: async () => {} };
  const reservation = await retry(() => reserve(db, account, 'credits', estimate), { signal });
  return {
    pay: async (db, credits) => void (await chargeReservation(db, reservation, credits)),
    // When the database is unreachable, the reservation is released when it expires.
    cancel: () => release(db, reservation).catch(() => {}),
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
      await payment.cancel();
      throw error;
    }
  };
}
