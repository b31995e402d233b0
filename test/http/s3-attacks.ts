/** Posts to S3 that differ from what the client announced. */
import assert from 'node:assert/strict';
import type { Reply } from '../support/service.ts';
import { type PanelUser, refused } from './booster-panels.ts';
import { type Announced, announce, complete, post } from './direct-uploads.ts';
import { findBlobKey } from './s3-storage.ts';

/** The announced content, as text. */
export const CONTENT = '0123456789';
export const NOT_UPLOADED = 'the file was not uploaded';
/** The fields of a valid form. */
export const FIELDS = [
  'key',
  'Content-Type',
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'policy',
  'x-amz-signature',
];
const ADDED = ['acl', 'x-amz-acl', 'x-amz-meta-note', 'Content-Disposition', 'success_action_redirect'];
const MEGABYTE = 2 ** 20;

type Fields = Record<string, string>;
type Attack = (announced: Announced, panel: PanelUser) => Promise<Reply>;

export const attacks: Record<string, Attack> = {
  'one byte more': announced => post(announced, `${CONTENT}x`),
  'one byte less': announced => post(announced, CONTENT.slice(1)),
  nothing: announced => post(announced, ''),
  'a megabyte': announced => post(announced, new Uint8Array(MEGABYTE)),
  'another type': withFields(fields => ({ ...fields, 'Content-Type': 'text/html' })),
  'no field at all': withFields(() => ({})),

  'a policy for more': withFields(fields => {
    const policy = Buffer.from(fields.policy ?? '', 'base64').toString();
    const longer = policy.replace('"content-length-range",10,10', '"content-length-range",0,1000');
    assert.notEqual(longer, policy);
    return { ...fields, policy: Buffer.from(longer).toString('base64') };
  }),

  async 'the key of another upload'(announced, panel) {
    const other = await announce(panel, CONTENT, { path: 'docs/other' });
    const reply = await post(announced, CONTENT, { fields: { ...announced.fields, key: other.fields.key ?? '' } });
    refused(await complete(panel, other), 422, NOT_UPLOADED);
    return reply;
  },

  async 'an expired form'(announced, panel) {
    const { blobs } = panel.service.service.system;
    const conditions = { sizeBytes: 10, contentType: 'text/plain', expiresAt: new Date(Date.now() - 1000) };
    const form = await blobs.presignPost?.(await findBlobKey(panel, announced), conditions);
    assert.ok(form);
    return post(announced, CONTENT, form);
  },

  ...attackEach(ADDED, 'an added', name => withFields(fields => ({ ...fields, [name]: 'public-read' }))),
  ...attackEach(FIELDS, 'without', name => withFields(({ [name]: _, ...fields }) => fields)),
  ...attackEach(FIELDS, 'a changed', name => withFields(fields => ({ ...fields, [name]: changeMiddle(fields[name]) }))),
};

function withFields(change: (fields: Fields) => Fields): Attack {
  return announced => post(announced, CONTENT, { fields: change(announced.fields) });
}

function attackEach(fields: string[], what: string, createAttack: (name: string) => Attack): Record<string, Attack> {
  return Object.fromEntries(fields.map(name => [`${what} ${name}`, createAttack(name)]));
}

/** Changes a character in the middle of a value, because the last characters of base64 may not matter. */
function changeMiddle(value = ''): string {
  const middle = Math.floor(value.length / 2);
  return `${value.slice(0, middle)}${value[middle] === '0' ? '1' : '0'}${value.slice(middle + 1)}`;
}
