/** The floor for downloads: Node's own server with a file stream, and nothing else. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const folder = process.env.BENCH_FOLDER ?? '';
const server = createServer((request, response) => {
  createReadStream(`${folder}${request.url}`).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
