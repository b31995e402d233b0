/** Notifies people of events that start no run, once a day for each trigger. */
import type { Notify } from '../accounts/notifications.ts';
import type { Query } from '../database.ts';
import { escapeMarkdown } from '../platform/markdown/escape-markdown.ts';
import type { TriggeringEvent, WatchingTrigger } from './booster-trigger.ts';

/** Notifies the owner of the panel, because its changes start workflows in a circle. */
export async function notifyDepthLimit(
  notify: Notify,
  transaction: Query,
  { panelId, today }: TriggeringEvent,
  { id, workflow_name }: WatchingTrigger,
): Promise<void> {
  const panel = await readPanel(transaction, panelId);
  if (!panel) return;
  await notify(transaction, [panel.created_by], {
    event: `trigger-depth:${id}:${today}`,
    kind: 'trigger_depth',
    title: `The workflow '${workflow_name}' was not started again`,
    text:
      `A change in the panel '${escapeMarkdown(panel.name)}' would have started the workflow '${escapeMarkdown(workflow_name)}', ` +
      'but the change was made by a workflow that another such change had started, and so on, too many times in a ' +
      'row. Workflows that change what they watch start themselves, or each other, without end; so the last one was ' +
      'not started.',
  });
}

/** Notifies the owner of the panel. */
export async function notifyFanOutLimit(
  notify: Notify,
  transaction: Query,
  { panelId, today }: TriggeringEvent,
  { id, workflow_name }: WatchingTrigger,
  runs: number,
): Promise<void> {
  const panel = await readPanel(transaction, panelId);
  if (!panel) return;
  await notify(transaction, [panel.created_by], {
    event: `trigger-fan-out:${id}:${today}`,
    kind: 'trigger_fan_out',
    title: `The workflow '${workflow_name}' was not started again`,
    text:
      `A change in the panel '${escapeMarkdown(panel.name)}' would have started the workflow '${escapeMarkdown(workflow_name)}', ` +
      `but the change was made by a workflow, and one cause had already started ${runs} runs in this way. Workflows ` +
      'that make many changes which start workflows that make many changes multiply quickly; so no more were started.',
  });
}

/** Notifies the owner of the workflow. The text says nothing about the panel that the owner may not know. */
export async function notifyNoAccess(
  notify: Notify,
  transaction: Query,
  { panelId, today }: TriggeringEvent,
  { id, node_id, owner_id, workflow_name, run_as_email }: WatchingTrigger,
): Promise<void> {
  await notify(transaction, [owner_id], {
    event: `trigger-panel:${id}:${today}`,
    kind: 'trigger_panel',
    title: `The workflow '${workflow_name}' was not started`,
    text:
      `Something happened in the panel ${panelId} that its trigger '${escapeMarkdown(node_id)}' watches, but the workflow ` +
      `runs on behalf of ${escapeMarkdown(run_as_email)}, who may not use that panel any more. Have the panel shared with ` +
      'them, or let somebody who may use it publish the workflow again.',
  });
}

async function readPanel(transaction: Query, id: string) {
  return transaction.selectFrom('panels').select(['name', 'created_by']).where('id', '=', id).executeTakeFirst();
}
