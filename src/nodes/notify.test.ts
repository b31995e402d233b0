import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe } from 'node:test';
import { failure, perform, temporaryFolder, testStep } from '../../test/fixtures/step.ts';
import { COMPLETE_ONLY, test } from '../../test/support/tiers.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { createMailer } from '../platform/mail/mail.ts';
import { notify } from './notify.ts';

const STRANGER =
  'is no member of your organizations, and this installation does not allow e-mails there (HEDDLE_NOTIFY_RECIPIENTS)';
const message = { subject: 'Done: ü', message: '**3** orders\n\n<b>sent</b>' };

test('a mail goes to the user on whose behalf the run executes', async t => {
  const { context, mails } = await testStep(t);
  const outcome = await perform('notify', message, context);
  assert.deepEqual(outcome, { output: { sent_to: 'ada@example.org' }, text: 'Sent to ada@example.org' });
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.deepEqual(
    mail?.to?.map(({ address }) => address),
    ['ada@example.org'],
  );
  assert.equal(mail?.subject, 'Done: ü');
  assert.equal(mail?.text?.trim(), message.message);
  assert.equal(mail?.html?.trim(), '<p><strong>3</strong> orders</p>\n<p>&lt;b&gt;sent&lt;/b&gt;</p>');
  assert.deepEqual(mail?.attachments, []);
});

test('a mail goes to named recipients where the installation allows them', async t => {
  const limits = { approvalHours: { default: 72, most: 720 }, cronCharacters: 200 };
  const open = notify({ ...limits, notifyRecipients: ['example.org', 'ops@partner.net'] });
  const send = async (to: unknown) => {
    const { context, mails } = await testStep(t);
    if (open.execution.kind !== 'effect') throw new Error('it has an effect');
    const { output } = await open.execution.perform({ ...message, to }, context);
    const [mail] = await mails();
    return [output, mail?.to?.map(({ address }) => address)];
  };
  const both = ['bob@example.org', 'ops@partner.net'];
  for (const to of [both, both.join(', '), [...both, 'ops@partner.net', ' ']]) {
    assert.deepEqual(await send(to), [{ sent_to: both.join(', ') }, both]);
  }
  assert.deepEqual((await send('Bob@EXAMPLE.org'))[0], { sent_to: 'Bob@EXAMPLE.org' });
  assert.deepEqual(await send(undefined), [{ sent_to: 'ada@example.org' }, ['ada@example.org']]);
  for (const [to, error] of [
    ['eve@partner.net', `'eve@partner.net' ${STRANGER}`],
    ['bob@example.org, eve@sub.example.org', `'eve@sub.example.org' ${STRANGER}`],
    ['Bob <bob@example.org>', "'Bob <bob@example.org>' is not an e-mail address"],
    [[], "'to' names nobody"],
    [Array.from({ length: 21 }, (_, n) => `${n}@example.org`), "'to' names more than 20 recipients"],
  ] as const) {
    await assert.rejects(send(to), { name: 'StepError', message: error });
  }
});

test('a mail goes to members of the own organizations in any case', async t => {
  const { context, mails } = await testStep(t, { findColleagues: async () => new Set(['bob@example.net']) });
  await perform('notify', { ...message, to: 'Bob@example.net' }, context);
  const [mail] = await mails();
  assert.deepEqual(
    mail?.to?.map(({ address }) => address),
    ['Bob@example.net'],
  );
  const to = ['Bob@example.net', 'eve@example.net'];
  await assert.rejects(perform('notify', { ...message, to }, context), failure(`'eve@example.net' ${STRANGER}`));
});

test('every attempt sends the same mail, and another step sends another one', async t => {
  const { context, mails } = await testStep(t);
  await perform('notify', message, context);
  await perform('notify', message, context);
  assert.equal((await mails()).length, 1);
  await perform('notify', message, { ...context, idempotencyKey: 'run-1:other' });
  assert.equal(new Set((await mails()).map(({ messageId }) => messageId)).size, 2);
});

test('a message that takes too long to convert to HTML is sent as text only', COMPLETE_ONLY, async t => {
  const { context, mails } = await testStep(t);
  await perform('notify', { subject: 'x', message: '>'.repeat(100_000) }, context);
  const [mail] = await mails();
  assert.equal(mail?.html, undefined);
  assert.equal(mail?.text?.trim().length, 100_000);
});

test('line breaks in a subject do not inject headers', async t => {
  const { context, mails } = await testStep(t);
  await perform('notify', { ...message, subject: 'a\r\nBcc: eve@example.org' }, context);
  const [mail] = await mails();
  assert.equal(mail?.subject, 'a Bcc: eve@example.org');
  assert.equal(mail?.bcc, undefined);
});

describe('attached files', () => {
  const text = { filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('ab') };
  const image = { filename: 'bild ü.png', contentType: 'image/png', content: Buffer.from([0x89, 0x50]) };

  test('may be an attachment, an id or a list', async t => {
    const { context, addFile, mails } = await testStep(t);
    const [first, second] = [addFile(text), addFile(image)];
    const lists: unknown[] = [{ ...first }, second.file_id, [first.file_id, { ...second }], []];
    for (const [index, files] of lists.entries()) {
      await perform('notify', { ...message, files }, { ...context, idempotencyKey: `${index}` });
    }
    const sent = await mails();
    assert.deepEqual(
      sent.map(mail => mail.attachments.map(({ filename, mimeType }) => `${filename} ${mimeType}`)).sort(),
      [[], ['a.txt text/plain'], ['a.txt text/plain', 'bild ü.png image/png'], ['bild ü.png image/png']],
    );
    const content = sent.flatMap(mail => mail.attachments).find(({ filename }) => filename === image.filename)?.content;
    assert(content instanceof ArrayBuffer);
    assert.deepEqual(Buffer.from(content), image.content);
  });

  test('that do not exist fail the step', async t => {
    const { context, mails } = await testStep(t);
    await assert.rejects(perform('notify', { ...message, files: ['x'] }, context), failure("There is no file 'x'"));
    assert.deepEqual(await mails(), []);
  });

  test('of more than 25 MB in total fail the step', COMPLETE_ONLY, async t => {
    const { context, addFile, mails } = await testStep(t);
    const half = addFile({ ...text, content: Buffer.alloc(fixedLimits.run.attachmentBytes / 2 + 1) });
    await perform('notify', { ...message, files: half }, context);
    const tooMuch = perform('notify', { ...message, files: [half, half] }, context);
    await assert.rejects(tooMuch, failure('The attachments are larger than 25 MB in all'));
    assert.equal((await mails()).length, 1);
  });
});

describe('a mail that cannot be sent may be retried:', () => {
  test('a server refuses it', async t => {
    const server = createServer(socket => socket.end('554 no mail here\r\n'));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    t.after(() => new Promise(resolve => server.close(resolve)));
    const address = server.address();
    assert(address !== null && typeof address === 'object');
    const smtpUrl = `smtp://user:word@127.0.0.1:${address.port}`;
    const mailer = createMailer({ smtpUrl, from: 'heddle@example.org', outboxFolder: 'unused' });
    const { context } = await testStep(t, { mailer });
    await assert.rejects(perform('notify', message, context), failure(/^The mail could not be sent: .*554/, true));
  });

  test('the outbox is not a folder, and the message does not contain its path', async t => {
    const outboxFolder = join(await temporaryFolder(t), 'outbox');
    await writeFile(outboxFolder, 'a file');
    const { context } = await testStep(t, { mailer: createMailer({ from: 'heddle@example.org', outboxFolder }) });
    await assert.rejects(perform('notify', message, context), failure('The mail could not be sent', true));
  });
});

test('an abort ends the step with its reason', async t => {
  const reason = new Error('over');
  const { context, mails } = await testStep(t, { signal: AbortSignal.abort(reason) });
  await assert.rejects(perform('notify', message, context), error => error === reason);
  assert.deepEqual(await mails(), []);
});
