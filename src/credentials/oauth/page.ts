import { escapeHtml } from '../../platform/markdown/escape-html.ts';

interface MessagePage {
  title: string;
  /** Plain text, of whatever origin. */
  message: string;
  /** Where people go on. */
  link: string;
}

/** A page of a few words, for where the console can not say them. */
export function messagePage({ title, message, link }: MessagePage): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Heddle: ${escapeHtml(title)}</title>
<style>body { font: 16px/1.5 sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; overflow-wrap: anywhere }</style>
</head><body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}.</p>
<p><a href="${escapeHtml(link)}">To Heddle</a></p></body></html>
`;
}
