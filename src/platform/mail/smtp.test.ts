import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailer, type Mail } from './mail.ts';
import { sendBySmtp } from './smtp.ts';

const from = 'Bürodienst <office@example.org>';
const mail: Mail = { to: 'Zoë <zoe@example.org>', subject: 'Grüße', text: 'one\n.\n..two', messageId: 'a@example.org' };
const password = 'p@ss:w0rd/é';

interface Delivery {
  from: string;
  to: string[];
  user: unknown;
  email: Email;
}

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

/** A mail server with one user, and the mails that it received. */
async function mailServer(
  t: TestContext,
  options: SMTPServerOptions = {},
): Promise<{ port: number; deliveries: Delivery[] }> {
  const deliveries: Delivery[] = [];
  const smtp = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth(given, _session, callback) {
      if (given.username === 'office' && given.password === password) callback(null, { user: 'office' });
      else callback(new Error(`wrong password ${given.password}`));
    },
    async onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const { mailFrom, rcptTo } = session.envelope;
      deliveries.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        user: session.user,
        email: await PostalMime.parse(Buffer.concat(chunks)),
      });
      callback();
    },
    ...options,
  });
  smtp.on('error', () => {});
  return { port: await listen(t, smtp.server), deliveries };
}

function mailerFor(port: number, credentials = `office:${encodeURIComponent(password)}@`) {
  return createMailer({ from, smtpUrl: `smtp://${credentials}127.0.0.1:${port}`, outboxFolder: '/nowhere' });
}

async function rejection(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.then(
    () => undefined,
    caught => caught,
  );
  assert.ok(error instanceof Error, 'the mail was sent');
  return error;
}

describe('a mail server', () => {
  test('receives the mail as it was written', async t => {
    const { port, deliveries } = await mailServer(t);
    const mailer = mailerFor(port);
    await mailer.send({
      ...mail,
      html: '<p>Grüße</p>',
      attachments: [{ filename: 'ä.bin', contentType: 'application/octet-stream', content: Buffer.alloc(200_000, 7) }],
    });
    await mailer.close();
    assert.equal(deliveries.length, 1);
    const [delivery] = deliveries;
    assert.deepEqual(
      [delivery?.from, delivery?.to, delivery?.user],
      ['office@example.org', ['zoe@example.org'], 'office'],
    );
    assert.equal(delivery?.email.subject, 'Grüße');
    assert.equal(delivery?.email.messageId, '<a@example.org>');
    assert.equal(delivery?.email.to?.[0]?.name, 'Zoë');
    assert.equal(delivery?.email.text?.trimEnd(), 'one\n.\n..two');
    const content = delivery?.email.attachments[0]?.content;
    assert.ok(content instanceof ArrayBuffer);
    assert.deepEqual(Buffer.from(content), Buffer.alloc(200_000, 7));
  });

  test('needs no password when it asks for none', async t => {
    const { port, deliveries } = await mailServer(t, { authOptional: true });
    await mailerFor(port, '').send(mail);
    assert.equal(deliveries.length, 1);
  });

  test('is connected with TLS when its URL says so', async t => {
    const { port, deliveries } = await mailServer(t, { secure: true });
    const smtpUrl = `smtps://office:${encodeURIComponent(password)}@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
    await createMailer({ from, smtpUrl, outboxFolder: '/nowhere' }).send(mail);
    assert.equal(deliveries.length, 1);
  });

  test('may refuse a recipient: the error says why, without the password that the server repeats', async t => {
    const encoded = Buffer.from(`\0office\0${password}`).toString('base64');
    const { port, deliveries } = await mailServer(t, {
      onRcptTo(_address, _session, callback) {
        callback(new Error(`no such user, ${password} ${encoded}`));
      },
    });
    const { message } = await rejection(mailerFor(port).send(mail));
    assert.match(message, /^The mail could not be sent: .*no such user, \*\*\* \*\*\*/);
    assert.equal(message.includes(password), false);
    assert.equal(message.includes(encoded), false);
    assert.equal(deliveries.length, 0);
  });

  test('may refuse the password: the error does not contain it', async t => {
    const { port, deliveries } = await mailServer(t);
    const { message, cause } = await rejection(mailerFor(port, 'office:secret-7@').send(mail));
    assert.match(message, /^The mail could not be sent: .*wrong password \*\*\*/);
    assert.equal(cause, undefined);
    assert.equal(deliveries.length, 0);
  });

  test('with an untrusted certificate receives neither password nor mail', async t => {
    const users: unknown[] = [];
    const { port, deliveries } = await mailServer(t, {
      hideSTARTTLS: false,
      onAuth(given, _session, callback) {
        users.push(given.username);
        callback(null, { user: given.username });
      },
    });
    await rejection(mailerFor(port).send(mail));
    assert.deepEqual([users, deliveries], [[], []]);
  });
});

describe('sending fails with a mail server', () => {
  const message = {
    envelope: { from: 'office@example.org', to: ['zoe@example.org'] },
    messageId: '<a@example.org>',
    content: Buffer.from('Subject: x\r\n\r\nx\r\n'),
  };

  test('that does not exist', async t => {
    const server = createServer();
    const port = await listen(t, server);
    server.close();
    await once(server, 'close');
    assert.match((await rejection(mailerFor(port).send(mail))).message, /^The mail could not be sent: .*ECONNREFUSED/);
  });

  test('that never greets', async t => {
    const port = await listen(t, createServer());
    const server = { url: `smtp://127.0.0.1:${port}`, connectTimeoutMs: 200, silenceTimeoutMs: 60_000 };
    assert.match((await rejection(sendBySmtp(server, message))).message, /Greeting never received/);
  });

  test('that falls silent after its greeting', async t => {
    const port = await listen(
      t,
      createServer(socket => socket.write('220 mail.example.org\r\n')),
    );
    const server = { url: `smtp://127.0.0.1:${port}`, connectTimeoutMs: 60_000, silenceTimeoutMs: 200 };
    assert.match((await rejection(sendBySmtp(server, message))).message, /Timeout/);
  });

  test('that hangs up', async t => {
    const port = await listen(
      t,
      createServer(socket => socket.end()),
    );
    assert.match((await rejection(mailerFor(port).send(mail))).message, /^The mail could not be sent: /);
  });

  test('when the signal aborts', async t => {
    const controller = new AbortController();
    const hungUp = Promise.withResolvers<void>();
    const server = createServer(socket => {
      socket.resume().on('end', () => hungUp.resolve());
      controller.abort(new Error('the run was cancelled'));
    });
    const port = await listen(t, server);
    const { message: text } = await rejection(mailerFor(port).send(mail, controller.signal));
    assert.equal(text, 'the run was cancelled');
    await hungUp.promise;
  });
});

describe('a check of the mail server', () => {
  const check = (url: string) =>
    createMailer({ smtpUrl: url, from, outboxFolder: 'unused' }).check(AbortSignal.timeout(60_000));
  const code = (expected: string) => (error: unknown) =>
    error instanceof Error && 'code' in error && error.code === expected;

  test('greets it and signs in, and sends nothing', async t => {
    const { port, deliveries } = await mailServer(t);
    await check(`smtp://office:${encodeURIComponent(password)}@127.0.0.1:${port}`);
    assert.deepEqual(deliveries, []);
  });

  test('fails with a wrong password', async t => {
    const { port } = await mailServer(t);
    await assert.rejects(check(`smtp://office:other@127.0.0.1:${port}`), code('EAUTH'));
  });

  test('fails when nobody listens', async t => {
    const server = createServer();
    const port = await listen(t, server);
    server.close();
    await once(server, 'close');
    await assert.rejects(check(`smtp://127.0.0.1:${port}`), code('ESOCKET'));
  });
});
