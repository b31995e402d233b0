import { postMessage, showOutcome } from '../approvals/messages.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { findOutdated, postMessages, updateMessages } from './posting.ts';
import { decideClick, decideClicks, type SlackDecidingServices } from './slack-deciding.ts';

/** These jobs mostly wait for the chat. */
const AT_ONCE = 8;

export function approvalChannelTasks(services: SlackDecidingServices): Task[] {
  return [
    defineTask({ kind: postMessage, concurrency: AT_ONCE, run: postMessages(services) }),
    defineTask({ kind: showOutcome, concurrency: AT_ONCE, run: updateMessages(services) }),
    defineTask({ kind: decideClick, concurrency: AT_ONCE, run: decideClicks(services) }),
    defineTask({
      kind: defineJob('approvals.find-outdated-messages', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: () => findOutdated(services.database.query),
    }),
  ];
}
