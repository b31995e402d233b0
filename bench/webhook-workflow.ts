/** A workflow of five steps that a webhook starts, and the end of its runs. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { fiveSteps } from './five-steps.ts';
import { call } from './load.ts';

/** Counts the runs once none is waiting or in progress. */
export async function allFinished(client: pg.Client): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ open: boolean; success: number }>(
      `SELECT EXISTS (SELECT FROM runs WHERE status IN ('queued', 'running')) AS open,
        (SELECT count(*) FROM runs WHERE status = 'success')::integer AS success`,
    );
    if (!rows[0]?.open) return rows[0]?.success ?? 0;
    await delay(20); // Each query takes time from the runs.
  }
}

/** Returns the URL of the webhook. */
export async function publishWebhook(
  url: string,
  { params = {}, settings }: { params?: object; settings?: object } = {},
): Promise<string> {
  const definition = { ...fiveSteps('trigger.webhook', 'input.body', params), ...(settings && { settings }) };
  const { id } = await call<{ id: string }>(`${url}/api/v3/workflow/create`, { name: 'bench', definition });
  const { triggers } = await call<{ triggers: { url: string }[] }>(`${url}/api/v3/workflow/publish`, {
    workflow_id: id,
  });
  const hook = triggers[0]?.url;
  if (hook === undefined) throw new Error('the workflow has no webhook');
  return `${url}${new URL(hook).pathname}`;
}
