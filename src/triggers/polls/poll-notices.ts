/** Tells the owner of a workflow that a source can not be polled, and that it can be polled again. */
import type { Notify } from '../../accounts/notifications.ts';
import type { Query } from '../../database.ts';
import { escapeMarkdown } from '../../platform/markdown/escape-markdown.ts';
import type { PolledTrigger } from './polled-trigger.ts';

export interface PollNotices {
  notify: Notify;
}

/** `lease` is different for each poll, so that there is one notification for each time that a source fails. */
export async function notifyFailing(
  { notify }: PollNotices,
  transaction: Query,
  { id, node_id, workflow_id, workflow_name, owner_id, lease }: PolledTrigger,
  { failures, error }: { failures: number; error: string },
): Promise<void> {
  await notify(transaction, [owner_id], {
    event: `poll-failing:${id}:${lease}`,
    kind: 'poll_failing',
    title: `The workflow '${workflow_name}' finds no new items`,
    text:
      `The trigger '${escapeMarkdown(node_id)}' of the workflow '${escapeMarkdown(workflow_name)}' could not be polled ` +
      `${failures} times in a row: ${escapeMarkdown(error)}. It is tried again, at least once an hour. What was new ` +
      'meanwhile is found when it works again, unless the source no longer lists it.',
    link: `/workflows/${workflow_id}`,
  });
}

export async function notifyRecovered(
  { notify }: PollNotices,
  transaction: Query,
  { id, node_id, workflow_id, workflow_name, owner_id, lease, failures }: PolledTrigger,
): Promise<void> {
  await notify(transaction, [owner_id], {
    event: `poll-recovered:${id}:${lease}`,
    kind: 'poll_recovered',
    title: `The workflow '${workflow_name}' finds new items again`,
    text:
      `The trigger '${escapeMarkdown(node_id)}' of the workflow '${escapeMarkdown(workflow_name)}' was polled ` +
      `successfully, after ${failures} failures.`,
    link: `/workflows/${workflow_id}`,
  });
}
