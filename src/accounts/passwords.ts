import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { signInBusy } from '../errors.ts';
import { createSemaphore } from '../platform/semaphore.ts';

type Cost = { N: number; r: number; p: number; maxmem: number };

const computeKey = promisify<string, Buffer, number, Cost, Buffer>(scrypt);
/** Each takes 64 MB and a thread of four. The others read files and look up names for the whole process. */
const AT_ONCE = 2;
/** A minute of work. Whoever comes then is told to try again. */
const WAITING = 600;
const places = createSemaphore({ total: AT_ONCE });
/** OWASP recommends this cost: 64 MB of memory and about 0.1 s for each attempt. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
const KEY_BYTES = 32;

/** Those who want many keys wait behind those who want few. */
async function derive(password: string, salt: Buffer, cost: Cost, owner: string): Promise<Buffer> {
  if (places.waiting >= WAITING) throw signInBusy();
  const release = await places.acquire(owner, 1);
  try {
    return await computeKey(password.normalize('NFKC'), salt, KEY_BYTES, cost);
  } finally {
    release();
  }
}

/** The owner is whoever sent the password. */
export async function hashPassword(password: string, owner = ''): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST, owner);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Takes as long when there is no stored password, so that nobody learns who has one. */
export async function isPassword(password: string, stored: string | null, owner = ''): Promise<boolean> {
  const [algorithm, N, r, p, salt, key] = stored?.split('$') ?? [];
  if (algorithm !== 'scrypt' || !salt || !key) {
    await derive(password, randomBytes(16), COST, owner);
    return false;
  }
  const cost = { ...COST, N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64'), cost, owner);
  return timingSafeEqual(derived, Buffer.from(key, 'base64'));
}
