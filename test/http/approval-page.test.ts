import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { serviceOn, testService } from '../support/service.ts';
import { asking, findApprovalId, getApproval, waitingRun } from './approval-workflows.ts';

const service = await testService({ HEDDLE_CONSOLE: 'off' });

suite('without a console, the page that an approval’s mail links to', () => {
  test('explains how to decide, and decides nothing', async () => {
    const person = await service.person();
    const id = findApprovalId(
      await waitingRun(service, asking({ assignees: person.email, title: 'Pay Eve?' }), person),
    );
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await fetch(`${service.url}/approvals/${id}`, { method });
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      const page = await response.text();
      if (method === 'GET') assert.match(page, new RegExp(`/api/v3/workflow/approval/decide[^]*${id}`));
      assert.doesNotMatch(page, /Eve/);
    }
    assert.equal((await getApproval(service, id, person)).status, 'pending');
  });

  test('exists for every well-formed id, so that it does not reveal which approvals exist', async () => {
    for (const id of ['x', '%22%3E%3Cscript%3E']) {
      assert.equal((await fetch(`${service.url}/approvals/${id}`)).status, 404);
    }
    assert.equal((await fetch(`${service.url}/approvals/0197d1aa-0000-7000-8000-00000000000a`)).status, 200);
    assert.equal(
      (await fetch(`${service.url}/approvals/0197d1aa-0000-7000-8000-00000000000a`, { method: 'POST' })).status,
      405,
    );
  });
});

test('with a console, the link leads to its page, which decides nothing when it is opened', async () => {
  const other = await serviceOn(service.database, {}, { work: false });
  try {
    const person = await service.person();
    const id = findApprovalId(await waitingRun(service, asking({ assignees: person.email }), person));
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${other.url}/approvals/${id}`, { method });
      assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'self'/);
      assert.doesNotMatch(await response.text(), /uni-api-key/);
    }
    assert.equal((await getApproval(service, id, person)).status, 'pending');
  } finally {
    await other.stopService();
  }
});
