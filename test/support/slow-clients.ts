/** Clients that ask for much and do not read it, and what that costs a process. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

/** Sends a request and reads nothing of its answer. */
export async function askWithoutReading(url: string, path: string, key: string, body: object): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {}); // it may be cut off
  await once(socket, 'connect');
  socket.pause();
  const text = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nuni-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
  return socket;
}

/** Reads all that is left of an answer. */
export async function readAll(socket: Socket): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket) bytes += chunk.length;
  return bytes;
}

/** The most memory that a process ever had, in megabytes. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
