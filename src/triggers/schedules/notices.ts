/** Notifies people of schedules that do not run as planned, once a day. */
import { sql } from 'kysely';
import type { Notify } from '../../accounts/notifications.ts';
import type { Query } from '../../database.ts';
import { escapeMarkdown } from '../../platform/markdown/escape-markdown.ts';
import type { DueSchedule } from './planning.ts';

/** The one on whose behalf the runs are can change the workflow and mostly the variable. */
export async function notifyHolidayProblem(
  notify: Notify,
  transaction: Query,
  { id, node_id, workflow_id, workflow_name, run_as }: DueSchedule,
  problem: string,
): Promise<void> {
  await notify(transaction, run_as === null ? [] : [run_as], {
    event: `schedule-holidays:${id}:${await readToday(transaction)}`,
    kind: 'schedule_holidays',
    title: `The workflow '${workflow_name}' does not know its holidays`,
    text:
      `The schedule '${escapeMarkdown(node_id)}' of the workflow '${escapeMarkdown(workflow_name)}' runs as if there were ` +
      `no holidays: ${escapeMarkdown(problem)}. It takes them into account again as soon as the variable has dates.`,
    link: `/workflows/${workflow_id}`,
  });
}

export async function notifyQueueFull(
  notify: Notify,
  transaction: Query,
  userId: string,
  queuedPerUser: number,
): Promise<void> {
  await notify(transaction, [userId], {
    event: `queue-full:${await readToday(transaction)}`,
    kind: 'queue_full',
    title: 'Schedules were missed',
    text:
      `Schedules of your workflows were due, but ${queuedPerUser} runs on your behalf wait already. Such schedules are ` +
      'passed over until there is room again, and webhook calls are refused. Look for workflows that are started more ' +
      'often than they can be executed.',
  });
}

async function readToday(transaction: Query): Promise<string | undefined> {
  const { rows } = await sql<{ today: string }>`
    SELECT (now() AT TIME ZONE 'UTC')::date::text AS today`.execute(transaction);
  return rows[0]?.today;
}
