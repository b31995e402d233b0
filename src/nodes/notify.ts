import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { fixedLimits, MEGABYTE } from '../configuration/limits.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { effect, type NodeType } from './node.ts';
import { actionParams, files, strict, text } from './param-schemas.ts';
import { type StepContext, StepError, type StepOutcome } from './step.ts';

const Params = Type.Object(
  {
    subject: text('Subject', 'Subject of the e-mail.'),
    message: text('Message', 'Text of the e-mail, in Markdown.'),
    files: Type.Optional(files('What is attached.')),
    ...actionParams,
  },
  strict,
);

export const notify: NodeType<'notify'> = {
  type: 'notify',
  title: 'E-mail to me',
  description: 'Sends an e-mail to the user on whose behalf the run executes. Output: {sent_to}.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  execution: effect(Params, sendMail),
};

async function sendMail(params: Static<typeof Params>, context: StepContext): Promise<StepOutcome> {
  const { email } = context.user;
  const mail = {
    to: email,
    subject: params.subject,
    text: params.message,
    html: await context.toHtml(params.message),
    attachments: await readAttachments(params.files, context),
    messageId: createMessageId(context.idempotencyKey),
  };
  try {
    await context.mailer.send(mail, context.signal);
  } catch (error) {
    context.signal.throwIfAborted();
    throw new StepError(describeMailError(error), { retryable: true, cause: error });
  }
  return { output: { sent_to: email }, text: `Sent to ${email}` };
}

/** Reads files one at a time, so that the memory never exceeds the limit by much. */
async function readAttachments(
  files: Static<typeof Params>['files'],
  context: StepContext,
): Promise<Mail['attachments']> {
  const attached: NonNullable<Mail['attachments']> = [];
  let sizeBytes = 0;
  for (const reference of files === undefined ? [] : [files].flat()) {
    const { attachment, content } = await context.files.read(reference);
    sizeBytes += content.length;
    if (sizeBytes > fixedLimits.run.attachmentBytes) {
      throw new StepError(`The attachments are larger than ${fixedLimits.run.attachmentBytes / MEGABYTE} MB in all`);
    }
    attached.push({ filename: attachment.filename, contentType: attachment.content_type, content });
  }
  return attached;
}

/**
 * The id is the same for every attempt, so that mail clients show one mail. It is a hash, because ids allow few
 * characters.
 */
function createMessageId(idempotencyKey: string): string {
  return `${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)}@heddle`;
}

/** The messages of a mailer are for users, except those of the file system, which contain the path of the outbox. */
function describeMailError(error: unknown): string {
  return error instanceof Error && !('syscall' in error) ? error.message : 'The mail could not be sent';
}
