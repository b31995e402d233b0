import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { defaultConfig } from '../../test/fixtures/config.ts';
import { testStep } from '../../test/fixtures/step.ts';
import { humanApproval } from './human-approval.ts';
import type { ApprovalRequest } from './step.ts';

const { execution } = humanApproval(defaultConfig.workflows);

/** Returns the approval request of a step with these params, and the outcome of the step. */
async function requestApproval(t: TestContext, params: Record<string, unknown>) {
  const requests: ApprovalRequest[] = [];
  const opened = { approval_id: 'approval-1', expires_at: 7, assignees: ['ada@example.org', 'bob@example.org'] };
  const { context } = await testStep(t, {
    async openApproval(request) {
      requests.push(request);
      return opened;
    },
  });
  assert.equal(execution.kind, 'effect');
  const outcome = await execution.perform(params, context);
  assert.equal(requests.length, 1);
  return { request: requests[0], outcome, opened };
}

describe('an approval', () => {
  test('waits, and reports for whom', async t => {
    const { outcome, opened } = await requestApproval(t, {
      title: 'Pay?',
      assignees: ['ada@example.org', 'bob@example.org'],
    });
    assert.deepEqual(outcome, {
      output: opened,
      text: 'Waits for ada@example.org, bob@example.org',
      isWaiting: true,
    });
  });

  test('is decided by link and posted in chats if it says so', async t => {
    const { request } = await requestApproval(t, {
      title: 'Pay?',
      assignees: 'ada@example.org',
      by_link: true,
      notify: [
        { channel: 'slack', credential: 'app', to: '#pay, bob@example.org' },
        { channel: 'teams', credential: 'hook' },
      ],
    });
    assert.equal(request?.byLink, true);
    assert.deepEqual(request?.notify, [
      { channel: 'slack', credential: 'app', to: ['#pay', 'bob@example.org'] },
      { channel: 'teams', credential: 'hook' },
    ]);
  });

  test('names the credentials of its chats, so that they are checked before a run', () => {
    const { resources } = humanApproval(defaultConfig.workflows);
    assert.deepEqual(resources?.({ notify: [{ channel: 'slack', credential: 'app' }, null, { credential: 1 }] }), {
      credentials: ['app'],
    });
    assert.deepEqual(resources?.({ notify: '{{ input.chats }}' }), { credentials: [] });
  });

  test('may be rejected, has no form and expires after three days by default', async t => {
    const { request } = await requestApproval(t, { title: 'Pay?', assignees: 'ada@example.org' });
    assert.deepEqual(request, {
      title: 'Pay?',
      message: '',
      assignees: ['ada@example.org'],
      formSchema: null,
      formValues: {},
      allowReject: true,
      timeoutHours: 72,
    });
    const form_schema = { type: 'object', properties: { amount: { type: 'number' } } };
    const params = {
      title: 'Pay?',
      message: '*Please*',
      assignees: 'ada@example.org',
      form_schema,
      form_values: { amount: 5 },
      allow_reject: false,
      timeout_hours: 0.5,
    };
    assert.deepEqual((await requestApproval(t, params)).request, {
      title: 'Pay?',
      message: '*Please*',
      assignees: ['ada@example.org'],
      formSchema: form_schema,
      formValues: { amount: 5 },
      allowReject: false,
      timeoutHours: 0.5,
    });
  });

  test('may need several people', async t => {
    const base = { title: 'Pay?', assignees: 'ada@example.org' };
    const votes = async (params: object) => (await requestApproval(t, { ...base, ...params })).request?.votes;
    assert.deepEqual(await votes({ required: 2 }), { required: 2, rejectAfter: 1 });
    assert.deepEqual(await votes({ required: 1 }), { required: 1, rejectAfter: 1 });
    assert.deepEqual(await votes({ required: 'all', reject_after: 2 }), { required: 'all', rejectAfter: 2 });
    assert.deepEqual(await votes({ reject_after: 3 }), { required: 1, rejectAfter: 3 });
  });

  const lists: [assignees: unknown, names: string[]][] = [
    ['a@example.org, b@example.org', ['a@example.org', 'b@example.org']],
    [' a@example.org ,, b@example.org,', ['a@example.org', 'b@example.org']],
    [
      ['a@example.org', 'b@example.org,c@example.org'],
      ['a@example.org', 'b@example.org', 'c@example.org'],
    ],
    [',', []],
  ];
  for (const [assignees, names] of lists) {
    test(`asks ${JSON.stringify(names)} for the assignees ${JSON.stringify(assignees)}`, async t => {
      assert.deepEqual((await requestApproval(t, { title: 'Pay?', assignees })).request?.assignees, names);
    });
  }
});
