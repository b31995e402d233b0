/** Clients that request much data and do not read it, and the memory that this costs a process. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

/** Sends a request and does not read the answer. */
export async function askWithoutReading(url: string, path: string, key: string, body: object): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {}); // The service may cut the connection.
  await once(socket, 'connect');
  socket.pause();
  const text = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nuni-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
  return socket;
}

/** Reads the rest of an answer, and returns its size. */
export async function readAll(socket: Socket): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket) bytes += chunk.length;
  return bytes;
}

/** The peak memory of a process in megabytes. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
