/** The server of the tests listens on a unix socket, and tools connect to hosts and ports. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after } from 'node:test';

export async function openDatabasePort({ host, port }: { host: string; port: number }): Promise<number> {
  const server = createServer(socket => {
    const inner = connect(`${host}/.s.PGSQL.${port}`);
    socket.on('error', () => inner.destroy()).on('close', () => inner.destroy());
    inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}
