/** One connection to a broker of Kafka: requests and their replies, after the credential was accepted. */
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { ANSWER_MS, BrokerError, type BrokerServer, socketOptions, toBrokerError } from './broker.ts';
import { authenticate, UnsupportedMechanism } from './kafka-sasl.ts';
import { type Ask, WireReader, WireWriter } from './kafka-wire.ts';

/** Longer replies are not accepted. A reply is longer than was asked for only when its first batch of records is. */
const REPLY_BYTES = 64 * 2 ** 20;
export const CLIENT_ID = 'heddle';

export class KafkaConnection {
  readonly #socket: net.Socket;
  readonly #waiting = new Map<number, { resolve(reply: WireReader): void; reject(error: Error): void }>();
  readonly #place: Pick<BrokerServer, 'host' | 'port'>;
  #lastId = 0;
  #parts: Buffer[] = [];
  #length = 0;

  private constructor(socket: net.Socket, place: Pick<BrokerServer, 'host' | 'port'>) {
    this.#socket = socket;
    this.#place = place;
    let failure: Error | undefined;
    socket.on('data', (data: Buffer) => this.#read(data));
    socket.on('error', error => {
      failure = error;
    });
    socket.on('close', () => {
      const error = toBrokerError(failure ?? new BrokerError('The broker ended the connection'), place);
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  static async open(server: BrokerServer, signal: AbortSignal): Promise<KafkaConnection> {
    try {
      return await KafkaConnection.#open(server, signal, server.fields.mechanism);
    } catch (error) {
      // The broker ends the connection after it has said which mechanisms it has.
      if (!(error instanceof UnsupportedMechanism)) throw error;
      return KafkaConnection.#open(server, signal, error.choose());
    }
  }

  static async #open(server: BrokerServer, signal: AbortSignal, mechanism?: string): Promise<KafkaConnection> {
    const socket = server.tls ? tls.connect(socketOptions(server)) : net.connect(socketOptions(server));
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    try {
      await once(socket, server.tls ? 'secureConnect' : 'connect', { signal: inTime });
    } catch (error) {
      socket.on('error', () => {}).destroy();
      signal.throwIfAborted();
      if (inTime.aborted) throw new BrokerError(`The broker '${server.host}:${server.port}' does not answer`);
      throw toBrokerError(error, server);
    }
    const connection = new KafkaConnection(socket, server);
    const abort = () => connection.close();
    signal.addEventListener('abort', abort, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', abort));
    try {
      signal.throwIfAborted();
      await authenticate(connection.ask, server, mechanism);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Sends a request and waits for the reply, for longer where the broker itself waits. */
  readonly ask: Ask = async (api, version, body, waits = 0) => {
    const { promise, resolve, reject } = Promise.withResolvers<WireReader>();
    const id = ++this.#lastId;
    const { host, port } = this.#place;
    const late = () => reject(new BrokerError(`The broker '${host}:${port}' does not answer`));
    const timer = setTimeout(late, ANSWER_MS + waits);
    this.#waiting.set(id, { resolve, reject });
    const request = new WireWriter().int16(api).int16(version).int32(id).text(CLIENT_ID).raw(body).end();
    if (this.#socket.writable) this.#socket.write(new WireWriter().bytes(request).end());
    else reject(new BrokerError(`The broker '${host}:${port}' ended the connection`));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  };

  close(): void {
    this.#socket.destroy();
  }

  #read(data: Buffer): void {
    this.#parts.push(data);
    this.#length += data.length;
    while (this.#length >= 4) {
      if ((this.#parts[0]?.length ?? 0) < 4) this.#parts = [Buffer.concat(this.#parts)];
      const length = this.#parts[0]?.readInt32BE() ?? 0;
      if (length < 4 || length > REPLY_BYTES) {
        this.#socket.destroy(new BrokerError(`The broker sent a reply of ${length} bytes`));
        return;
      }
      if (this.#length < 4 + length) return;
      const all = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts);
      const rest = all.subarray(4 + length);
      this.#parts = rest.length > 0 ? [rest] : [];
      this.#length = rest.length;
      const reply = new WireReader(all.subarray(4, 4 + length));
      this.#waiting.get(reply.int32())?.resolve(reply);
    }
  }
}
