/** The page of a form as it would look, for its author. */

import Type from 'typebox';
import { named } from '../../http/described.ts';
import { endpointWith, workflowReaders } from '../../http/endpoint.ts';
import { escapeHtml } from '../../platform/markdown/escape-html.ts';
import type { MarkdownToHtml } from '../../platform/markdown/markdown-html.ts';
import type { ReadAssets } from './assets.ts';
import { toForm } from './form.ts';
import { renderForm, toInitialTexts } from './form-page.ts';

const PreviewRequest = named(
  'FormPreviewRequest',
  Type.Object({
    params: Type.Record(Type.String(), Type.Unknown(), { description: 'of the trigger, as far as they are written' }),
  }),
);
const Preview = named(
  'FormPreview',
  Type.Object({ html: Type.String({ description: 'the page, whose form leads nowhere' }) }),
);

interface PreviewServices {
  markdownToHtml: MarkdownToHtml;
  readAssets: ReadAssets;
}

export const formPreviewEndpoint = endpointWith<PreviewServices>()({
  path: '/api/v1/workflow/form_preview',
  summary: 'Shows the page of a form trigger with these params, before they are published',
  ...workflowReaders,
  body: PreviewRequest,
  reply: Preview,
  handle: async ({ markdownToHtml, readAssets }, { caller, body, signal }) => {
    const form = toForm(body.params);
    const description =
      (await markdownToHtml(form.description, { owner: caller.userId, signal })) ??
      `<p>${escapeHtml(form.description)}</p>`;
    const shown = { form, description, action: '', token: '', texts: toInitialTexts(form, {}) };
    const { style } = await readAssets();
    return { html: renderForm({ ...shown, problems: new Map(), notice: undefined }, { style }) };
  },
});
