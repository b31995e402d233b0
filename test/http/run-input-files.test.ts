/** Files in the input of a run. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { createFileForm, remains, upload } from './file-uploads.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '1' });
const RUN = '/api/v3/workflow/run';
const file = { type: 'object', format: 'file' };
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const nothing = { storageUsed: 0, files: 0, bytes: 0, reservations: 0, unknownBlobs: 0, temporary: 0 };

const definition = chain(node('done', 'output', { value: '{{ input }}' }));
const [start] = definition.nodes;
if (start) {
  start.params = { input_schema: { type: 'object', properties: { doc: file, other: file, note: { type: 'string' } } } };
}

interface User extends Person {
  workflow: string;
}

async function user(options: Record<string, unknown> = {}): Promise<User> {
  const person = await service.person(options);
  return { ...person, workflow: await createWorkflow(service, definition, person.key) };
}

async function run({ workflow, key }: User, input: Record<string, unknown>): Promise<Run> {
  return service.ask<Run>(RUN, { workflow_id: workflow, input }, key);
}

/** Checks that both endpoints refuse the input, and that nothing of it remains stored. */
async function assertRefused(
  person: User,
  status: number,
  detail: string,
  input: Record<string, unknown>,
): Promise<void> {
  const before = await remains(service, person);
  for (const path of [RUN, `${RUN}/stream`]) {
    await service.refuse(status, detail, path, { workflow_id: person.workflow, input }, person.key);
  }
  assert.deepEqual(await remains(service, person), before);
  assert.equal(await service.ask<number>('/api/v3/workflow/runs/count', {}, person.key), 0);
}

function attachment(result: unknown, key = 'doc'): Attachment {
  const value = (result as Record<string, Attachment>)[key];
  assert.ok(value);
  return value;
}

async function download({ file_url }: Attachment): Promise<[number, string, string | null]> {
  const reply = await fetch(file_url);
  return [reply.status, await reply.text(), reply.headers.get('content-type')];
}

const deleteRun = (id: string, { key }: Person) => service.ask(`/api/v3/workflow/runs/delete?entity_id=${id}`, {}, key);

suite('a file that is sent with the input', () => {
  test('becomes attachment metadata, in the input as well as in the result', async () => {
    const ann = await user();
    const done = await run(ann, {
      doc: { filename: 'grüße.csv', mime_type: 'text/csv', data: base64('a,b') },
      note: 'n',
    });
    const doc = attachment(readResult(done));
    assert.deepEqual(Object.keys(doc).sort(), ['content_type', 'file_id', 'file_url', 'filename', 'size']);
    assert.deepEqual([doc.filename, doc.content_type, doc.size], ['grüße.csv', 'text/csv', 3]);
    const link = new URL(doc.file_url);
    assert.deepEqual([...link.searchParams.keys()], ['id', 'secret']);
    assert.equal(link.searchParams.get('id'), doc.file_id);
    assert.ok(doc.file_url.startsWith(service.url));
    assert.deepEqual(JSON.parse(done.input_json), { doc, note: 'n' });
    assert.deepEqual(await download(doc), [200, 'a,b', 'text/csv']);
  });

  test('is accepted in every documented form', async () => {
    const ann = await user();
    const forms: [Record<string, unknown>, [string, string]][] = [
      [{ name: 'n.txt', content_type: 'text/plain', data: base64('hello') }, ['n.txt', 'text/plain']],
      [{ filename: 'n.txt', data: `data:text/html;base64,${base64('hello')}` }, ['n.txt', 'text/html']],
      [{ filename: 'n.png', mime_type: 'text/csv', data: base64('hello') }, ['n.png', 'text/csv']],
      [
        { filename: 'x', mime_type: 'a/b', data: `data:text/plain;charset=utf-8;base64,${base64('hello')}` },
        ['x', 'a/b'],
      ],
      [{ filename: 'n.md', data: base64('hello') }, ['n.md', 'text/markdown']],
      [{ filename: 'n.pdf', data: base64('hello') }, ['n.pdf', 'application/octet-stream']],
      [{ data: base64('hello') }, ['file', 'application/octet-stream']],
      [{ filename: '../../etc/passwd', data: 'aGVs\r\nbG8=' }, ['passwd', 'application/octet-stream']],
      [{ filename: null, mime_type: null, name: 'n', content_type: 'a/b', data: base64('hello') }, ['n', 'a/b']],
    ];
    for (const [doc, [filename, type]] of forms) {
      const stored = attachment(readResult(await run(ann, { doc })));
      assert.deepEqual([stored.filename, stored.content_type, stored.size], [filename, type, 5]);
      assert.equal((await download(stored))[1], 'hello');
    }
    const empty = attachment(readResult(await run(ann, { doc: { filename: 'empty', data: '' } })));
    assert.deepEqual([empty.size, (await download(empty)).slice(0, 2)], [0, [200, '']]);
  });

  test('may be one of several, each in its field, and is plain data where no file is declared', async () => {
    const ann = await user();
    const plain = { filename: 'x', data: base64('x') };
    const result = readResult(await run(ann, { doc: plain, other: { ...plain, data: base64('y') }, more: plain }));
    const [doc, other] = [attachment(result), attachment(result, 'other')];
    assert.deepEqual([(await download(doc))[1], (await download(other))[1]], ['x', 'y']);
    assert.deepEqual((result as { more: unknown }).more, plain);
    assert.equal((await remains(service, ann)).files, 2);
  });

  test('counts towards the size of the input only with its metadata', async () => {
    const ann = await user();
    const { size } = attachment(readResult(await run(ann, { doc: { data: base64(Buffer.alloc(900_000)) } })));
    assert.equal(size, 900_000);
  });

  test('belongs to the run: its link needs no key, and deleting the run ends the link and frees the storage', async () => {
    const ann = await user({ storage_quota: 10 });
    const done = await run(ann, { doc: { data: base64('12345678') } });
    const doc = attachment(readResult(done));
    assert.deepEqual(await remains(service, ann), { ...nothing, storageUsed: 8, files: 1, bytes: 8 });
    const full = { workflow_id: ann.workflow, input: { doc: { data: base64('123') } } };
    await service.refuse(422, 'storage quota exceeded', RUN, full, ann.key);
    await deleteRun(done.id, ann);
    assert.equal((await download(doc))[0], 404);
    assert.deepEqual(await remains(service, ann), nothing);
    assert.equal((await run(ann, { doc: { data: base64('123') } })).status, 'success');
  });

  test('uses the storage of the organization that owns the workflow', async () => {
    const ann = await user();
    const organization_id = await service.organization([{ person: ann, write: true }], { storage_quota: 4 });
    const workflow = await createWorkflow(service, definition, ann.key, { organization_id });
    const inside = { ...ann, workflow };
    const done = await run(inside, { doc: { data: base64('1234') } });
    assert.equal(done.organization_id, organization_id);
    assert.equal((await remains(service, ann)).storageUsed, 0);
    const more = { workflow_id: workflow, input: { doc: { data: base64('1') } } };
    await service.refuse(422, 'organization storage quota exceeded', RUN, more, ann.key);
  });
});

suite('the service refuses, and stores nothing of,', () => {
  test('content that is not base64', async () => {
    const ann = await user();
    for (const data of ['a', '====', 'a-b_', 'aGVsbG8', 'data:text/plain,hello', 'aGVs=bG8', 'ä', '\u0001']) {
      await assertRefused(ann, 422, 'The file is not valid base64 data', { doc: { filename: 'x', data } });
    }
  });

  test('a value that is not exactly one file', async () => {
    const ann = await user();
    const one = { filename: 'x', data: base64('x') };
    for (const doc of [[], [one], [one, one], 1, true, {}, { data: 1 }, { file_id: 7 }, { files: [one] }]) {
      await assertRefused(ann, 422, "The input 'doc' must be one file", { doc });
    }
    // An optional field may be null.
    const free = await user();
    assert.deepEqual(readResult(await run(free, { doc: null })), { doc: null });
  });

  test('a file that is too large', async () => {
    const ann = await user();
    const data = base64(Buffer.alloc(2 ** 20 + 1));
    await assertRefused(ann, 422, 'the file is larger than 1 MB', { doc: { data } });
    const most = attachment(readResult(await run(ann, { doc: { data: base64(Buffer.alloc(2 ** 20)) } })));
    assert.equal(most.size, 2 ** 20);
  });

  test('the first file when the second is refused', async () => {
    const ann = await user({ storage_quota: 10 });
    const doc = { data: base64('1234567') };
    await assertRefused(ann, 422, 'The file is not valid base64 data', { doc, other: { data: '?' } });
    await assertRefused(ann, 422, 'storage quota exceeded', { doc, other: { data: base64('1234') } });
    await assertRefused(ann, 422, "The input 'other' must be one file", { doc, other: 1 });
    await assertRefused(ann, 404, "The file of the input 'other' was not found or is not accessible", {
      doc,
      other: randomUUID(),
    });
    const detail = 'The run input is too large (at most 200000 characters of JSON)';
    await assertRefused(ann, 422, detail, { doc, note: 'x'.repeat(200_000) });
    assert.equal((await run(ann, { doc, other: { data: base64('123') } })).status, 'success');
  });
});

suite('a file that is given by its id', () => {
  test('still belongs to the user', async () => {
    const ann = await user();
    const own = await upload(service, ann, createFileForm('mine', 'mine.txt'));
    const forms = [own.file_id, own.file_id.toUpperCase(), { file_id: own.file_id }, { ...own }];
    for (const doc of forms) {
      const done = await run(ann, { doc });
      const { id: _, created: __, ...metadata } = own;
      assert.deepEqual(readResult(done), { doc: metadata });
      await deleteRun(done.id, ann);
    }
    assert.deepEqual((await download(own)).slice(0, 2), [200, 'mine']);
    assert.equal((await remains(service, ann)).files, 1);
  });

  test('must belong to the user', async () => {
    const [ann, bob] = [await user(), await user()];
    const own = await upload(service, ann, createFileForm('secret'));
    const detail = "The file of the input 'doc' was not found or is not accessible";
    for (const id of [own.file_id, randomUUID(), '', 'x', `${own.file_id}'--`, '../x']) {
      await assertRefused(bob, 404, detail, { doc: id });
      await assertRefused(bob, 404, detail, { doc: { file_id: id } });
    }
  });

  test('must belong to the user even when the workflow is shared', async () => {
    const [ann, bob] = [await user(), await user()];
    const own = await upload(service, ann, createFileForm('secret'));
    const sharing = [{ user_email: bob.email, write: true }];
    await service.ask('/api/v3/workflow/update', { id: ann.workflow, sharing }, ann.key);
    const detail = "The file of the input 'doc' was not found or is not accessible";
    await assertRefused({ ...bob, workflow: ann.workflow }, 404, detail, { doc: own.file_id });
    // Where no file is declared, an id is ordinary text.
    assert.deepEqual(readResult(await run(bob, { note: own.file_id })), { note: own.file_id });
  });
});

suite('in the steps of a run', () => {
  const hash = (file: string) => {
    const steps = chain(node('hash', 'tool.call', { tool: 'hash', params: { file, algorithm: 'md5' } }));
    return { ...steps, nodes: steps.nodes.map(step => (step.id === 'start' && start ? start : step)) };
  };

  test('files of the input can be read', async () => {
    const ann = await user();
    const workflow = await createWorkflow(service, hash('{{ input.doc }}'), ann.key);
    const own = await upload(service, ann, createFileForm('a'));
    for (const doc of [{ data: base64('a') }, own.file_id]) {
      const done = await run({ ...ann, workflow }, { doc });
      assert.equal(done.steps[1]?.text, '0cc175b9c0f1b6a831c399e269772661', done.error);
    }
  });

  test('a file that a step names is read with the rights of the user who runs the workflow', async () => {
    const [ann, bob] = [await user(), await user()];
    const own = await upload(service, ann, createFileForm('a'));
    const sharing = [{ user_email: bob.email, write: true }];
    const named = await createWorkflow(service, hash(own.file_id), ann.key, { sharing });
    assert.equal((await run({ ...ann, workflow: named }, {})).status, 'success');
    const byBob = await run({ ...bob, workflow: named }, {});
    const detail = `The file '${own.file_id}' was not found or is not accessible`;
    assert.deepEqual([byBob.status, byBob.error], ['failed', detail]);
    const fromInput = await createWorkflow(service, hash('{{ input.note }}'), bob.key);
    assert.equal((await run({ ...bob, workflow: fromInput }, { note: own.file_id })).error, detail);
    const forged = await createWorkflow(service, hash('{{ input.note_file }}'), bob.key);
    assert.equal((await run({ ...bob, workflow: forged }, { note_file: { ...own } })).error, detail);
  });
});
