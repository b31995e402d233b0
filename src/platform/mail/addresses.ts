/** Checks addresses of people and servers. The settings need this without loading the code that sends mail. */
import addressparser from 'nodemailer/lib/addressparser';

export interface Mailbox {
  name: string;
  address: string;
}

/** Accepts exactly one mailbox, so that a comma in a name can not add a second recipient. */
export function parseMailbox(text: string): Mailbox {
  const parsed = controlCharacters.test(text) ? [] : addressparser(text);
  const [mailbox] = parsed;
  if (parsed.length !== 1 || !mailbox?.address || !isEmailAddress(mailbox.address)) {
    throw new Error(`'${toOneLine(text)}' is not an e-mail address`);
  }
  return { name: mailbox.name, address: mailbox.address };
}

/**
 * Accepts plain addresses only: no name, comment, group or encoded word. Quoted local parts and address literals are
 * refused too, because parsers disagree about them and people do not have such addresses.
 */
export function isEmailAddress(text: string): boolean {
  return plainAddress.test(text) && !text.includes('=?');
}

const controlCharacters = /\p{Cc}/u;
const plainAddress = /^[^\s\p{C}@<>()[\]\\,;:"]+@[\p{L}\p{M}\p{N}]+([.-]+[\p{L}\p{M}\p{N}]+)*$/u;

/** The message does not repeat the URL, which contains a password. */
export function checkSmtpUrl(text: string): void {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') {
    throw new Error('The SMTP server must be given as smtp://user:password@host:port or smtps://...');
  }
}

export function toOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
