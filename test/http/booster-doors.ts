/** Every way in which a file enters a panel (a door). Each is one call with one reply, so that one test fits all of them. */
import type { Reply } from '../support/service.ts';
import type { PanelUser } from './booster-panels.ts';
import { type Announced, announcement, complete, post } from './direct-uploads.ts';
import { field, file, form, sendForm } from './raw-forms.ts';

export interface Sent {
  path: string;
  content?: string | Uint8Array<ArrayBuffer>;
  type?: string;
  record?: { collection: string; key: string };
  overwrite?: boolean;
  rename?: boolean;
}

export interface Door {
  name: string;
  store(panel: PanelUser, sent: Sent): Promise<Reply>;
}

export const doors: Door[] = [
  { name: 'multipart', store: (panel, sent) => sendForm(panel, form(...toFieldParts(sent), toFilePart(sent))) },
  {
    name: 'multipart with the file first',
    store: (panel, sent) => sendForm(panel, form(toFilePart(sent), ...toFieldParts(sent))),
  },
  {
    name: 'base64',
    store(panel, { content = 'x', type = 'text/plain', ...sent }) {
      const data = Buffer.from(content).toString('base64');
      return panel.call('upload-b64', { data, content_type: type, ...sent });
    },
  },
  {
    name: 'direct upload',
    /** Returns the reply of the first step that is refused, or otherwise of the last step. */
    async store(panel, { content = 'x', type = 'text/plain', ...sent }) {
      const announced = await panel.call('upload/init', announcement(content, { content_type: type, ...sent }));
      if (announced.status !== 200) return announced;
      const posted = await post(announced.body as Announced, content);
      return posted.status === 204 ? complete(panel, announced.body as Announced) : posted;
    },
  },
];

function toFilePart({ content = 'x', type = 'text/plain' }: Sent): Buffer {
  return file(content, 'sent', `\r\ncontent-type: ${type}`);
}

function toFieldParts({ path, record, overwrite, rename }: Sent): Buffer[] {
  return [
    field('path', path),
    ...(record ? [field('record_collection', record.collection), field('record_key', record.key)] : []),
    ...(overwrite === undefined ? [] : [field('overwrite', String(overwrite))]),
    ...(rename === undefined ? [] : [field('rename', String(rename))]),
  ];
}
