/**
 * SHA-256 of a file. The browser's own works only on pages with https, and only on a file that is in memory as a whole.
 * Elsewhere we compute it ourselves, piece by piece.
 */

/** The fractional parts of the cube roots of the first 64 primes (FIPS 180-4). */
const ROUND_CONSTANTS = fractions(64, 1 / 3);
/** The fractional parts of the square roots of the first 8 primes. */
const INITIAL_STATE = fractions(8, 1 / 2);
const BLOCK_BYTES = 64;

const MOST_IN_MEMORY_BYTES = 64_000_000;

export async function hashSha256(file: Blob): Promise<string> {
  if (!globalThis.isSecureContext || file.size > MOST_IN_MEMORY_BYTES) return hashInPieces(file);
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}

export async function hashInPieces(file: Blob): Promise<string> {
  const hash = createHash();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.update(piece.value);
  return hash.digest();
}

function createHash() {
  const state = Uint32Array.from(INITIAL_STATE);
  const schedule = new Uint32Array(64);
  const block = new Uint8Array(BLOCK_BYTES);
  let inBlock = 0;
  let totalBytes = 0;

  function update(bytes: Uint8Array): void {
    totalBytes += bytes.length;
    let offset = 0;
    if (inBlock > 0) {
      offset = Math.min(BLOCK_BYTES - inBlock, bytes.length);
      block.set(bytes.subarray(0, offset), inBlock);
      inBlock += offset;
      if (inBlock < BLOCK_BYTES) return;
      compress(state, schedule, block, 0);
      inBlock = 0;
    }
    for (; offset + BLOCK_BYTES <= bytes.length; offset += BLOCK_BYTES) compress(state, schedule, bytes, offset);
    block.set(bytes.subarray(offset));
    inBlock = bytes.length - offset;
  }

  return {
    update,
    digest(): string {
      const bits = new DataView(new ArrayBuffer(8));
      bits.setBigUint64(0, BigInt(totalBytes) * 8n);
      const zeros = (2 * BLOCK_BYTES - 9 - inBlock) % BLOCK_BYTES;
      update(Uint8Array.of(0x80, ...new Uint8Array(zeros), ...new Uint8Array(bits.buffer)));
      return Array.from(state, word => word.toString(16).padStart(8, '0')).join('');
    },
  };
}

function compress(state: Uint32Array, schedule: Uint32Array, bytes: Uint8Array, offset: number): void {
  const at = (index: number) => schedule[index] ?? 0;
  const byte = (index: number) => bytes[offset + index] ?? 0;
  for (let t = 0; t < 16; t++) {
    schedule[t] = (byte(4 * t) << 24) | (byte(4 * t + 1) << 16) | (byte(4 * t + 2) << 8) | byte(4 * t + 3);
  }
  for (let t = 16; t < 64; t++) {
    const near = at(t - 2);
    const far = at(t - 15);
    const nearMixed = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    const farMixed = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    schedule[t] = (nearMixed + at(t - 7) + farMixed + at(t - 16)) | 0;
  }
  // Plain variables, because this is where all the time goes.
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let t = 0; t < 64; t++) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[t] ?? 0) + at(t)) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fractions(count: number, exponent: number): Uint32Array {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every(prime => number % prime !== 0)) primes.push(number);
  }
  return Uint32Array.from(primes, prime => Math.floor((prime ** exponent % 1) * 2 ** 32));
}
