import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { fixedLimits, MEGABYTE } from '../configuration/limits.ts';
import { isEmailAddress } from '../platform/mail/addresses.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { effect, type NodeLimits, type NodeType } from './node.ts';
import { ACTION_TEXTS, actionParams, files, strict, text } from './param-schemas.ts';
import { type StepContext, StepError, type StepOutcome } from './step.ts';
import { widget } from './widgets.ts';

const Params = Type.Object(
  {
    to: Type.Optional(
      Type.Unsafe<string | string[]>({
        type: ['string', 'array'],
        items: { type: 'string' },
        title: 'To',
        description:
          'E-mail addresses, as a list or separated by commas: of members of your organizations, and of those that the ' +
          'installation allows (`HEDDLE_NOTIFY_RECIPIENTS`). Without it, the e-mail goes to the user on whose behalf the ' +
          'run executes.',
      }),
    ),
    subject: text('Subject', 'Subject of the e-mail.'),
    message: text('Message', 'Text of the e-mail, in Markdown.', widget('long-text')),
    files: Type.Optional(files('What is attached.')),
    ...actionParams,
  },
  strict,
);

export function notify({ notifyRecipients }: NodeLimits): NodeType<'notify'> {
  return {
    type: 'notify',
    title: 'E-mail',
    description:
      'Sends an e-mail to the user on whose behalf the run executes, or to the recipients in to. Output: {sent_to}.',
    category: 'action',
    terminal: false,
    handles: [],
    paramsSchema: Params,
    texts: ACTION_TEXTS,
    outputSchema: Type.Object({ sent_to: Type.Unknown() }),
    execution: effect(Params, async ({ to, ...mail }, context) => {
      const recipients = to === undefined ? [context.user.email] : readRecipients(to);
      if (to !== undefined) await requireAllowed(recipients, notifyRecipients, context);
      return sendMail(recipients, mail, context);
    }),
  };
}

/** Throws a `StepError` for what is no address. */
function readRecipients(to: string | readonly string[]): string[] {
  const addresses = [to].flat().flatMap(entry => entry.split(',').flatMap(each => each.trim() || []));
  const recipients = [...new Set(addresses)];
  if (recipients.length === 0) throw new StepError("'to' names nobody", { kind: 'params' });
  if (recipients.length > fixedLimits.run.mailRecipients) {
    throw new StepError(`'to' names more than ${fixedLimits.run.mailRecipients} recipients`, { kind: 'params' });
  }
  for (const recipient of recipients) {
    if (recipient.length > fixedLimits.emailCharacters || !isEmailAddress(recipient)) {
      throw new StepError(`'${recipient.slice(0, fixedLimits.emailCharacters)}' is not an e-mail address`, {
        kind: 'params',
      });
    }
  }
  return recipients;
}

/**
 * Strangers get mails only where the installation allows it. Whoever shares an organization with the user is no
 * stranger.
 */
async function requireAllowed(
  recipients: readonly string[],
  allowed: readonly string[],
  { findColleagues }: StepContext,
): Promise<void> {
  const others = recipients.filter(recipient => !isAllowed(recipient.toLowerCase(), allowed));
  if (others.length === 0) return;
  const colleagues = await findColleagues(others);
  const stranger = others.find(recipient => !colleagues.has(recipient.toLowerCase()));
  if (stranger === undefined) return;
  throw new StepError(
    `'${stranger}' is no member of your organizations, and this installation does not allow e-mails there (HEDDLE_NOTIFY_RECIPIENTS)`,
    { kind: 'params' },
  );
}

function isAllowed(recipient: string, allowed: readonly string[]): boolean {
  return allowed.some(entry => entry === '*' || recipient === entry || recipient.endsWith(`@${entry}`));
}

async function sendMail(
  to: readonly string[],
  params: Omit<Static<typeof Params>, 'to'>,
  context: StepContext,
): Promise<StepOutcome> {
  const mail = {
    to,
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
  const sentTo = to.join(', ');
  return { output: { sent_to: sentTo }, text: `Sent to ${sentTo}` };
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
