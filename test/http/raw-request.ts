/** Sends requests as bytes on a socket, for requests that no HTTP client would send. */
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';

export interface RawReply {
  status: number;
  headers: Headers;
  /** The body as text. */
  body: string;
}

/** Sends the bytes and returns the first reply, whether or not the server closes the connection after it. */
export async function rawRequest(url: string, bytes: string | Buffer): Promise<RawReply> {
  const socket = openSocket(url);
  const received: Buffer[] = [];
  let failure: unknown;
  try {
    socket.write(bytes);
    for await (const chunk of socket) {
      received.push(chunk);
      const reply = parseReply(Buffer.concat(received));
      if (reply) return reply;
    }
  } catch (error) {
    // A server that refuses early resets the connection while the rest is sent; its reply may already have arrived.
    failure = error;
  } finally {
    socket.destroy();
  }
  throw new Error(`no whole reply, but ${JSON.stringify(Buffer.concat(received).toString())}`, { cause: failure });
}

/** Sends everything before it reads, as many clients do. Fails if the connection breaks while it sends. */
export async function sendThenRead(url: string, ...bytes: (string | Buffer)[]): Promise<RawReply> {
  const socket = openSocket(url);
  try {
    for (const piece of bytes) await promisify<string | Buffer, void>(socket.write.bind(socket))(piece);
    const received: Buffer[] = [];
    for await (const chunk of socket) {
      received.push(chunk);
      const reply = parseReply(Buffer.concat(received));
      if (reply) return reply;
    }
    throw new Error(`no whole reply, but ${JSON.stringify(Buffer.concat(received).toString())}`);
  } finally {
    socket.destroy();
  }
}

/** Opens a connection that times out instead of hanging. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), signal: AbortSignal.timeout(60_000) });
  return socket;
}

function parseReply(bytes: Buffer): RawReply | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers(
    lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = Number(headers.get('content-length') ?? Number.NaN);
  const body = bytes.subarray(end + 4);
  if (/^HTTP\/1\.1 1\d\d /.test(statusLine)) return parseReply(body);
  if (!Number.isNaN(length) && body.length < length) return undefined;
  return { status: Number(statusLine.split(' ')[1]), headers, body: body.toString() };
}
