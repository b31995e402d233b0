import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
/** OWASP recommends this cost: 64 MB of memory and about 0.1 s for each attempt. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
const KEY_BYTES = 32;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [algorithm, N, r, p, salt, key] = stored.split('$');
  if (algorithm !== 'scrypt' || !salt || !key) return false;
  const cost = { ...COST, N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, cost);
  return timingSafeEqual(derived, Buffer.from(key, 'base64'));
}
