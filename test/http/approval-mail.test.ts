/** Notifications and e-mails to the people who may decide an approval. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../support/service.ts';
import { asking, decide, findApprovalId, getApproval, waitForEnd, waitingRun } from './approval-workflows.ts';
import { poll } from './poll.ts';
import { mailsTo } from './sent-mails.ts';

// The console may not be built where this test runs.
const service = await testService({ HEDDLE_CONSOLE: 'off' });
const owner = await service.person();

test('assignees are notified once in the app and once by e-mail, with a link that decides nothing', async () => {
  const [dan, eve] = [await service.person(), await service.person()];
  const params = { title: 'Pay Bob?', message: 'He **waits**', assignees: [dan.email, eve.id, dan.id] };
  const run = await waitingRun(service, asking(params), owner);
  const id = findApprovalId(run);
  const { expires_at } = await getApproval(service, id, dan);
  const until = new Date(expires_at).toISOString().replace('T', ' ').slice(0, 16);
  const link = `${service.url}/approvals/${id}`;
  for (const person of [dan, eve]) {
    const notifications = await service.ask<Record<string, unknown>[]>('/api/v1/notification/find', {}, person.key);
    assert.equal(notifications.length, 1);
    assert.partialDeepStrictEqual(notifications[0], {
      kind: 'approval',
      title: 'Pay Bob?',
      text: `The workflow 'workflow' asks for your decision: Pay Bob?\n\nHe **waits**\n\nTo be decided until ${until} UTC`,
      link,
      read: false,
    });
    const mail = await poll(async () => (await mailsTo(service, person.email))[0]);
    assert.equal(mail.subject, 'Pay Bob?');
    assert.ok(mail.text?.includes(link));
    assert.match(mail.html ?? '', /<strong>waits<\/strong>/);
  }
  assert.equal((await fetch(link)).status, 200);
  assert.equal((await getApproval(service, id, dan)).status, 'pending');
  await decide(service, id, dan);
  await waitForEnd(service, run.id, owner);
  for (const person of [dan, eve]) assert.equal((await mailsTo(service, person.email)).length, 1);
});
