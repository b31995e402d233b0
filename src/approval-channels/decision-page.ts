/** The page on which somebody decides who is known by their link alone, and what it says afterwards. */
import type { ApprovalRow } from '../approvals/approvals.ts';
import { isObject } from '../platform/is-object.ts';
import type { Language } from '../platform/languages.ts';
import type { FormAssets } from '../triggers/forms/assets.ts';
import { renderField } from '../triggers/forms/fields.ts';
import type { FormField } from '../triggers/forms/form.ts';
import { Html, html } from '../triggers/forms/html.ts';
import { renderFormPage } from '../triggers/forms/page.ts';
import { describeOutcome } from './chat-message.ts';
import { COMMENT_FIELD, DECISION_FIELD } from './submitted.ts';
import { type Words, wordsOf } from './words.ts';

export interface PageContext {
  language: Language;
  assets: FormAssets;
}

export interface Question {
  row: ApprovalRow;
  fields: readonly FormField[];
  /** The message as HTML. */
  message: string;
  /** Who started it all, and who reads the page. */
  asker: string;
  reader: string;
  /** Where the decision is sent to, and where it can be decided with everything that the console offers. */
  action: string;
  consoleUrl: string;
  /** What the fields contain, once they were sent. */
  texts: ReadonlyMap<string, string> | undefined;
  problems: ReadonlyMap<string, string>;
  notice: string | undefined;
}

export function renderQuestion(question: Question, { language, assets }: PageContext): string {
  const { row, fields, message, action, notice, texts } = question;
  const words = wordsOf(language);
  const missesFile = fields.some(field => field.kind === 'file' && field.isRequired && !shownFile(row, field));
  // Whoever presses the Enter key in a field decides nothing: that would press the first button, which is disabled.
  const content = html`<h1>${row.title}</h1>
${renderFacts(question, words, language)}
${message !== '' && html`<div class="markdown">${new Html(message)}</div>`}
<form method="post" action="${action}">
<button type="submit" disabled hidden></button>
${notice !== undefined && html`<div class="notice" role="alert">${notice}</div>`}
${fields.map((field, index) => html`${renderOne(question, field, index, words)}\n`)}
${missesFile && html`<p>${words.needsFile} <a href="${question.consoleUrl}">${words.open}</a></p>`}
<div class="field"><label for="comment">${words.comment} <span class="optional">${words.optional}</span></label>
<textarea id="comment" name="${COMMENT_FIELD}" rows="3">
${texts?.get(COMMENT_FIELD) ?? ''}</textarea></div>
<div class="actions">
${!missesFile && html`<button type="submit" name="${DECISION_FIELD}" value="approve">${row.allow_reject ? words.approve : words.send}</button>`}
${row.allow_reject && html`<button type="submit" class="second" name="${DECISION_FIELD}" value="reject" formnovalidate>${words.reject}</button>`}
</div>
</form>`;
  return renderFormPage({ title: row.title, content, language }, { style: assets.style });
}

function renderFacts({ row, asker, reader }: Question, words: Words, language: Language): Html {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const facts: [string, string][] = [
    [words.workflow, row.workflow_name],
    [words.askedBy, asker],
    [words.until, `${format.format(row.expires_at)} UTC`],
    [words.you, reader],
  ];
  return html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}

function renderOne({ row, texts, problems }: Question, field: FormField, index: number, words: Words): Html {
  if (field.kind === 'file') {
    return html`<div class="field"><p class="name">${field.label}</p><p>${shownFile(row, field) ?? words.noFile}</p></div>`;
  }
  const text = texts ? (texts.get(field.name) ?? '') : toShownText(row, field);
  return renderField({ field, index, text, problem: problems.get(field.name), words });
}

function toShownText({ form_values }: ApprovalRow, { name, initial }: FormField): string {
  const value = Object.hasOwn(form_values, name) ? form_values[name] : initial;
  return value === null || value === undefined ? '' : String(value);
}

/** Files stay as they were prefilled: only the console can attach others. */
function shownFile({ form_values }: ApprovalRow, { name }: FormField): string | undefined {
  const value = Object.hasOwn(form_values, name) ? form_values[name] : undefined;
  if (!isObject(value)) return undefined;
  return typeof value.filename === 'string' ? value.filename : name;
}

/** What became of it, or that this person has decided already. */
export function renderDecided(row: ApprovalRow, { language, assets }: PageContext): string {
  const words = wordsOf(language);
  const outcome = describeOutcome(row, words);
  const text = row.status === 'pending' && outcome === words.voted ? words.votedText : words.endedText;
  const content = html`<h1>${row.title}</h1>
<p class="outcome" role="status">${outcome}</p>
<p>${text}</p>`;
  return renderFormPage({ title: row.title, content, language }, { style: assets.style });
}
