/** What people see after they have sent a form. */
import { fixedLimits } from '../../configuration/limits.ts';
import { isObject } from '../../platform/is-object.ts';
import type { FormAssets } from './assets.ts';
import type { Form } from './form.ts';
import { Html, html } from './html.ts';
import { renderFormPage } from './page.ts';
import { words } from './words.ts';

/** How far the run of the answers is. */
export type FormOutcome =
  | { state: 'waiting' }
  /** It takes longer than people wait. */
  | { state: 'late' }
  | { state: 'done'; output: unknown }
  | { state: 'failed' };

/** Without JavaScript, the page looks so often. */
const REFRESH_SECONDS = 2;

export function renderThanks(form: Form, message: string, assets: FormAssets): string {
  return renderFormPage({ title: form.title, content: html`${renderHeading(form)}${renderMessage(message)}` }, assets);
}

export function renderOutcome(form: Form, message: string, outcome: FormOutcome, assets: FormAssets): string {
  const isWaiting = outcome.state === 'waiting';
  const content = html`${renderHeading(form)}${renderState(outcome, message)}`;
  return renderFormPage(
    { title: form.title, content, refreshSeconds: isWaiting ? REFRESH_SECONDS : undefined },
    assets,
  );
}

function renderHeading({ title }: Form): Html {
  return html`<h1>${title}</h1>\n`;
}

/** The message is HTML. */
function renderMessage(message: string): Html {
  if (message !== '') return html`<div class="markdown">${new Html(message)}</div>`;
  return html`<p>${words.thanks}. ${words.received}</p>`;
}

function renderState(outcome: FormOutcome, message: string): Html {
  switch (outcome.state) {
    case 'waiting':
      return html`<p class="waiting" role="status" data-waiting>${words.working}</p>`;
    case 'late':
      return html`<p>${words.takesLonger}</p>`;
    case 'failed':
      return html`<p>${words.failed}</p>`;
    case 'done':
      return html`${message !== '' && renderMessage(message)}
<div class="output">${renderOutput(outcome.output)}</div>`;
  }
}

function renderOutput(output: unknown): Html {
  if (output === null || output === undefined || output === '') return html`<p>${words.noOutput}</p>`;
  const scalar = renderScalar(output);
  if (scalar) return html`<div class="text">${scalar}</div>`;
  if (isObject(output)) {
    const entries = Object.entries(output).map(([name, value]) => [name, renderScalar(value)] as const);
    if (entries.length > 0 && entries.every(([, value]) => value !== undefined)) {
      return html`<dl>${entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
    }
  }
  return html`<pre tabindex="0">${cut(JSON.stringify(output, null, 2))}</pre>`;
}

/** Texts, numbers and files. Returns undefined for what has parts. */
function renderScalar(value: unknown): Html | undefined {
  if (value === null) return html`–`;
  if (typeof value === 'string') return html`${cut(value)}`;
  if (typeof value === 'number' || typeof value === 'boolean') return html`${String(value)}`;
  if (isObject(value) && typeof value.file_url === 'string' && /^https?:\/\//.test(value.file_url)) {
    const name = typeof value.filename === 'string' ? value.filename : value.file_url;
    return html`<a href="${value.file_url}">${name}</a>`;
  }
  return undefined;
}

function cut(text: string): string {
  const most = fixedLimits.form.outputCharacters;
  return text.length > most ? `${text.slice(0, most)} …` : text;
}
