export type Account = { kind: 'user'; id: string } | { kind: 'organization'; id: string };

export type Resource = 'credits' | 'storage';

export interface Reservation {
  id: string;
  resource: Resource;
  account: Account;
  amount: number;
}
