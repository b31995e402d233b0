/** A proxy between the browser and the service that can be slow, lose answers and be away. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface UnsteadyProxy {
  /** The address of the service through the proxy. The cookies of the service are sent here too. */
  readonly url: string;
  /** How many answers were lost. */
  readonly lost: number;
  /**
   * The service carries out the request with this number among those whose head matches, but its answer is lost, and
   * with it every connection, until `mend`.
   */
  cutAfter(pattern: RegExp, number: number): void;
  /** Stops to pass on the bodies of requests whose head matches, after this many bytes of each, until `release`. */
  hold(pattern: RegExp, bytes: number): void;
  release(): void;
  /** Accepts connections again. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function openUnsteadyProxy(target: string): Promise<UnsteadyProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();
  let cutting: { pattern: RegExp; left: number } | undefined;
  let holding: { pattern: RegExp; bytes: number } | undefined;
  let lost = 0;
  let port = 0;

  const listener = createServer(client => {
    const server = connect(Number(targetPort), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    let isToBeLost = false;
    let passedBytes = Number.NEGATIVE_INFINITY;
    client.on('data', chunk => {
      const text = chunk.toString('latin1');
      if (cutting?.pattern.test(text) && --cutting.left === 0) {
        isToBeLost = true;
        cutting = undefined;
      }
      if (holding?.pattern.test(text)) passedBytes = 0;
      passedBytes += chunk.length;
      server.write(chunk);
      if (!holding || passedBytes < holding.bytes) return;
      held.add(client);
      client.pause();
    });
    server.on('data', chunk => {
      if (!isToBeLost) return void client.write(chunk);
      lost++;
      cut();
    });
    server.on('close', () => client.destroy());
    client.on('close', () => {
      held.delete(client);
      server.destroy();
    });
  });

  function cut(): void {
    listener.close();
    for (const socket of sockets) socket.destroy();
  }

  async function mend(): Promise<void> {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  }

  await mend();
  return {
    url: `http://127.0.0.1:${port}`,
    get lost() {
      return lost;
    },
    cutAfter(pattern, number) {
      cutting = { pattern, left: number };
    },
    hold(pattern, bytes) {
      holding = { pattern, bytes };
    },
    release() {
      holding = undefined;
      for (const socket of held) socket.resume();
      held.clear();
    },
    mend,
    async close() {
      cut();
    },
  };
}
