/**
 * The frame of the pages that strangers see. It looks like the console, and says nothing about the installation: it has
 * no name, no cookie and no link into it.
 */
import type { Language } from '../../platform/languages.ts';
import { assetPath, type FormAsset } from './assets.ts';
import { type Html, html } from './html.ts';

export interface PageAssets {
  style: FormAsset;
  /** A preview has none. */
  script?: FormAsset;
}

interface PageOptions {
  title: string;
  content: Html;
  /** Without JavaScript, the page is loaded again after so many seconds. */
  refreshSeconds?: number | undefined;
  language?: Language;
}

export function renderFormPage(
  { title, content, refreshSeconds, language = 'en' }: PageOptions,
  { style, script }: PageAssets,
): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetPath(style)}">
${script && html`<script defer src="${assetPath(script)}"></script>`}
${refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.toString();
}

export function renderNotice(title: string, text: string, assets: PageAssets, language: Language = 'en'): string {
  return renderFormPage({ title, content: html`<h1>${title}</h1>\n<p>${text}</p>`, language }, assets);
}

interface PolicyOptions {
  /** The origins that may show the page in a frame. */
  embed?: readonly string[];
  /** Where the form leads to. Browsers apply the policy for forms also to what follows on them. */
  redirectUrl?: string | undefined;
}

/** The address of the page contains its secret, so no other page and no cache may learn it. */
export function pageHeaders({ embed = [], redirectUrl }: PolicyOptions = {}): Record<string, string> {
  const target = redirectUrl === undefined ? '' : ` ${new URL(redirectUrl).origin}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self'${target}`,
    `frame-ancestors ${embed.length === 0 ? "'none'" : embed.join(' ')}`,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  };
}
