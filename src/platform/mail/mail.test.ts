import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { parseMailbox } from './addresses.ts';
import { createMailer, type Mail, type Mailer } from './mail.ts';
import { composeMessage } from './message.ts';

const from = 'Bürodienst <office@example.org>';
const plain: Mail = { to: 'ada@example.org', subject: 'Hello', text: 'Good morning' };

async function outbox(t: TestContext): Promise<{ folder: string; mailer: Mailer; files: () => Promise<string[]> }> {
  const parent = await mkdtemp(join(tmpdir(), 'outbox-'));
  t.after(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'mail', 'outbox');
  const mailer = createMailer({ from, outboxFolder: folder });
  return { folder, mailer, files: () => readdir(folder) };
}

async function compose(mail: Partial<Mail>): Promise<{ email: Email; source: string }> {
  const { content } = await composeMessage({ ...plain, ...mail }, parseMailbox(from));
  return { email: await PostalMime.parse(content), source: content.toString('latin1') };
}

describe('the outbox', () => {
  test('is private, even when its folder already existed', async t => {
    const { folder, mailer, files } = await outbox(t);
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await mailer.send(plain);
    const [file = ''] = await files();
    const modes = await Promise.all([folder, join(folder, file)].map(async path => (await stat(path)).mode & 0o777));
    assert.deepEqual(modes, [0o700, 0o600]);
  });

  test('receives a complete mail that a mail reader understands', async t => {
    const { folder, mailer, files } = await outbox(t);
    await mailer.send({
      to: 'Zoë Ångström <zoe@example.org>',
      subject: 'Prüfung der Lösung: 灯泡 🧶',
      text: 'Grüße\n.\nfrom a line with a dot',
      html: '<p>Grüße</p>',
      attachments: [{ filename: '灯泡 "1"; a.txt', contentType: 'text/plain', content: Buffer.from('light') }],
      messageId: 'run-7.step-2@example.org',
    });
    const [name, ...others] = await files();
    assert.deepEqual(others, []);
    assert.match(String(name), /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{32}\.eml$/);

    const email = await PostalMime.parse(await readFile(join(folder, String(name))));
    assert.deepEqual([email.from?.name, email.from?.address], ['Bürodienst', 'office@example.org']);
    assert.deepEqual(
      email.to?.map(({ name, address }) => [name, address]),
      [['Zoë Ångström', 'zoe@example.org']],
    );
    assert.equal(email.subject, 'Prüfung der Lösung: 灯泡 🧶');
    assert.equal(email.messageId, '<run-7.step-2@example.org>');
    assert.equal(email.text?.trimEnd(), 'Grüße\n.\nfrom a line with a dot');
    assert.equal(email.html?.trimEnd(), '<p>Grüße</p>');
    const [attachment] = email.attachments;
    assert.equal(attachment?.filename, '灯泡 "1"; a.txt');
    assert.equal(attachment?.mimeType, 'text/plain');
    assert.ok(attachment?.content instanceof ArrayBuffer);
    assert.equal(Buffer.from(attachment.content).toString(), 'light');
  });

  test('receives a mail once, however many attempts there are', async t => {
    const { mailer, files } = await outbox(t);
    await mailer.send({ ...plain, messageId: 'a@example.org' });
    const first = await files();
    await mailer.send({ ...plain, messageId: '<a@example.org>', text: 'once more' });
    assert.deepEqual(await files(), first);
    await mailer.send({ ...plain, messageId: 'b@example.org' });
    assert.equal((await files()).length, 2);
  });

  test('receives every mail that has no id of its own', async t => {
    const { folder, mailer, files } = await outbox(t);
    await Promise.all(Array.from({ length: 20 }, () => mailer.send(plain)));
    const names = await files();
    assert.equal(names.length, 20);
    const emails = await Promise.all(names.map(async name => PostalMime.parse(await readFile(join(folder, name)))));
    assert.equal(new Set(emails.map(email => email.messageId)).size, 20);
  });

  test('sorts by time', async t => {
    const { folder, mailer, files } = await outbox(t);
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-02T03:04:05.678Z') });
    await mailer.send({ ...plain, subject: 'first' });
    t.mock.timers.setTime(Date.parse('2026-01-02T03:04:05.679Z'));
    await mailer.send({ ...plain, subject: 'second' });
    t.mock.timers.setTime(Date.parse('2026-11-02T03:04:05.000Z'));
    await mailer.send({ ...plain, subject: 'third' });
    const names = (await files()).sort();
    const emails = await Promise.all(names.map(async name => PostalMime.parse(await readFile(join(folder, name)))));
    assert.deepEqual(
      emails.map(email => email.subject),
      ['first', 'second', 'third'],
    );
  });

  test('contains no part of a mail that could not be written', async t => {
    const { folder, mailer, files } = await outbox(t);
    await assert.rejects(mailer.send(plain, AbortSignal.abort(new Error('the run was cancelled'))), {
      message: 'the run was cancelled',
    });
    await mailer.send(plain);
    assert.equal((await files()).length, 1);
    const occupied = createMailer({ from, outboxFolder: join(folder, 'file', 'below') });
    await writeFile(join(folder, 'file'), '');
    await assert.rejects(occupied.send(plain), { code: 'ENOTDIR' });
  });
});

describe('text that people write cannot add a header or a recipient', () => {
  const usual = [
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ];

  test('in a subject', async () => {
    for (const subject of [
      'Hi\r\nBcc: eve@example.org',
      'Hi\nBcc: eve@example.org',
      'Hi\rBcc: x',
      'Hi\r\n\r\nbody',
      'Hi\0',
    ]) {
      const { email } = await compose({ subject });
      assert.deepEqual(email.headers.map(header => header.key).sort(), usual, JSON.stringify(subject));
      assert.equal(email.text?.trimEnd(), 'Good morning');
    }
    assert.equal((await compose({ subject: 'Hi\r\nBcc: eve@example.org' })).email.subject, 'Hi Bcc: eve@example.org');
  });

  test('in the name or type of an attachment', async () => {
    const evil = 'a\r\nX-Evil: 1\r\n\r\n.txt';
    for (const [filename, contentType] of [
      [evil, 'text/plain'],
      ['a.txt', `text/plain${evil}`],
      [`"; x="${evil}`, `text/plain; name="${evil}"`],
    ] as const) {
      const { email, source } = await compose({
        attachments: [{ filename, contentType, content: Buffer.from('content') }],
      });
      assert.doesNotMatch(source, /^X-Evil/im);
      const [attachment] = email.attachments;
      assert.ok(attachment?.content instanceof ArrayBuffer);
      assert.equal(Buffer.from(attachment.content).toString(), 'content');
    }
  });

  test('in an address or an id, which are refused', async () => {
    for (const to of [
      ...['ada@example.org\r\nBcc: eve@example.org', 'ada@example.org\n', 'A\0 <ada@example.org>', ''],
      ...['ada@example.org, eve@example.org', 'ada@example.org; eve@example.org', 'all: ada@example.org;'],
      ...['ada', 'ada@', '@example.org', 'ada@eve@example.org', '"eve@example.org x"@example.org', '<>'],
      ...['=?utf-8?q?ada?=@example.org', 'ada@=?utf-8?q?example?=.org', 'ada@[127.0.0.1]', 'ada@-example.org'],
    ]) {
      await assert.rejects(compose({ to }), { message: /is not an e-mail address$/ }, JSON.stringify(to));
    }
    for (const messageId of ['', 'a', 'a@b\r\nX-Evil: 1', 'a b@c', '<a@b> <c@d>', 'a@b\n']) {
      await assert.rejects(compose({ messageId }), { message: /is not a message id$/ }, JSON.stringify(messageId));
    }
  });

  test('in any text at all', async () => {
    const anything = fc.string({
      unit: fc.constantFrom('\r', '\n', '\0', ':', ' ', '"', '=', '?', ';', 'a', 'é', '灯', '\u2028'),
    });
    await fc.assert(
      fc.asyncProperty(anything, anything, async (subject, name) => {
        const { email } = await compose({ subject, to: `"${name.replace(/["\\\p{Cc}]/gu, '')}" <ada@example.org>` });
        const keys = email.headers.map(header => header.key).sort();
        assert.deepEqual(
          keys,
          usual.filter(key => key !== 'subject' || keys.includes('subject')),
        );
        assert.deepEqual(
          email.to?.map(({ address }) => address),
          ['ada@example.org'],
        );
      }),
      { numRuns: 300 },
    );
  });
});

test('the domain of an address may be in any script', async () => {
  const { envelope } = await composeMessage({ ...plain, to: 'ada@exämple.org' }, parseMailbox(from));
  assert.deepEqual(envelope, { from: 'office@example.org', to: ['ada@xn--exmple-cua.org'] });
});

describe('settings are checked when the mailer is created', () => {
  test('the sender', () => {
    assert.throws(() => createMailer({ from: 'nobody', outboxFolder: '/nowhere' }), {
      message: "'nobody' is not an e-mail address",
    });
  });

  test('the SMTP server, whose password is not repeated', () => {
    for (const smtpUrl of [
      '',
      'mail.example.org:25',
      'http://user:secret@mail.example.org',
      'smtp://',
      'smtp:user:secret@x',
    ]) {
      assert.throws(() => createMailer({ from, smtpUrl, outboxFolder: '/nowhere' }), {
        message: 'The SMTP server must be given as smtp://user:password@host:port or smtps://...',
      });
    }
  });
});
