/**
 * Decides which addresses may be connected to, and which ones may call.
 *
 * For connections, this is an allow-list: an address passes when it is an ordinary public one, or when the operator listed it. Every
 * range with a special meaning is refused as a whole, including those that embed an IPv4 address in an IPv6 one
 * (IPv4-mapped, NAT64, 6to4, Teredo). Nothing is unwrapped, so no kind of embedding can be overlooked.
 */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface Cidr {
  network: Address;
  prefixBits: number;
}

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address. Throws an error that quotes the text. */
export function parseCidr(text: string): Cidr {
  const [, addressText = '', prefixText] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const network = parseStrictly(addressText);
  const widthBits = network?.kind() === 'ipv4' ? 32 : 128;
  const prefixBits = prefixText === undefined ? widthBits : Number(prefixText);
  if (!network || prefixBits > widthBits) {
    throw new Error(`'${text}' is neither an IP address nor a CIDR range such as 10.0.0.0/8`);
  }
  return { network, prefixBits };
}

export function isAddressAllowed(text: string, allowed: readonly Cidr[]): boolean {
  const address = parseStrictly(text);
  return address !== undefined && (isPublic(address) || allowed.some(cidr => contains(cidr, address)));
}

/**
 * Here Azure sends every virtual machine its settings and secrets. It is the only such service on a public address;
 * those of other clouds are link-local, unique local or reserved.
 */
const azureWireServer = '168.63.129.16';

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? address.toString() !== azureWireServer : isGlobalUnicast(address.toByteArray());
}

/**
 * ipaddr.js returns `unicast` for everything that has no other name, such as the IPv4-compatible ::/96. Only 2000::/3
 * is assigned (RFC 4291). ISATAP (RFC 5214) hides an IPv4 address behind an ordinary prefix.
 */
function isGlobalUnicast(bytes: number[]): boolean {
  const [first = 0] = bytes;
  const interfaceId = bytes.slice(8, 12).join('.');
  const isatap = interfaceId === '0.0.94.254' || interfaceId === '2.0.94.254';
  return first >> 5 === 0b001 && !isatap;
}

/**
 * Parses a network from which calls may come, as `parseCidr` does. IPv4 addresses inside of IPv6 mean themselves, because a
 * socket for both kinds shows them so, and senders are compared by the address that they really have.
 */
export function parseSenderNetwork(text: string): Cidr {
  const { network, prefixBits } = parseCidr(text);
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && prefixBits >= MAPPED_BITS;
  return isMapped
    ? { network: network.toIPv4Address(), prefixBits: prefixBits - MAPPED_BITS }
    : { network, prefixBits };
}

/** What comes before the IPv4 address in an IPv6 address that embeds it (RFC 4291, 2.5.5.2). */
const MAPPED_BITS = 96;

export function isSenderIn(networks: readonly Cidr[], text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return networks.some(cidr => contains(cidr, address));
}

function contains({ network, prefixBits }: Cidr, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, prefixBits);
}

/** Refuses `0x7f.1`, `010.0.0.1` and `2130706433`, because parsers disagree about their meaning. */
function parseStrictly(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text);
  return undefined;
}
