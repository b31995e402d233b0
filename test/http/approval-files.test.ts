/** Files in the forms of approvals. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Attachment } from '../../src/nodes/step.ts';
import { node } from '../support/definitions.ts';
import { openLateProxy } from '../support/late-proxy.ts';
import { findStep, readStepOutput } from '../support/runs.ts';
import { type Person, serviceOn, testService } from '../support/service.ts';
import {
  APPROVAL,
  asking,
  decide,
  findApprovalId,
  getApproval,
  stopExpiring,
  waitForEnd,
  waitingRun,
  whileRunIsLocked,
} from './approval-workflows.ts';
import { createFileForm, remains, upload } from './file-uploads.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '1' });
await stopExpiring(service);
const ann = await service.person();
const file = { type: 'object', format: 'file' };
const form_schema = {
  type: 'object',
  properties: { doc: file, more: file, note: { type: 'string' } },
  required: ['doc'],
};
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hello = { filename: 'grüße.txt', mime_type: 'text/plain', data: base64('hello') };
const large = { ...hello, data: base64('x'.repeat(2 ** 20 + 1)) };
const DECIDE = `${APPROVAL}/decide`;

/** Creates a file of the run, which the form shows. */
const made = node('made', 'tool.call', {
  tool: 'base64_decode',
  params: { base64: base64('made'), as: 'file', filename: 'made.txt' },
});
const showing = { assignees: [ann.id], form_schema, form_values: { doc: '{{ steps.made.output.file }}' } };

async function pending(
  owner: Person,
  params: Record<string, unknown> = { assignees: [ann.id], form_schema },
  before = [made],
) {
  const run = await waitingRun(service, asking(params, { before }), owner);
  return { run, approval_id: findApprovalId(run) };
}

async function content({ file_url }: Attachment): Promise<string> {
  const reply = await fetch(file_url);
  assert.equal(reply.status, 200);
  return reply.text();
}

suite('files sent with a decision', () => {
  test('belong to the run and its user, and are deleted with the run', async () => {
    const owner = await service.person();
    const { run, approval_id } = await pending(owner, undefined, []);
    const data = { doc: hello, more: { name: 'a.html', data: `data:text/plain;base64,${base64('<html></html>')}` } };
    const { decision_data } = await decide(service, approval_id, ann, 'approve', { data });
    const { doc, more } = decision_data as { doc: Attachment; more: Attachment };
    assert.deepEqual(Object.keys(doc), ['file_id', 'filename', 'content_type', 'file_url', 'size']);
    assert.deepEqual([doc.filename, doc.content_type, doc.size], ['grüße.txt', 'text/plain', 5]);
    assert.deepEqual([more.filename, more.content_type, more.size], ['a.html', 'text/html', 13]);
    assert.deepEqual([await content(doc), await content(more)], ['hello', '<html></html>']);
    const done = await waitForEnd(service, run.id, owner);
    assert.deepEqual((readStepOutput(done, 'ask') as { data: unknown }).data, decision_data);
    assert.deepEqual(findStep(done, 'ask').file_ids, [doc.file_id, more.file_id]);
    assert.partialDeepStrictEqual(await remains(service, owner), {
      storageUsed: 18,
      files: 2,
      reservations: 0,
      unknownBlobs: 0,
    });
    assert.partialDeepStrictEqual(await remains(service, ann), { storageUsed: 0, files: 0 });
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run.id}`, {}, owner.key);
    assert.equal((await fetch(doc.file_url)).status, 404);
    assert.partialDeepStrictEqual(await remains(service, owner), { storageUsed: 0, files: 0 });
  });

  test('count towards the storage of the organization', async () => {
    const owner = await service.person({ storage_quota: 0 });
    const organization_id = await service.organization([{ person: owner, write: true }], { storage_quota: 5 });
    const definition = asking({ assignees: [ann.id], form_schema });
    const approval_id = findApprovalId(await waitingRun(service, definition, owner, { organization_id }));
    const body = { approval_id, decision: 'approve', data: { doc: { ...hello, data: base64('hello!') } } };
    await service.refuse(422, 'organization storage quota exceeded', DECIDE, body, ann.key);
    assert.equal((await decide(service, approval_id, ann, 'approve', { data: { doc: hello } })).status, 'approved');
  });

  test('do not count as form data, whatever their length', async () => {
    const owner = await service.person();
    const { approval_id } = await pending(owner, undefined, []);
    const doc = { ...hello, data: base64('x'.repeat(500_000)) };
    const { decision_data } = await decide(service, approval_id, ann, 'approve', { data: { doc } });
    assert.equal((decision_data.doc as Attachment).size, 500_000);
  });

  test('leave nothing behind when the decision is refused', async () => {
    const owner = await service.person({ storage_quota: 2 ** 20 });
    const { approval_id } = await pending(owner, undefined, []);
    const before = await remains(service, owner);
    const wrong: [data: Record<string, unknown>, detail: string][] = [
      [{ more: hello }, 'validation error: data.doc: is required'],
      [{ doc: hello, note: 7 }, 'validation error: data.note: must be string'],
      [{ doc: hello, note: 'x'.repeat(20_000) }, 'The form data is too large (at most 20000 characters of JSON)'],
      [{ doc: hello, more: { ...hello, data: 'hello!' } }, 'The file is not valid base64 data'],
      [{ doc: hello, more: large }, 'the file is larger than 1 MB'],
      [{ doc: hello, more: { ...hello, data: base64('x'.repeat(2 ** 20)) } }, 'storage quota exceeded'],
      [{ doc: { ...hello, mime_type: 'image/png' } }, 'the file content is not image/png'],
      [{ doc: [hello, hello] }, "The input 'doc' must be one file"],
      [{ doc: null }, "The input 'doc' must be one file"],
      [{ doc: hello, more: 'x' }, "The input 'more' must be one file"],
    ];
    for (const [data, detail] of wrong) {
      await service.refuse(422, detail, DECIDE, { approval_id, decision: 'approve', data }, ann.key);
      assert.deepEqual(await remains(service, owner), before, detail);
    }
    const noFile = { approval_id, decision: 'approve', data: { doc: hello, more: 'x' } };
    const { headers } = await service.call(DECIDE, noFile, ann.key);
    assert.equal(headers.get('x-error-field'), '/data/more');
    await decide(service, approval_id, ann, 'reject', { data: { doc: hello } });
    assert.deepEqual(await remains(service, owner), before);
    const body = { approval_id, decision: 'approve', data: { doc: hello } };
    await service.refuse(422, 'The approval is rejected already', DECIDE, body, ann.key);
    assert.deepEqual(await remains(service, owner), before);
  });

  test('are stored for only one of many simultaneous decisions', async () => {
    const owner = await service.person();
    const { run, approval_id } = await pending(owner, undefined, []);
    const body = { approval_id, decision: 'approve', data: { doc: hello } };
    const replies = await Promise.all(Array.from({ length: 8 }, () => service.call(DECIDE, body, ann.key)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    await waitForEnd(service, run.id, owner);
    assert.partialDeepStrictEqual(await remains(service, owner), {
      storageUsed: 5,
      files: 1,
      reservations: 0,
      unknownBlobs: 0,
    });
  });
});

suite('files that the form shows', () => {
  test('stay in the form data, even when they are sent back', async () => {
    for (const sentBack of [
      () => ({}),
      (doc: Attachment) => ({ doc }),
      ({ file_id }: Attachment) => ({ doc: { file_id } }),
      ({ file_id }: Attachment) => ({ doc: file_id }),
      (doc: Attachment) => ({ doc: { ...doc, filename: 'other', file_url: 'https://evil.example/' } }),
    ]) {
      const owner = await service.person();
      const { run, approval_id } = await pending(owner, showing);
      const { form_values } = await getApproval(service, approval_id, ann);
      const doc = form_values.doc as Attachment;
      assert.equal(await content(doc), 'made');
      const { decision_data } = await decide(service, approval_id, ann, 'approve', { data: sentBack(doc) });
      assert.deepEqual(decision_data, { doc });
      assert.deepEqual(findStep(await waitForEnd(service, run.id, owner), 'ask').file_ids, []);
    }
  });

  test('may be replaced', async () => {
    const owner = await service.person();
    const { run, approval_id } = await pending(owner, showing);
    const { decision_data } = await decide(service, approval_id, ann, 'approve', { data: { doc: hello } });
    assert.equal(await content(decision_data.doc as Attachment), 'hello');
    assert.equal(findStep(await waitForEnd(service, run.id, owner), 'ask').file_ids.length, 1);
  });
});

test('a decision can name no other file, whoever owns it', async () => {
  const owner = await service.person();
  const { run, approval_id } = await pending(owner, showing);
  const files = [
    await upload(service, owner, createFileForm('secret of the owner')),
    await upload(service, ann, createFileForm('of who decides')),
    { ...(readStepOutput(run, 'made') as { file: Attachment }).file },
  ];
  const [ofOwner, ofAnn, ofRun] = files.map(({ file_id }) => file_id);
  const named: [key: string, id: string | undefined][] = [
    ['doc', ofOwner],
    ['doc', ofAnn],
    ['more', ofOwner],
    ['more', ofRun],
  ];
  for (const [key, id] of named) {
    for (const value of [
      id,
      { file_id: id },
      { file_id: id, filename: 'a', file_url: 'x', size: 1, content_type: 'x' },
    ]) {
      const body = { approval_id, decision: 'approve', data: { [key]: value } };
      await service.refuse(422, `The input '${key}' must be one file`, DECIDE, body, ann.key);
    }
  }
  await decide(service, approval_id, ann);
});

test('a decision whose commit gets no answer is valid, and its files are stored', async () => {
  const proxy = await openLateProxy({ after }, service.database);
  const other = await serviceOn({ ...service.database, url: proxy.url });
  try {
    const owner = await service.person();
    const { run, approval_id } = await pending(owner, undefined, []);
    const body = { approval_id, decision: 'approve', data: { doc: hello } };
    const taken = proxy.interceptCommit(/update "approvals"/);
    const lost = other.refuse(503, 'the service can not reach its database or storage', DECIDE, body, ann.key);
    await (await taken).deliver();
    await lost;
    await service.refuse(422, 'The approval is approved already', DECIDE, body, ann.key);
    const { decision_data } = await getApproval(service, approval_id, ann);
    assert.equal(await content(decision_data.doc as Attachment), 'hello');
    assert.equal((await waitForEnd(service, run.id, owner)).status, 'success');
  } finally {
    await other.stopService();
  }
});

suite('while a file of a decision is stored', () => {
  const events: [what: string, statement: string, detail: string][] = [
    [
      'the deadline passes',
      "UPDATE approvals SET expires_at = now() - interval '1 second' WHERE run_id = $1",
      'The time to decide the approval is over',
    ],
    [
      'the run is cancelled',
      "UPDATE runs SET status = 'cancelled', finished_at = now() WHERE id = $1",
      'The approval is cancelled already',
    ],
    ['the run ends', "UPDATE runs SET status = 'success' WHERE id = $1", "Step 'ask' of the run does not wait"],
    ['the run is deleted', 'DELETE FROM runs WHERE id = $1', 'Approval not found'],
  ];
  for (const [what, statement, detail] of events) {
    test(`if ${what}, the decision is refused and leaves nothing behind`, async () => {
      const owner = await service.person();
      const { run, approval_id } = await pending(owner, undefined, []);
      const before = await remains(service, owner);
      const body = { approval_id, decision: 'approve', data: { doc: hello } };
      const status = statement.startsWith('DELETE') ? 404 : 422;
      await whileRunIsLocked(service, run.id, {
        request: () => service.refuse(status, detail, DECIDE, body, ann.key),
        waiting: 1,
        act: client => client.query(statement, [run.id]),
      });
      assert.deepEqual(await remains(service, owner), before);
    });
  }
});
