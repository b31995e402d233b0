/**
 * The functions of the host that code can reach. Each is pure but for the random bytes, which follow from a seed, and
 * takes and returns only texts, numbers and bytes. They never throw: an error of the host would carry its stack, with
 * the paths of files, into the machine.
 */
import { createHash, createHmac } from 'node:crypto';

export type HostValue = string | number | Uint8Array;
export type HostFunction = (...args: readonly HostValue[]) => string | Uint8Array;

/** A text begins with this mark, or with `!` when it is an error. */
const RESULT = '=';
const ALGORITHMS: readonly string[] = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];
const ENCODINGS: readonly string[] = ['hex', 'base64', 'base64url'];
const CHANGEABLE_PARTS = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

export function createHostFunctions(seed: string): ReadonlyMap<string, HostFunction> {
  const random = createRandomBytes(seed);
  const texts: Record<string, (...args: readonly HostValue[]) => string> = {
    decode: bytes => Buffer.from(toBytes(bytes)).toString('utf8'),
    toBase64: bytes => Buffer.from(toBytes(bytes)).toString('base64'),
    hash: (algorithm, data, encoding) =>
      createHash(toAlgorithm(algorithm)).update(toBytes(data)).digest(toEncoding(encoding)),
    hmac: (algorithm, key, data, encoding) =>
      createHmac(toAlgorithm(algorithm), toBytes(key)).update(toBytes(data)).digest(toEncoding(encoding)),
    parseUrl: (href, base) => printUrl(parseUrl(String(href), String(base))),
    changeUrl: (href, part, value) => printUrl(changeUrl(new URL(String(href)), part, String(value))),
    parseQuery: query => JSON.stringify([...new URLSearchParams(String(query))]),
    printQuery: pairs => new URLSearchParams(JSON.parse(String(pairs))).toString(),
    inZone: (ms, zone) => JSON.stringify(toZonedParts(Number(ms), String(zone))),
    fromZone: (time, zone) => String(fromZonedParts(String(time), String(zone))),
    formatDate: (ms, locale, options) => formatDate(Number(ms), String(locale), JSON.parse(String(options))),
    formatNumber: (value, locale, options) =>
      new Intl.NumberFormat(String(locale), JSON.parse(String(options))).format(Number(value)),
  };
  return new Map<string, HostFunction>([
    ...Object.entries(texts).map(([name, act]) => [name, withoutErrors(act)] as const),
    ['encode', text => Buffer.from(String(text), 'utf8')],
    ['fromBase64', text => Buffer.from(String(text), 'base64')],
    ['random', count => random(Number(count))],
  ]);
}

function withoutErrors(act: (...args: readonly HostValue[]) => string): HostFunction {
  return (...args) => {
    try {
      return RESULT + act(...args);
    } catch (error) {
      return `!${error instanceof Error ? error.message : 'The value is not valid'}`;
    }
  };
}

function toBytes(value: HostValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value ?? ''), 'utf8');
}

function toAlgorithm(value: HostValue | undefined): string {
  const name = String(value).toLowerCase().replace('-', '');
  if (!ALGORITHMS.includes(name)) throw new RangeError(`There is no hash '${value}': use ${ALGORITHMS.join(', ')}`);
  return name;
}

function toEncoding(value: HostValue | undefined): 'hex' | 'base64' | 'base64url' {
  if (value === 'hex' || value === 'base64' || value === 'base64url') return value;
  throw new RangeError(`There is no encoding '${value}': use ${ENCODINGS.join(', ')}`);
}

function parseUrl(href: string, base: string): URL {
  const url = base === '' ? URL.parse(href) : URL.parse(href, base);
  if (!url) throw new RangeError('This is not a URL');
  return url;
}

function changeUrl(url: URL, part: HostValue | undefined, value: string): URL {
  const name = CHANGEABLE_PARTS.find(each => each === part);
  if (name) url[name] = value;
  return url;
}

function printUrl(url: URL): string {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  return JSON.stringify({ href, origin, protocol, username, password, host, hostname, port, pathname, search, hash });
}

function toZonedParts(ms: number, zone: string): Record<string, string | number> {
  const time = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const { year, month, day, hour, minute, second, millisecond, dayOfWeek: weekday, offset } = time;
  const iso = time.toString({ timeZoneName: 'never' });
  return { year, month, day, hour, minute, second, millisecond, weekday, offset, iso };
}

/** Takes a local time such as `2026-11-16T20:10`, or its parts as JSON. Of two equal local times, the earlier counts. */
function fromZonedParts(time: string, zone: string): number {
  const local = time.startsWith('{')
    ? Temporal.PlainDateTime.from(JSON.parse(time), { overflow: 'reject' })
    : Temporal.PlainDateTime.from(time);
  return local.toZonedDateTime(zone).epochMilliseconds;
}

function formatDate(ms: number, locale: string, options: Intl.DateTimeFormatOptions & { needed?: unknown }): string {
  const zoned = { ...options, timeZone: options.timeZone ?? 'UTC' };
  const date = new Date(ms);
  if (options.needed === 'date') return date.toLocaleDateString(locale, zoned);
  return options.needed === 'time' ? date.toLocaleTimeString(locale, zoned) : date.toLocaleString(locale, zoned);
}

/** SHA-256 of the seed and a counter: the bytes of different seeds have nothing in common. */
function createRandomBytes(seed: string): (count: number) => Uint8Array {
  const MOST_BYTES = 65_536;
  let block = 0;
  return count => {
    const bytes = Buffer.alloc(Math.min(Math.max(0, Math.floor(count) || 0), MOST_BYTES));
    for (let offset = 0; offset < bytes.length; offset += 32) {
      createHash('sha256').update(`${seed} ${block++}`).digest().copy(bytes, offset);
    }
    return bytes;
  };
}
