import { escapeHtml } from '../../platform/markdown/escape-html.ts';

const HEAD = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>body { font: 16px/1.5 sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; overflow-wrap: anywhere }
button { font: inherit; padding: 0.4rem 1rem }</style>`;

interface MessagePage {
  title: string;
  /** Plain text, of whatever origin. */
  message: string;
  /** Where people go on. */
  link: string;
}

/** A page of a few words, for where the console can not say them. */
export function messagePage({ title, message, link }: MessagePage): string {
  return `${HEAD}
<title>Heddle: ${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}.</p>
<p><a href="${escapeHtml(link)}">To Heddle</a></p></body></html>
`;
}

/** Asks whether to go on. The form is sent to the address of the page itself. */
export function confirmationPage({ credential, link }: { credential: string; link: string }): string {
  return `${HEAD}
<title>Heddle: Connect the credential?</title></head><body><h1>Connect the credential?</h1>
<p>The credential “${escapeHtml(credential)}” is to use the account that was just opened. This was begun with one of your API keys, and not in
this browser. If you did not begin it yourself, somebody else has the key: leave this page, and delete the key.</p>
<form method="post"><button>Connect</button></form>
<p><a href="${escapeHtml(link)}">To Heddle</a></p></body></html>
`;
}
