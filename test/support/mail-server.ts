/** A real mail server, and what was handed over to it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Hooks } from './process.ts';

export class MailServer {
  /** In the order in which the server took them over. */
  readonly mails: Email[] = [];
  /** Mails that it refuses for now, before it takes any. */
  refusals = 0;
  /** Awaited before a mail is taken over. */
  beforeTaking: (mail: Email) => Promise<void> = async () => {};
  #smtp: SMTPServer | undefined;
  #port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  to(address: string): Email[] {
    return this.mails.filter(({ to = [] }) => to.some(each => each.address === address));
  }

  async start(): Promise<void> {
    const smtp = new SMTPServer({
      logger: false,
      hideSTARTTLS: true,
      authOptional: true,
      onData: (stream, _session, callback) => {
        this.#receive(stream).then(
          () => callback(),
          error => callback(error),
        );
      },
    });
    smtp.on('error', () => {}); // processes are killed in the middle
    smtp.listen(this.#port, '127.0.0.1');
    await once(smtp.server, 'listening');
    const address = smtp.server.address();
    assert.ok(address !== null && typeof address === 'object');
    this.#port = address.port;
    this.#smtp = smtp;
  }

  async stop(): Promise<void> {
    await new Promise<void>(resolve => (this.#smtp ? this.#smtp.close(resolve) : resolve()));
    this.#smtp = undefined;
  }

  async #receive(stream: AsyncIterable<Buffer>): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    if (this.refusals-- > 0) throw Object.assign(new Error('try again later'), { responseCode: 451 });
    const mail = await PostalMime.parse(Buffer.concat(chunks));
    await this.beforeTaking(mail);
    this.mails.push(mail);
  }
}

/** It listens; stopped and started again it is at the same address. */
export async function openMailServer(hooks: Hooks): Promise<MailServer> {
  const server = new MailServer();
  await server.start();
  hooks.after(() => server.stop());
  return server;
}
