/**
 * The connections to the brokers of a cluster, one to each. The first goes to the host that the author named; what that
 * says about further brokers is asked for permission before anything connects there.
 */
import { BrokerError, type BrokerServer } from './broker.ts';
import { KafkaConnection } from './kafka-connection.ts';
import { readMetadata, type TopicMetadata } from './kafka-requests.ts';

export interface KafkaAddress {
  host: string;
  port: number;
}

export class KafkaCluster {
  readonly #server: BrokerServer;
  readonly #signal: AbortSignal;
  readonly #connections = new Map<string, Promise<KafkaConnection>>();

  constructor(server: BrokerServer, signal: AbortSignal) {
    this.#server = server;
    this.#signal = signal;
  }

  async metadata(topic: string): Promise<TopicMetadata> {
    return readMetadata(await this.connect(this.#server), topic);
  }

  connect({ host, port }: KafkaAddress): Promise<KafkaConnection> {
    const name = `${host.toLowerCase()}:${port}`;
    const known = this.#connections.get(name);
    if (known) return known;
    const connecting = this.#open({ host, port });
    this.#connections.set(name, connecting);
    return connecting;
  }

  close(): void {
    for (const connecting of this.#connections.values()) {
      connecting.then(
        connection => connection.close(),
        () => {},
      );
    }
    this.#connections.clear();
  }

  async #open({ host, port }: KafkaAddress): Promise<KafkaConnection> {
    const server = this.#server;
    if (host.toLowerCase() === server.host.toLowerCase() && port === server.port) {
      return KafkaConnection.open(server, this.#signal);
    }
    const permitting = server.permit?.(host, port) ?? Promise.reject(new BrokerError('there is one server'));
    const permitted = await permitting.catch(error => {
      this.#signal.throwIfAborted();
      const said = error instanceof Error ? error.message : String(error);
      throw new BrokerError(`Kafka names '${host}:${port}' as a broker, and Heddle may not connect there: ${said}`, {
        retryable: false,
        cause: error,
      });
    });
    return KafkaConnection.open({ ...server, host, port, ...permitted }, this.#signal);
  }
}
