/** Of people and servers: what is checked when the settings are read, without what it takes to send. */
import addressparser from 'nodemailer/lib/addressparser';

export interface Mailbox {
  name: string;
  address: string;
}

/** A comma in a name must not make a second recipient, so exactly one mailbox is taken. */
export function parseMailbox(text: string): Mailbox {
  const parsed = controlCharacters.test(text) ? [] : addressparser(text);
  const [mailbox] = parsed;
  if (parsed.length !== 1 || !mailbox?.address || !isEmailAddress(mailbox.address)) {
    throw new Error(`'${oneLine(text)}' is not an e-mail address`);
  }
  return { name: mailbox.name, address: mailbox.address };
}

/**
 * A plain address: no name, no comment, no group and no encoded word; and no quoted local part and no address literal,
 * as parsers disagree about them, and people do not have them.
 */
export function isEmailAddress(text: string): boolean {
  return plainAddress.test(text) && !text.includes('=?');
}

const controlCharacters = /\p{Cc}/u;
const plainAddress = /^[^\s\p{C}@<>()[\]\\,;:"]+@[\p{L}\p{M}\p{N}]+([.-]+[\p{L}\p{M}\p{N}]+)*$/u;

/** Says what is wrong without repeating the URL, which holds a password. */
export function checkSmtpUrl(text: string): void {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') {
    throw new Error('The SMTP server must be given as smtp://user:password@host:port or smtps://...');
  }
}

export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
