/** The page with the form, at first and after answers that were not right. */

import type { Problems } from './answers.ts';
import { renderField } from './fields.ts';
import type { Form, FormField } from './form.ts';
import { Html, html } from './html.ts';
import { type PageAssets, renderFormPage } from './page.ts';
import { words } from './words.ts';

/** The fields of the page that are not part of the form. */
export const TOKEN_FIELD = '_heddle_token';
/** People do not see this field. Programs that fill in every field of every form do. */
export const TRAP_FIELD = '_heddle_website';

export interface ShownForm {
  form: Form;
  /** The description as HTML. */
  description: string;
  /** Where the form is sent to. */
  action: string;
  /** The signed token of this page. */
  token: string;
  /** What the fields contain. */
  texts: ReadonlyMap<string, string>;
  problems: Problems;
  /** What is wrong with the form as a whole. */
  notice: string | undefined;
}

export function renderForm(shown: ShownForm, assets: PageAssets): string {
  const { form, description, action, token, texts, problems, notice } = shown;
  const content = html`<h1>${form.title}</h1>
${description !== '' && html`<div class="markdown">${new Html(description)}</div>`}
<form method="post" action="${action}" enctype="multipart/form-data" data-sending="${words.sending}" data-failure="${words.notSent}">
<div class="notice" role="alert" tabindex="-1"${notice === undefined && new Html(' hidden')}>${notice ?? ''}</div>
${form.fields.map(
  (
    field,
    index,
  ) => html`${renderField({ field, index, text: toShownText(field, texts), problem: problems.get(field.name) })}
`,
)}<div class="trap" aria-hidden="true"><label for="trap">${words.trap}</label><input type="text" id="trap" name="${TRAP_FIELD}" value="" tabindex="-1" autocomplete="off"></div>
<input type="hidden" name="${TOKEN_FIELD}" value="${token}" autocomplete="off">
<button type="submit">${form.submitLabel}</button>
</form>`;
  return renderFormPage({ title: form.title, content }, assets);
}

function toShownText({ name, kind }: FormField, texts: ReadonlyMap<string, string>): string {
  return kind === 'file' ? '' : (texts.get(name) ?? '');
}

/** What the fields of a new page contain: what its address says, or what the form itself says. */
export function toInitialTexts(
  { fields }: Form,
  query: Readonly<Record<string, string | string[]>>,
): ReadonlyMap<string, string> {
  return new Map(
    fields.map(({ name, initial }) => {
      const [given] = Object.hasOwn(query, name) ? [query[name] ?? []].flat() : [];
      return [name, given ?? initial];
    }),
  );
}
