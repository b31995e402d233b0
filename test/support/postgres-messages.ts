/** Messages of PostgreSQL's protocol, for proxies that answer in place of the server. */

/** The server is ready for the next statement. */
export const READY_FOR_QUERY = Buffer.from('Z\0\0\0\x05I', 'latin1');

export function errorMessage(severity: 'ERROR' | 'FATAL', code: string, message: string): Buffer {
  const fields = { S: severity, V: severity, C: code, M: message };
  const texts = Object.entries(fields).map(([field, value]) => `${field}${value}\0`);
  const body = Buffer.from(`${texts.join('')}\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
