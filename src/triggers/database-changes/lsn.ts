/** Positions in the log of a PostgreSQL server, which it writes as two hexadecimal numbers: `16/B374D848`. */

const WRITTEN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

export function parseLsn(text: string): bigint {
  const [, high, low] = WRITTEN.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new Error('not a position of a log');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function writeLsn(lsn: bigint): string {
  const hexadecimal = (part: bigint) => part.toString(16).toUpperCase();
  return `${hexadecimal(lsn >> 32n)}/${hexadecimal(lsn & 0xffff_ffffn)}`;
}
