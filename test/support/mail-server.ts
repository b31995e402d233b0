/** A real mail server that records the mails it accepts. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Hooks } from './process.ts';

export class MailServer {
  /** The accepted mails, in order. */
  readonly mails: Email[] = [];
  /** How many mails the server still refuses temporarily before it accepts one. */
  refusals = 0;
  /** The server waits for this before it accepts a mail. */
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
    smtp.on('error', () => {}); // Tests kill clients in the middle of a mail.
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

/** Starts the server. When it is stopped and started again, its address stays the same. */
export async function openMailServer(hooks: Hooks): Promise<MailServer> {
  const server = new MailServer();
  await server.start();
  hooks.after(() => server.stop());
  return server;
}
