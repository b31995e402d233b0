import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { signInBusy } from '../../errors.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';

export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** Hashes and checks passwords. The owner is whoever sent the password. */
export interface Passwords {
  hash(password: string, owner?: string): Promise<string>;
  /** Takes as long when there is no stored password, so that nobody learns who has one. */
  check(password: string, stored: string | null, owner?: string): Promise<boolean>;
}

const computeKey = promisify<string, Buffer, number, PasswordCost & { maxmem: number }, Buffer>(scrypt);
/** Each takes 64 MB and a thread of four. The others read files and look up names for the whole process. */
const AT_ONCE = 2;
/** A minute of work. Whoever comes then is told to try again. */
const WAITING = 600;
/** OWASP recommends this cost: 64 MB of memory and about 0.1 s for each attempt. */
const RECOMMENDED_COST: PasswordCost = { N: 2 ** 16, r: 8, p: 1 };
const MOST_MEMORY = 2 ** 27;
const KEY_BYTES = 32;

/** Only tests give a cost of their own. A stored hash contains its cost, so it can be checked at any other. */
export function createPasswords(newCost = RECOMMENDED_COST): Passwords {
  const places = createSemaphore({ total: AT_ONCE });

  /** Those who want many keys wait behind those who want few. */
  async function derive(password: string, salt: Buffer, cost: PasswordCost, owner: string): Promise<Buffer> {
    if (places.waiting >= WAITING) throw signInBusy();
    const release = await places.acquire(owner, 1);
    try {
      return await computeKey(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MOST_MEMORY });
    } finally {
      release();
    }
  }

  return {
    async hash(password, owner = '') {
      const { N, r, p } = newCost;
      const salt = randomBytes(16);
      const key = await derive(password, salt, newCost, owner);
      return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
    },
    async check(password, stored, owner = '') {
      const [algorithm, N, r, p, salt, key] = stored?.split('$') ?? [];
      if (algorithm !== 'scrypt' || !salt || !key) {
        await derive(password, randomBytes(16), newCost, owner);
        return false;
      }
      const cost = { N: Number(N), r: Number(r), p: Number(p) };
      const derived = await derive(password, Buffer.from(salt, 'base64'), cost, owner);
      return timingSafeEqual(derived, Buffer.from(key, 'base64'));
    },
  };
}
