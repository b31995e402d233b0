/** Direct uploads as clients do them: announced, posted to the given URL, and completed. */
import assert from 'node:assert/strict';
import type { Reply } from '../support/service.ts';
import type { PanelUser } from './booster-panels.ts';

export interface Announced {
  upload_id: string;
  url: string;
  fields: Record<string, string>;
  expires_at: number;
}

/** Describes this content, unless `more` says otherwise. */
export function announcement(content: string | Uint8Array, more: Record<string, unknown> = {}) {
  return { path: 'docs/a.txt', content_type: 'text/plain', size: Buffer.byteLength(content), ...more };
}

export function announce(panel: PanelUser, content: string | Uint8Array, more: Record<string, unknown> = {}) {
  return panel.ask<Announced>('upload/init', announcement(content, more));
}

export interface Posted {
  url?: string;
  fields?: Record<string, string> | [string, string][];
  type?: string;
  /** Fields that follow the file. */
  behind?: Record<string, string>;
}

/** Posts the form without a key. The file follows the fields. */
export async function post(
  announced: Announced,
  content: string | Uint8Array<ArrayBuffer>,
  { url = announced.url, fields = announced.fields, type = '', behind = {} }: Posted = {},
): Promise<Reply> {
  const form = new FormData();
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type }), 'any.name');
  for (const [name, value] of Object.entries(behind)) form.append(name, value);
  return sendTo(url, form);
}

export async function sendTo(url: string, body: RequestInit['body'], init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, { method: 'POST', body: body ?? null, ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

/** Posts the form, which must be accepted. */
export async function postSuccessfully(announced: Announced, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const reply = await post(announced, content);
  assert.deepEqual([reply.status, reply.body], [204, '']);
}

export function complete(panel: PanelUser, { upload_id }: Pick<Announced, 'upload_id'>): Promise<Reply> {
  return panel.call('upload/complete', { upload_id });
}
