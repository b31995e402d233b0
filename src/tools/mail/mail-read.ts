import Type from 'typebox';
import { fields } from '../../nodes/output-schemas.ts';
import { strict, text } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { permitConnection, requireField } from '../contract/connection.ts';
import { credential } from '../contract/get-reply.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool, type ToolContext } from '../contract/tool.ts';
import { toTransferable } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { choice, flag, integer } from '../contract/tool-params.ts';
import type { MailInput, ParsedMail } from './mail-read-thread.ts';
import type { MailAccount, MailCursor, ReadMessage } from './mailbox.ts';

const THREAD = new URL('./mail-read-thread.ts', import.meta.url);
const { messages } = toolLimits.mail;

const outputSchema = Type.Object({
  items: Type.Array(
    fields(
      'id',
      'uid',
      'message_id',
      'subject',
      'from',
      'to',
      'cc',
      'reply_to',
      'date',
      'flags',
      'text',
      'html',
      'attachments',
      'is_cut',
    ),
  ),
  cursor: Type.Unknown(),
  has_more: Type.Boolean(),
});

export const createMailRead = (threads: ThreadPool) =>
  defineTool({
    name: 'mail_read',
    title: 'Read mailbox',
    description:
      'Reads messages of a mailbox with IMAP, and changes nothing there: the newest ones, or those after a cursor, the ' +
      'oldest first. Result: items (each with id, uid, message_id, subject, from, to, cc, reply_to, date, flags, text, ' +
      'html, attachments, is_cut), cursor (for the next call), has_more.',
    outputSchema,
    inputSchema: Type.Object(
      {
        host: text('Host', 'Name of the IMAP server.'),
        port: Type.Optional(
          integer('Port', 'Port of the server. Without it: 993, or 143 when it is not encrypted from the start.', {
            minimum: 1,
            maximum: 65_535,
          }),
        ),
        security: Type.Optional(
          choice(
            'Security',
            ['tls', 'starttls', 'none'],
            'How the connection is encrypted. Only local and private servers can do without.',
          ),
        ),
        credential: Type.String({
          ...credential,
          description:
            'Name of the credential: user name and password, or an account that was connected with OAuth. It must allow ' +
            'the host with its port.',
        }),
        username: Type.Optional(
          text('User name', 'The account, for credentials that have no user name, such as those of OAuth.'),
        ),
        mailbox: Type.Optional(
          Type.String({ title: 'Mailbox', description: 'Name of the mailbox.', minLength: 1, default: 'INBOX' }),
        ),
        cursor: Type.Optional(
          Type.Unsafe<MailCursor | null>({
            type: ['object', 'null'],
            title: 'Cursor',
            description: 'The cursor of an earlier result. Without it, the newest messages are read.',
          }),
        ),
        limit: Type.Optional(
          integer('Limit', 'Messages to read at most.', {
            minimum: 1,
            maximum: messages.most,
            default: messages.default,
          }),
        ),
        attachments: Type.Optional(flag('Attachments', 'Whether attachments are saved as files.', false)),
      },
      strict,
    ),
    call: async (params, context) => {
      const { security = 'tls', attachments = false, limit = messages.default } = params;
      const { readMailbox } = await import('./mailbox.ts');
      const account = await openAccount({ ...params, security }, context);
      const request = {
        ...{ mailbox: params.mailbox ?? 'INBOX', cursor: checkCursor(params.cursor), limit },
        messageBytes: attachments ? toolLimits.mail.messageBytes : toolLimits.mail.bodyBytes,
      };
      const fileIds: string[] = [];
      const items: object[] = [];
      const read = await readMailbox(account, request, context.signal, async message => {
        context.progress(`Reading message ${items.length + 1}`);
        const parsed = await parse(threads, message, attachments, context);
        items.push(await toItem(message, parsed, attachments, context, fileIds));
      });
      const output = { items, cursor: read.cursor, has_more: read.hasMore };
      return { output, text: `Read ${items.length} ${items.length === 1 ? 'message' : 'messages'}`, fileIds };
    },
  });

async function openAccount(
  params: {
    host: string;
    port?: number;
    security: 'tls' | 'starttls' | 'none';
    credential: string;
    username?: string;
  },
  context: ToolContext,
): Promise<MailAccount> {
  const { host, security, credential, username } = params;
  const port = params.port ?? (security === 'tls' ? 993 : 143);
  const target = { host, port, isEncrypted: security !== 'none', credential };
  const { lookup, fields } = await permitConnection(target, context);
  const user = username ?? requireField(fields, credential, 'username', 'user');
  const auth =
    fields.access_token === undefined
      ? { user, pass: requireField(fields, credential, 'password') }
      : { user, accessToken: fields.access_token };
  return { host, port, security, lookup, auth };
}

function checkCursor(cursor: MailCursor | null | undefined): MailCursor | undefined {
  if (!cursor) return undefined;
  const { uidvalidity, uid } = cursor;
  if (typeof uidvalidity === 'string' && Number.isSafeInteger(uid) && uid >= 0) return { uidvalidity, uid };
  throw new StepError("'cursor' must be the cursor of an earlier result");
}

/** What strangers sent is parsed in a thread. */
function parse(
  threads: ThreadPool,
  { source }: ReadMessage,
  attachments: boolean,
  context: ToolContext,
): Promise<ParsedMail> {
  const content = toTransferable(source);
  const input: MailInput = { content, attachments };
  return runInThread<ParsedMail>(threads, THREAD, input, context, { transfer: [content] });
}

async function toItem(
  { uid, uidvalidity, flags, isCut, receivedAt }: ReadMessage,
  { attachments, ...mail }: ParsedMail,
  saves: boolean,
  context: ToolContext,
  fileIds: string[],
): Promise<object> {
  const saved = [];
  for (const { content, ...attachment } of attachments) {
    saved.push(
      saves && content ? { ...attachment, ...(await save({ ...attachment, content }, context, fileIds)) } : attachment,
    );
  }
  return {
    // A mailbox that is set up again gives its messages new numbers, but not new ids.
    id: mail.message_id ?? `${uidvalidity}-${uid}`,
    uid,
    ...mail,
    date: mail.date ?? receivedAt,
    flags,
    attachments: saved,
    is_cut: isCut,
  };
}

/** An attachment that can not be stored does not keep the mail from being read. */
async function save(
  { filename, content_type, content }: { filename: string; content_type: string; content: Uint8Array },
  context: ToolContext,
  fileIds: string[],
): Promise<object> {
  try {
    const file = await context.files.save({ filename, contentType: content_type, content });
    fileIds.push(file.file_id);
    return { file };
  } catch (error) {
    if (error instanceof StepError) return { file: null, error: error.message };
    throw error;
  }
}
