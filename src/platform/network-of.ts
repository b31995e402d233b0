import ipaddr from 'ipaddr.js';

/** Returns what limits for each address count. Whoever has an IPv6 address has 2^64 of them, which count together. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':');
}
