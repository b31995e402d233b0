/** Approvals in Slack and Microsoft Teams: what is posted, who decides by a click, and which clicks are refused. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { findOutdated } from '../../src/approval-channels/posting.ts';
import type { AuditEvent } from '../../src/audit/schemas.ts';
import type { Credential } from '../../src/credentials/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { createWorkflow, readStepOutput } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import {
  asking,
  decide,
  findApprovalId,
  getApproval,
  passDeadline,
  stopExpiring,
  waitForEnd,
  waitingRun,
} from './approval-workflows.ts';
import { poll } from './poll.ts';
import { BOT_TOKEN, type Posted, SIGNING_SECRET, SlackStub, slackHeaders } from './slack-stub.ts';

const service = await testService({ HEDDLE_CONSOLE: 'off', HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
await stopExpiring(service);
const slack = await new SlackStub().open({ after });
const owner = await service.person({ name: 'Olga' });
const ann = await service.person({ name: 'Ann' });
const annInSlack = slack.account(ann.email);

async function create(kind: string, fields: Record<string, unknown>, who = owner): Promise<Credential> {
  const body = { name: `chat ${randomUUID()}`, kind, hosts: [slack.url], fields };
  return service.ask<Credential>('/api/v1/credential/create', body, who.key);
}

const app = await create('slack', {
  bot_token: BOT_TOKEN,
  signing_secret: SIGNING_SECRET,
  api_url: `${slack.url}/api`,
});

interface Asked {
  run: Run;
  id: string;
  title: string;
  message: Posted;
}

async function ask(params: Record<string, unknown> = {}, to: unknown = '#payments'): Promise<Asked> {
  const title = `Pay ${randomUUID()}?`;
  const notify = [{ channel: 'slack', credential: app.name, ...(to !== null && { to }) }];
  const run = await waitingRun(
    service,
    asking({ title, assignees: ann.email, notify, ...params }, { timeout: true }),
    owner,
  );
  return { run, id: findApprovalId(run), title, message: await slack.message(title) };
}

let clicks = 0;

async function send(body: string, headers: Record<string, string> = slackHeaders(body), id = app.id) {
  return fetch(`${service.url}/slack/${id}`, { method: 'POST', body, headers });
}

/** Clicks, and returns what the one who clicked is told. */
async function click(message: Posted, user: string, action = 'heddle_approve') {
  const name = `click${++clicks}`;
  const reply = await send(slack.click(message, user, action, name));
  assert.deepEqual([reply.status, await reply.text()], [200, '']);
  return () => slack.told(name);
}

async function auditOf(id: string) {
  const events = await service.ask<AuditEvent[]>('/api/v1/audit/find', { filters: [['subject.id', '==', id]] });
  return events.map(({ action, via, actor }) => [action, via, actor?.email]);
}

suite('a bot of Slack', () => {
  test('posts the question with buttons, and a click of an assignee decides it', async () => {
    const { run, id, title, message } = await ask({ message: 'He *waits* <!channel>' });
    const [head, body] = message.blocks as unknown as { text: { type: string; text: string } }[];
    assert.deepEqual([head?.text.type, head?.text.text], ['plain_text', title]);
    assert.deepEqual([body?.text.type, body?.text.text], ['plain_text', 'He *waits* <!channel>']);
    const elements = message.blocks.flatMap(each => each.elements ?? []);
    assert.deepEqual(
      elements.flatMap(({ action_id }) => action_id ?? []),
      ['heddle_approve', 'heddle_reject', 'heddle_open'],
    );
    assert.equal(elements.at(-1)?.url, `${service.url}/approvals/${id}`);
    await click(message, annInSlack);
    const output = readStepOutput(await waitForEnd(service, run.id, owner), 'ask');
    assert.partialDeepStrictEqual(output, { decision: 'approved', decided_by: { id: ann.id, name: 'Ann' } });
    assert.deepEqual(await auditOf(id), [['approval.approve', 'slack', ann.email]]);
    const updated = await poll(async () => slack.updated.find(({ ts }) => ts === message.ts));
    assert.match(JSON.stringify(updated.blocks), /Approved by Ann/);
    assert.doesNotMatch(JSON.stringify(updated.blocks), /heddle_approve/);
  });

  test('rejects, and a second click is told what was decided, in the language of Slack', async () => {
    const { run, message } = await ask();
    const german = slack.account(ann.email.toUpperCase(), { locale: 'de-DE' });
    await click(message, german, 'heddle_reject');
    assert.partialDeepStrictEqual(readStepOutput(await waitForEnd(service, run.id, owner), 'ask'), {
      decision: 'rejected',
    });
    const told = await click(message, german);
    assert.deepEqual(await told(), {
      response_type: 'ephemeral',
      replace_original: false,
      text: 'Es ist schon entschieden: Abgelehnt von Ann.',
    });
  });

  test('of two clicks at once, one decides and the other is told so', async () => {
    const { id, message } = await ask();
    const names = ['once', 'twice'];
    const bodies = names.map((name, index) =>
      slack.click(message, annInSlack, index === 0 ? 'heddle_approve' : 'heddle_reject', name),
    );
    await Promise.all(bodies.map(body => send(body)));
    const told = await poll(async () =>
      slack.received.find(({ url }) => names.some(name => url === `/answers/${name}`)),
    );
    assert.match(String(told.body.text), /^It is decided already: (Approved|Rejected) by Ann\.$/);
    assert.equal((await auditOf(id)).length, 1);
  });

  test('writes to the assignees themselves without to, and changes all messages when one has decided', async () => {
    const ben = await service.person({ name: 'Ben' });
    slack.account(ben.email);
    const { id, title } = await ask({ assignees: [ann.id, ben.id] }, null);
    await slack.message(title, 2);
    const messages = slack.posted.filter(({ text }) => text.includes(title));
    assert.equal(new Set(messages.map(({ channel }) => channel)).size, 2);
    await decide(service, id, ben);
    await poll(async () => messages.every(({ ts }) => slack.updated.some(each => each.ts === ts)) || undefined);
  });

  test('tells who has voted that others have to decide, and has no button to approve a form', async () => {
    const ben = await service.person({ name: 'Ben' });
    const { id, message } = await ask({ assignees: [ann.id, ben.id], required: 2 });
    const told = await click(message, annInSlack);
    assert.match(String((await told()).text), /^You have decided\. Your decision is stored/);
    await decide(service, id, ben);
    const form = { type: 'object', properties: { amount: { type: 'number' } } };
    const { message: other } = await ask({ form_schema: form });
    const actions = other.blocks.flatMap(each => each.elements ?? []).flatMap(({ action_id }) => action_id ?? []);
    assert.deepEqual(actions, ['heddle_reject', 'heddle_open']);
  });

  test('is tried again when Slack is busy', async () => {
    slack.failing.set('chat.postMessage', {
      answer: { status: 429, body: { ok: false, error: 'ratelimited' } },
      times: 1,
    });
    const { message } = await ask();
    assert.ok(message);
  });

  test('tells whoever runs the workflow what Slack refuses', async () => {
    const notify = [{ channel: 'slack', credential: app.name, to: '#nowhere' }];
    const run = await waitingRun(service, asking({ assignees: ann.email, notify }), owner);
    const told = await poll(async () => {
      const found = await service.ask<{ title: string; text: string }[]>('/api/v1/notification/find', {}, owner.key);
      return found.find(({ title }) => title === 'Not posted: Pay?');
    });
    assert.equal(
      told.text,
      "The workflow 'workflow' could not post its approval in Slack (#nowhere): Slack refused chat.postMessage: channel_not_found",
    );
    assert.equal((await getApproval(service, findApprovalId(run), ann)).status, 'pending');
  });

  test('shows what ended with its run, or was not decided in time', async () => {
    const { run, message } = await ask();
    await service.ask('/api/v3/workflow/run/cancel', { run_id: run.id }, owner.key);
    await findOutdated(service.service.system.database.query);
    const updated = await poll(async () => slack.updated.find(({ ts }) => ts === message.ts));
    assert.match(JSON.stringify(updated.blocks), /The run ended before anybody decided/);
    const late = await ask();
    await passDeadline(service, late.id);
    const told = await click(late.message, annInSlack);
    assert.equal((await told()).text, 'Nobody decided in time.');
  });
});

suite('a click decides nothing', () => {
  test('without the signature of Slack over this very body, at this time, with this secret', async () => {
    const { id, message } = await ask();
    const body = slack.click(message, annInSlack, 'heddle_approve', 'never');
    const now = Math.floor(Date.now() / 1000);
    const good = slackHeaders(body);
    const { 'x-slack-signature': signature, ...unsigned } = good;
    const wrong: [string, Record<string, string>][] = [
      [body, { 'content-type': good['content-type'] }],
      [body, unsigned],
      [body, { ...good, 'x-slack-signature': signature.replace('v0=', 'v1=') }],
      [body, { ...good, 'x-slack-signature': `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}` }],
      [body, slackHeaders(body, { secret: 'other' })],
      [body, slackHeaders(body, { secret: '' })],
      [body, slackHeaders(body, { at: now - 301 })],
      [body, slackHeaders(body, { at: now + 320 })],
      [body, { ...good, 'x-slack-request-timestamp': String(now - 1) }],
      [`${body}&a=b`, good],
      [body.replace('heddle_approve', 'heddle_reject'), good],
    ];
    for (const [text, headers] of wrong) assert.equal((await send(text, headers)).status, 404);
    const other = await create('slack', { bot_token: BOT_TOKEN, signing_secret: 'other', api_url: `${slack.url}/api` });
    assert.equal((await send(body, good, other.id)).status, 404);
    assert.equal((await send(body, good, randomUUID())).status, 404);
    assert.equal((await send(body, good, 'nothing')).status, 404);
    assert.equal((await fetch(`${service.url}/slack/${app.id}`)).status, 405);
    assert.equal((await getApproval(service, id, ann)).status, 'pending');
  });

  test('with the signature of another app, also not with its own credential', async () => {
    const { id, message } = await ask();
    const other = await create('slack', { bot_token: BOT_TOKEN, signing_secret: 'other', api_url: `${slack.url}/api` });
    const body = slack.click(message, annInSlack, 'heddle_approve', 'foreign');
    assert.equal((await send(body, slackHeaders(body, { secret: 'other' }), other.id)).status, 200);
    await stillPending(id);
  });

  test('of people whom nobody asked, whom nobody knows, or whose address proves nothing', async () => {
    const { id, message } = await ask();
    const ben = await service.person({ name: 'Ben' });
    const gone = await service.person();
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    const cases: [user: string, text: RegExp][] = [
      [slack.account(ben.email), /^You are not among those who may decide this\.$/],
      [slack.account('nobody@example.com'), /^Your address in Slack \(nobody@example\.com\) belongs to no user/],
      [slack.account(gone.email), /belongs to no user of Heddle/],
      [slack.account(undefined), /^Slack does not say which address you have/],
      [slack.account(ann.email, { team_id: 'T2' }), /^Slack does not say which address you have/],
      [slack.account(ann.email, { is_email_confirmed: false }), /^Slack does not say which address you have/],
      [slack.account(ann.email, { deleted: true }), /^Slack does not say which address you have/],
      ['U999', /^This can not be decided here/],
    ];
    for (const [user, text] of cases) {
      const told = await click(message, user);
      assert.match(String((await told()).text), text);
    }
    assert.equal((await getApproval(service, id, ann)).status, 'pending');
  });

  test('when it is none of our buttons, or no click at all', async () => {
    const { id, message } = await ask();
    const open = slack.click(message, annInSlack, 'heddle_open', 'opened');
    const bodies = [
      open,
      '',
      'payload=',
      'payload=%7B',
      'payload=%5B1%5D',
      `payload=${encodeURIComponent('{"type":"view_submission"}')}`,
    ];
    for (const body of bodies) assert.equal((await send(body)).status, 200);
    await stillPending(id);
  });
});

/** A later click, which is answered, shows that earlier ones have done nothing. */
async function stillPending(id: string): Promise<void> {
  const { message } = await ask();
  const told = await click(message, slack.account('other@example.com'));
  await told();
  assert.equal((await getApproval(service, id, ann)).status, 'pending');
}

suite('an incoming webhook', () => {
  const hook = (path: string) => create('incoming_webhook', { url: `${slack.url}${path}` });
  const posted = (path: string) => poll(async () => slack.received.find(({ url }) => url === path)?.body);

  test('of Slack gets the question with a link, and no buttons that decide', async () => {
    const { name } = await hook('/services/T1/B1/secret');
    const run = await waitingRun(
      service,
      asking({ assignees: ann.email, notify: [{ channel: 'slack', credential: name }] }),
      owner,
    );
    const body = JSON.stringify(await posted('/services/T1/B1/secret'));
    assert.match(body, new RegExp(`"url":"${service.url}/approvals/${findApprovalId(run)}"`));
    assert.doesNotMatch(body, /heddle_(approve|reject)/);
  });

  test('of Teams gets an Adaptive Card whose button opens the approval', async () => {
    const { name } = await hook('/teams/workflows/1?sig=secret');
    const message = '[click](https://evil.example)';
    const run = await waitingRun(
      service,
      asking({ title: 'Pay Bob?', message, assignees: ann.email, notify: [{ channel: 'teams', credential: name }] }),
      owner,
    );
    const { type, attachments } = (await posted('/teams/workflows/1?sig=secret')) as {
      type: string;
      attachments: { contentType: string; content: { type: string; body: object[]; actions: object[] } }[];
    };
    assert.equal(type, 'message');
    const [card] = attachments;
    assert.equal(card?.contentType, 'application/vnd.microsoft.card.adaptive');
    assert.deepEqual(card?.content.actions, [
      {
        type: 'Action.OpenUrl',
        title: 'Open the approval in Heddle',
        url: `${service.url}/approvals/${findApprovalId(run)}`,
      },
    ]);
    // A TextRun is never read as Markdown.
    assert.doesNotMatch(JSON.stringify(card?.content.body), /"TextBlock"/);
    assert.match(JSON.stringify(card?.content.body), /\[click\]/);
  });
});

suite('notify', () => {
  const definition = (notice: object) => asking({ assignees: ann.email, notify: [notice] });
  const fail = async (notice: object) => {
    const workflow_id = await createWorkflow(service, definition(notice), owner.key);
    return (await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: {} }, owner.key)).error;
  };

  test('names only credentials that the user may use', async () => {
    const stranger = await service.person();
    const workflow_id = await createWorkflow(
      service,
      definition({ channel: 'slack', credential: app.name }),
      stranger.key,
    );
    await service.refuse(
      422,
      `The workflow is not valid: Step 'ask': the credential '${app.name}' does not exist or may not be used`,
      '/api/v3/workflow/run',
      { workflow_id, input: {} },
      stranger.key,
    );
  });

  test('fails the step with a credential that does not fit', async () => {
    assert.match((await fail({ channel: 'teams', credential: app.name })) ?? '', /which 'notify' needs for teams/);
    const { name } = await create('bearer', { token: 'secret' });
    assert.match((await fail({ channel: 'slack', credential: name })) ?? '', /which 'notify' needs for slack/);
    const webhook = await create('incoming_webhook', { url: `${slack.url}/services/x` });
    const notice = { channel: 'slack', credential: webhook.name, to: '#general' };
    assert.match((await fail(notice)) ?? '', /'to' needs a credential of a Slack app/);
  });
});
