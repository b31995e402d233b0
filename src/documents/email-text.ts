/** Reads an e-mail: the headers that people see, the body, and the attachments. */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { cleanFilename } from '../files/names.ts';
import type { ThreadContext } from '../platform/threads/thread-pool.ts';
import { BadInput } from '../tools/contract/bad-input.ts';
import type { DocumentText, EmailAttachment } from './document-kind.ts';

export async function readEmail(content: Uint8Array<ArrayBuffer>, context: ThreadContext): Promise<DocumentText> {
  const email = await parse(content);
  const attachments = collectAttachments(email, context);
  const head = [
    ['Subject', email.subject],
    ['From', addresses(email.from ? [email.from] : [])],
    ['To', addresses(email.to)],
    ['Cc', addresses(email.cc)],
    ['Date', email.date],
    ['Attachments', attachments.map(({ filename }) => filename).join(', ')],
  ];
  const lines = head.flatMap(([name, value]) => (value ? [`${name}: ${value.replaceAll(/\s+/g, ' ')}`] : []));
  return { text: `${lines.join('\n')}\n\n${await readBody(email)}`.trim(), attachments };
}

async function parse(content: Uint8Array): Promise<Email> {
  try {
    // Attached e-mails remain attachments.
    return await PostalMime.parse(content, { forceRfc822Attachments: true, maxNestingDepth: 100 });
  } catch (error) {
    throw new BadInput('it is damaged', { cause: error });
  }
}

async function readBody({ text = '', html = '' }: Email): Promise<string> {
  if (text.trim() !== '' || html === '') return text.trim();
  const { htmlText } = await import('./markup-text.ts');
  return htmlText(html);
}

/** Leaves out what the body itself shows, such as logos. */
function collectAttachments(email: Email, context: ThreadContext): EmailAttachment[] {
  return email.attachments
    .filter(({ related }) => !related)
    .map(({ filename, mimeType, content }, index) => ({
      filename: filename ? cleanFilename(filename) : `attachment-${index + 1}`,
      contentType: mimeType,
      content: context.transfer(new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content)),
    }));
}

function addresses(list: readonly Address[] = []): string {
  return list
    .map(({ name, address, group }) => {
      if (group) return `${name}: ${addresses(group)};`;
      return name === '' ? address : `${name} <${address}>`;
    })
    .join(', ');
}
