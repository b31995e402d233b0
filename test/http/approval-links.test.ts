/** Links in mails by which people decide without signing in: what they show, what decides, and whom they serve. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createNotify } from '../../src/accounts/notifications.ts';
import { attendDue } from '../../src/approvals/attention.ts';
import type { AuditEvent } from '../../src/audit/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { readStepOutput } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import {
  asking,
  decide,
  findApprovalId,
  getApproval,
  passDeadline,
  stopExpiring,
  waitForEnd,
  waitingRun,
  whileRunIsLocked,
} from './approval-workflows.ts';
import { poll } from './poll.ts';
import { mailsTo } from './sent-mails.ts';

const service = await testService({ HEDDLE_CONSOLE: 'off' });
await stopExpiring(service);
const owner = await service.person({ name: 'Olga' });

interface Asked {
  run: Run;
  id: string;
  link: string;
}

async function ask(person: Person, params: Record<string, unknown> = {}): Promise<Asked> {
  const definition = asking({ assignees: person.email, by_link: true, ...params }, { timeout: true });
  const run = await waitingRun(service, definition, owner);
  const id = findApprovalId(run);
  return { run, id, link: await linkTo(person, id) };
}

/** The link in the newest mail about an approval. */
async function linkTo({ email }: Person, id: string): Promise<string> {
  const pattern = new RegExp(`${service.url}/decide/${id}/[\\w-]{64}`);
  return poll(async () => {
    const texts = (await mailsTo(service, email)).map(({ text = '' }) => text);
    return texts.map(text => pattern.exec(text)?.[0]).find(link => link !== undefined);
  });
}

const open = (link: string, headers: Record<string, string> = {}) => fetch(link, { headers, redirect: 'manual' });
const send = (link: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(link, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
const APPROVE = { _heddle_decision: 'approve' };
const REJECT = { _heddle_decision: 'reject' };

async function requireGone(link: string): Promise<void> {
  for (const method of ['GET', 'POST']) {
    const reply = await fetch(link, { method, ...(method === 'POST' && { body: new URLSearchParams(APPROVE) }) });
    assert.equal(reply.status, 404);
    const page = await reply.text();
    assert.match(page, /There is no such approval/);
    assert.doesNotMatch(page, /Pay/);
  }
}

async function auditOf(id: string) {
  const filters = [['subject.id', '==', id]];
  const events = await service.ask<AuditEvent[]>('/api/v1/audit/find', { filters });
  return events.map(({ action, via, actor, address }) => [action, via, actor?.email, address !== null]);
}

suite('the link in the mail', () => {
  test('shows the question to whoever opens it, and opening it decides nothing', async () => {
    const ann = await service.person({ name: 'Ann' });
    const { id, link } = await ask(ann, { title: 'Pay <Bob>?', message: 'He **waits**' });
    for (const method of ['HEAD', 'GET', 'GET']) {
      const reply = await fetch(link, { method });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
      assert.equal(reply.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(reply.headers.get('x-robots-tag'), 'noindex');
      assert.match(reply.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
      const page = await reply.text();
      if (method === 'HEAD') continue;
      assert.match(page, /<h1>Pay &lt;Bob&gt;\?<\/h1>/);
      assert.match(page, /<strong>waits<\/strong>/);
      assert.match(page, new RegExp(`Ann \\(${ann.email}\\)`));
      assert.match(page, new RegExp(`Olga \\(${owner.email}\\)`));
      assert.doesNotMatch(page, /<script/);
    }
    for (const method of ['PUT', 'DELETE', 'PATCH']) assert.equal((await fetch(link, { method })).status, 405);
    assert.equal((await getApproval(service, id, ann)).status, 'pending');
  });

  test('decides with one POST, continues the run, and says afterwards what was decided', async () => {
    const ann = await service.person({ name: 'Ann' });
    const { run, id, link } = await ask(ann);
    const sent = await send(link, { ...APPROVE, _heddle_comment: 'fine\r\nso far' });
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, new URL(link).pathname]);
    const done = await waitForEnd(service, run.id, owner);
    assert.partialDeepStrictEqual(readStepOutput(done, 'ask'), {
      decision: 'approved',
      comment: 'fine\nso far',
      decided_by: { id: ann.id, email: ann.email, name: 'Ann' },
    });
    assert.match(await (await open(link)).text(), /Approved by Ann/);
    const again = await send(link, REJECT);
    assert.equal(again.status, 409);
    assert.match(await again.text(), /Approved by Ann/);
    assert.deepEqual(await auditOf(id), [['approval.approve', 'link', ann.email, true]]);
  });

  test('rejects, and offers no rejection where there is none', async () => {
    const ann = await service.person({ name: 'Ann' });
    const { run, link } = await ask(ann);
    assert.equal((await send(link, REJECT)).status, 303);
    assert.equal(
      (readStepOutput(await waitForEnd(service, run.id, owner), 'ask') as { decision: string }).decision,
      'rejected',
    );
    const other = await ask(ann, { allow_reject: false });
    const page = await (await open(other.link)).text();
    assert.doesNotMatch(page, /value="reject"/);
    assert.match(page, /value="approve">Send</);
    assert.equal((await send(other.link, REJECT)).status, 422);
    assert.equal((await getApproval(service, other.id, ann)).status, 'pending');
  });

  test('needs a pressed button, and texts that can be stored', async () => {
    const ann = await service.person();
    const { id, link } = await ask(ann);
    const wrong: Record<string, string>[] = [
      {},
      { _heddle_decision: 'maybe' },
      { ...APPROVE, _heddle_comment: 'a\0b' },
    ];
    for (const fields of wrong) {
      assert.equal((await send(link, fields)).status, 422);
    }
    const long = await send(link, { ...APPROVE, _heddle_comment: 'x'.repeat(100_000) });
    assert.equal(long.status, 422);
    assert.match(await long.text(), /The comment is too long/);
    for (const body of ['{"_heddle_decision":"approve"}', new Uint8Array([255, 0, 37])]) {
      const reply = await fetch(link, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      assert.equal(reply.status, 422);
    }
    assert.equal((await getApproval(service, id, ann)).status, 'pending');
  });

  test('shows the form, keeps what was written, and fills in what was emptied', async () => {
    const ann = await service.person({ name: 'Ann' });
    const form_schema = {
      type: 'object',
      required: ['amount'],
      properties: {
        amount: { type: 'number', maximum: 100 },
        note: { type: 'string' },
        paid: { type: 'boolean' },
        color: { type: 'string', enum: ['red', 'green'] },
      },
    };
    const { run, link } = await ask(ann, { form_schema, form_values: { amount: 80, note: 'yarn' } });
    const page = await (await open(link)).text();
    assert.match(page, /name="amount"[^>]*|value="80"/);
    assert.match(page, /value="yarn"/);
    for (const amount of ['', 'many', '101']) {
      const refused = await send(link, { ...APPROVE, amount, note: 'wool' });
      assert.equal(refused.status, 422);
      const text = await refused.text();
      assert.match(text, /value="wool"/);
      assert.match(text, /Please check your answers/);
      assert.match(text, /aria-invalid="true"/);
    }
    const german = await (await send(link, { ...APPROVE, amount: '' }, { 'accept-language': 'de-AT' })).text();
    assert.match(german, /Bitte füllen Sie dieses Feld aus\./);
    assert.equal((await send(link, { ...APPROVE, amount: '75', note: '', paid: 'true' })).status, 303);
    const output = readStepOutput(await waitForEnd(service, run.id, owner), 'ask');
    assert.deepEqual((output as { data: unknown }).data, { amount: 75, note: '', paid: true });
  });

  test('offers the console where a file has to be attached, and can still reject', async () => {
    const ann = await service.person();
    const properties = { receipt: { type: 'object', format: 'file' } };
    const { id, link } = await ask(ann, { form_schema: { type: 'object', properties, required: ['receipt'] } });
    const page = await (await open(link)).text();
    assert.doesNotMatch(page, /value="approve"/);
    assert.match(page, new RegExp(`href="${service.url}/approvals/${id}"`));
    assert.equal((await send(link, APPROVE)).status, 422);
    assert.equal((await send(link, REJECT)).status, 303);
  });

  test('speaks German to those who prefer it', async () => {
    const ann = await service.person({ name: 'Ann' });
    const { link } = await ask(ann);
    const page = await (await open(link, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' })).text();
    assert.match(page, /<html lang="de">/);
    assert.match(page, />Freigeben</);
    assert.match(page, /Zu entscheiden bis/);
  });
});

suite('a link serves nobody else', () => {
  test('not with another signature, approval or user, and looks the same when there is no approval', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const [one, other] = [await ask(ann), await ask(ben)];
    const proof = one.link.slice(-64);
    const otherProof = other.link.slice(-64);
    // The first 16 of the 48 bytes are the id of the user.
    const mixed = Buffer.concat([
      Buffer.from(otherProof, 'base64url').subarray(0, 16),
      Buffer.from(proof, 'base64url').subarray(16),
    ]).toString('base64url');
    const flipped = `${proof.slice(0, -1)}${proof.endsWith('A') ? 'B' : 'A'}`;
    const wrong = [flipped, otherProof, mixed, proof.toLowerCase(), proof.slice(1), `${proof}A`, '%00', 'x'];
    for (const each of wrong) await requireGone(`${service.url}/decide/${one.id}/${each}`);
    await requireGone(`${service.url}/decide/${other.id}/${proof}`);
    await requireGone(`${service.url}/decide/0197d1aa-0000-7000-8000-00000000000a/${proof}`);
    await requireGone(`${service.url}/decide/nothing/${proof}`);
    assert.equal((await open(one.link)).status, 200);
  });

  test('who was disabled or has passed it on', async () => {
    const [ann, ben] = [await service.person(), await service.person({ workflow_permission: 'write' })];
    const disabled = await ask(ann);
    await service.ask('/api/v1/user/update', { id: ann.id, enabled: false });
    await requireGone(disabled.link);
    await service.ask('/api/v1/user/update', { id: ann.id, enabled: true });
    const passed = await ask(ann);
    const { query } = service.service.system.database;
    await query
      .updateTable('approvals')
      .set({ assignee_user_ids: [ben.id] })
      .where('id', '=', passed.id)
      .execute();
    await requireGone(passed.link);
  });

  test('when the workflow was deleted', async () => {
    const ann = await service.person();
    const { run, link } = await ask(ann);
    await service.ask(`/api/v3/workflow/delete?entity_id=${run.workflow_id}`, {}, owner.key);
    await requireGone(link);
  });

  test('without by_link, no mail has such a link', async () => {
    const ann = await service.person();
    const run = await waitingRun(service, asking({ assignees: ann.email }), owner);
    const mail = await poll(async () => (await mailsTo(service, ann.email))[0]);
    assert.ok(mail.text?.includes(`${service.url}/approvals/${findApprovalId(run)}`));
    assert.doesNotMatch(`${mail.text}${mail.html}`, /\/decide\//);
  });

  test('the database, and the notification in the app, have no link that decides', async () => {
    const ann = await service.person();
    const { id, link } = await ask(ann);
    const { query } = service.service.system.database;
    const rows = await query.selectFrom('notifications').selectAll().where('user_id', '=', ann.id).execute();
    assert.ok(!JSON.stringify(rows).includes(link.slice(-64)));
    const [shown] = await service.ask<{ link: string }[]>('/api/v1/notification/find', {}, ann.key);
    assert.equal(shown?.link, `${service.url}/approvals/${id}`);
  });
});

suite('what happens at once, or meanwhile', () => {
  test('of two clicks at once, one decides and the other says so', async () => {
    const ann = await service.person({ name: 'Ann' });
    const { run, link } = await ask(ann);
    const replies = await whileRunIsLocked(service, run.id, {
      request: () => Promise.all([send(link, APPROVE), send(link, REJECT)]),
      waiting: 2,
    });
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [303, 409]);
    const late = replies.find(({ status }) => status === 409);
    assert.match((await late?.text()) ?? '', /(Approved|Rejected) by Ann/);
  });

  test('after the deadline, and after somebody else has decided, the page says so', async () => {
    const [ann, ben] = [await service.person({ name: 'Ann' }), await service.person({ name: 'Ben' })];
    const late = await ask(ann);
    await passDeadline(service, late.id);
    assert.match(await (await open(late.link)).text(), /Nobody decided in time/);
    const sent = await send(late.link, APPROVE);
    assert.equal(sent.status, 409);
    const decided = await ask(ann, { assignees: [ann.id, ben.id] });
    await decide(service, decided.id, ben);
    const page = await (await open(decided.link)).text();
    assert.match(page, /Approved by Ben/);
    assert.doesNotMatch(page, /<form/);
    const cancelled = await ask(ann);
    await service.ask('/api/v3/workflow/run/cancel', { run_id: cancelled.run.id }, owner.key);
    assert.match(await (await open(cancelled.link)).text(), /The run ended before anybody decided/);
  });

  test('where two have to approve, each has a link, and a vote is not changed', async () => {
    const [ann, ben] = [await service.person({ name: 'Ann' }), await service.person({ name: 'Ben' })];
    const { run, id, link } = await ask(ann, { assignees: [ann.id, ben.id], required: 2 });
    assert.equal((await send(link, APPROVE)).status, 303);
    assert.match(await (await open(link)).text(), /You have decided/);
    assert.equal((await send(link, REJECT)).status, 409);
    assert.equal((await send(await linkTo(ben, id), APPROVE)).status, 303);
    const done = await waitForEnd(service, run.id, owner);
    assert.equal((readStepOutput(done, 'ask') as { decisions: unknown[] }).decisions.length, 2);
  });

  test('a reminder has the link, too', async () => {
    const ann = await service.person();
    const { id } = await ask(ann, { remind_hours: 1 });
    const { query } = service.service.system.database;
    await query
      .updateTable('approvals')
      .set({ remind_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    const services = { notify: createNotify(service.service.system.jobs), publicUrl: () => service.url };
    await attendDue(services, query, AbortSignal.timeout(60_000));
    await poll(async () => {
      const mails = (await mailsTo(service, ann.email)).filter(({ text }) => text?.includes(`/decide/${id}/`));
      return mails.length === 2 ? mails : undefined;
    });
  });
});
