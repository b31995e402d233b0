/** What clients do with files, each act with the files that exist before and after it. */
import { randomBytes } from 'node:crypto';
import { announce, type Contents, done, post, type StoragePanel, toSha256 } from './disturbed-storage.ts';
import type { Reply } from './process.ts';

export interface Act {
  before: Contents;
  after: Contents;
  /** The events that are recorded when the act is done, in any order. */
  events: string[];
  perform(url: string): Promise<Reply>;
  /** The status of a repetition after the act was done; undefined where a repetition would be another act. */
  again: number | undefined;
}

/** Prepares an act in an empty panel, at a service that is not disturbed. */
type PrepareAct = (panel: StoragePanel, url: string) => Promise<Act>;

export function newContent(bytes = 30_000): Buffer {
  return Buffer.concat([Buffer.from('content '), randomBytes(bytes)]);
}

export const acts = {
  async upload(panel) {
    const path = 'docs/a/b.txt';
    const content = newContent(400_000);
    return {
      before: {},
      after: { [path]: toSha256(content) },
      events: ['file.stored'],
      perform: url => panel.upload(url, { path }, content),
      again: 409,
    };
  },

  async 'upload as base64'(panel) {
    const path = 'docs/a.txt';
    const content = newContent();
    return {
      before: {},
      after: { [path]: toSha256(content) },
      events: ['file.stored'],
      perform: url => panel.ask(url, 'upload-b64', { path, data: content.toString('base64') }),
      again: 409,
    };
  },

  overwrite: (panel, url) => overwriting(panel, url, newContent(), newContent(90_000)),
  'overwrite by less': (panel, url) => overwriting(panel, url, newContent(90_000), newContent(10)),

  async 'upload beside'(panel, url) {
    const [first, second] = [newContent(), newContent()];
    done(await panel.upload(url, { path: 'docs/a.txt' }, first));
    const before = { 'docs/a.txt': toSha256(first) };
    return {
      before,
      after: { ...before, 'docs/a (1).txt': toSha256(second) },
      events: ['file.stored'],
      perform: url => panel.upload(url, { path: 'docs/a.txt', rename: 'true' }, second),
      again: undefined,
    };
  },

  rename: (panel, url) => moving(panel, url, 'docs/below/b.txt'),
  move: (panel, url) => moving(panel, url, 'other/a.txt'),

  async delete(panel, url) {
    const content = newContent();
    const { id } = done(await panel.upload(url, { path: 'docs/a.txt' }, content)) as { id: string };
    return {
      before: { 'docs/a.txt': toSha256(content) },
      after: {},
      events: ['file.deleted'],
      perform: url => panel.ask(url, 'delete', { id }),
      again: 404,
    };
  },

  async 'complete a direct upload'(panel, url) {
    const path = 'docs/direct.txt';
    const content = newContent(200_000);
    const announced = await announce(panel, url, { path, size: content.byteLength });
    await posted(url, announced, content);
    return {
      before: {},
      after: { [path]: toSha256(content) },
      events: ['file.stored'],
      perform: url => panel.ask(url, 'upload/complete', { upload_id: announced.upload_id }),
      again: 404,
    };
  },

  async 'overwrite by a direct upload'(panel, url) {
    const path = 'docs/direct.txt';
    const [before, after] = [newContent(20_000), newContent(50_000)];
    done(await panel.upload(url, { path }, before));
    const announced = await announce(panel, url, { path, size: after.byteLength, overwrite: true });
    await posted(url, announced, after);
    return {
      before: { [path]: toSha256(before) },
      after: { [path]: toSha256(after) },
      events: ['file.stored'],
      perform: url => panel.ask(url, 'upload/complete', { upload_id: announced.upload_id }),
      again: 404,
    };
  },

  async 'delete a record with its files'(panel, url) {
    const { key } = done(await panel.record(url, 'create', { collection: 'things', data: {} })) as { key: string };
    const before: Contents = {};
    for (const path of ['docs/a.txt', 'docs/b.txt', 'kept/c.txt']) {
      const content = newContent();
      done(await panel.upload(url, { path, record_collection: 'things', record_key: key }, content));
      before[path] = toSha256(content);
    }
    return {
      before,
      after: { 'kept/c.txt': before['kept/c.txt'] ?? '' },
      events: ['file.changed', 'file.deleted', 'file.deleted', 'record.deleted'],
      perform: url => panel.record(url, 'delete', { key }),
      again: 404,
    };
  },
} satisfies Record<string, PrepareAct>;

export type ActName = keyof typeof acts;
export const ACTS = Object.keys(acts) as ActName[];

async function overwriting(panel: StoragePanel, url: string, before: Buffer, after: Buffer): Promise<Act> {
  const path = 'docs/a.txt';
  done(await panel.upload(url, { path }, before));
  return {
    before: { [path]: toSha256(before) },
    after: { [path]: toSha256(after) },
    events: ['file.stored'],
    perform: url => panel.upload(url, { path, overwrite: 'true' }, after),
    again: 200,
  };
}

async function moving(panel: StoragePanel, url: string, path: string): Promise<Act> {
  const content = newContent();
  const { id } = done(await panel.upload(url, { path: 'docs/a.txt' }, content)) as { id: string };
  return {
    before: { 'docs/a.txt': toSha256(content) },
    after: { [path]: toSha256(content) },
    events: ['file.changed'],
    perform: url => panel.ask(url, 'update', { id, path }),
    again: 200,
  };
}

async function posted(url: string, announced: Parameters<typeof post>[1], content: Buffer): Promise<void> {
  const { status, body } = await post(url, announced, content);
  if (status !== 204) throw new Error(`the form was answered ${status}: ${body}`);
}
