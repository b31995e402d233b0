/** Tells a broker of Kafka who is there: SASL with PLAIN or SCRAM (RFC 5802). */
import { createHmac, hash, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { BrokerError, type BrokerServer } from './broker.ts';
import { type Ask, WireWriter } from './kafka-wire.ts';

const HANDSHAKE = 17;
const AUTHENTICATE = 36;
const UNSUPPORTED_MECHANISM = 33;
/** The best one first. */
const MECHANISMS = ['SCRAM-SHA-512', 'SCRAM-SHA-256', 'PLAIN'];
/** More rounds would only keep this process busy. */
const MOST_ROUNDS = 1_000_000;

/** The broker has others. */
export class UnsupportedMechanism extends BrokerError {
  readonly #asked: string | undefined;
  readonly #offered: readonly string[];

  constructor(asked: string | undefined, offered: readonly string[]) {
    super(`The broker takes no ${asked ?? MECHANISMS.join(' or ')}, only ${offered.join(', ') || 'none'}`);
    this.#asked = asked;
    this.#offered = offered;
  }

  /** Throws this error when there is none. What the credential names is not replaced. */
  choose(): string {
    const other = MECHANISMS.find(name => this.#offered.includes(name));
    if (this.#asked !== undefined || other === undefined) throw this;
    return other;
  }
}

/** Without a user name, nothing is said. */
export async function authenticate(ask: Ask, { host, fields }: BrokerServer, given: string | undefined): Promise<void> {
  const { username, password = '' } = fields;
  if (username === undefined) return;
  const mechanism = given?.toUpperCase() ?? MECHANISMS[0] ?? '';
  if (!MECHANISMS.includes(mechanism)) {
    throw new BrokerError(`The mechanism of the credential must be one of ${MECHANISMS.join(', ')}`, {
      retryable: false,
    });
  }
  const handshake = await ask(HANDSHAKE, 1, new WireWriter().text(mechanism).end());
  const refusal = handshake.int16();
  if (refusal === UNSUPPORTED_MECHANISM) {
    throw new UnsupportedMechanism(
      given,
      handshake.list(() => handshake.text()),
    );
  }
  const refused = () => new BrokerError(`The broker '${host}' did not accept the credential`, { retryable: false });
  if (refusal !== 0) throw refused();
  const say = async (message: string): Promise<string> => {
    const reply = await ask(AUTHENTICATE, 0, new WireWriter().bytes(Buffer.from(message)).end());
    const error = reply.int16();
    reply.nullableText();
    if (error !== 0) throw refused();
    return reply.bytes().toString();
  };
  if (mechanism === 'PLAIN') await say(`\0${username}\0${password}`);
  else if (!(await scram(say, mechanism === 'SCRAM-SHA-512' ? 'sha512' : 'sha256', { username, password }))) {
    throw new BrokerError(`The broker '${host}' does not know the password that it asks for`, { retryable: false });
  }
}

const derive = promisify(pbkdf2);

/** Resolves to whether the broker knows the password as well. */
async function scram(
  say: (message: string) => Promise<string>,
  digest: 'sha256' | 'sha512',
  { username, password }: { username: string; password: string },
): Promise<boolean> {
  const nonce = randomBytes(18).toString('base64');
  const name = username.replaceAll('=', '=3D').replaceAll(',', '=2C');
  const first = `n=${name},r=${nonce}`;
  const challenge = await say(`n,,${first}`);
  const { r: joint = '', s: salt = '', i: rounds = '' } = readAttributes(challenge);
  const count = Number(rounds);
  if (!joint.startsWith(nonce) || !Number.isInteger(count) || count < 1 || count > MOST_ROUNDS) return false;
  const length = digest === 'sha512' ? 64 : 32;
  const salted = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64'), count, length, digest);
  const sign = (key: Buffer, text: string) => createHmac(digest, key).update(text).digest();
  const clientKey = sign(salted, 'Client Key');
  const last = `c=biws,r=${joint}`;
  const exchange = `${first},${challenge},${last}`;
  const signature = sign(hash(digest, clientKey, 'buffer'), exchange);
  const proof = clientKey.map((byte, at) => byte ^ (signature[at] ?? 0));
  const verdict = readAttributes(await say(`${last},p=${Buffer.from(proof).toString('base64')}`));
  const expected = sign(sign(salted, 'Server Key'), exchange);
  const actual = Buffer.from(verdict.v ?? '', 'base64');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function readAttributes(message: string): Partial<Record<string, string>> {
  return Object.fromEntries(message.split(',').map(part => [part.slice(0, 1), part.slice(2)]));
}
