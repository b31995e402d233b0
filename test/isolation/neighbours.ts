/** Helpers for a service in its own process, where one user misbehaves and a neighbour must not notice it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Definition } from '../support/definitions.ts';
import { FIRST_KEY, type HeddleProcess } from '../support/process.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** Sends bytes or JSON, and returns the status and body of the answer. */
export async function post(url: string, body: Buffer | object, key = FIRST_KEY): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'uni-api-key': key },
    body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

export async function ask<Reply>(url: string, body: object, key?: string): Promise<Reply> {
  const { status, body: reply } = await post(url, body, key);
  assert.equal(status, 200, JSON.stringify(reply));
  return reply as Reply;
}

export async function createWorkflow(url: string, definition: Definition): Promise<string> {
  const { id } = await ask<{ id: string }>(`${url}/api/v3/workflow/create`, { name: 'workflow', definition });
  return id;
}

/** Publishes the definition and returns the URL of its first webhook. */
export async function publishWebhook(url: string, definition: Definition): Promise<string> {
  const workflow_id = await createWorkflow(url, definition);
  const { triggers } = await ask<{ triggers: { url: string | null }[] }>(`${url}/api/v3/workflow/publish`, {
    workflow_id,
  });
  const hook = triggers.find(trigger => trigger.url !== null)?.url;
  assert.ok(hook);
  return `${url}${new URL(hook).pathname}`;
}

/** So short that many requests fit into any work of a test, and so long that they are not the most of its work. */
const PAUSE_MS = 10;

/** Sends small requests one after the other until the work is done. Returns how many were answered before that. */
export async function countAnsweredDuring(url: string, work: Promise<unknown>): Promise<number> {
  const over = work.then(
    () => true,
    () => true,
  );
  let answered = -1;
  do {
    // A small answer that needs the database: a large one would be most of the work itself.
    await ask(`${url}/api/v1/session/get`, {});
    answered++;
  } while (!(await Promise.race([over, delay(PAUSE_MS, false)])));
  await work;
  return answered;
}

/** Returns the peak memory of the process in megabytes. */
export async function readPeakMegabytes({ pid }: HeddleProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
