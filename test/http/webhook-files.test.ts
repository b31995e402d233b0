/** Files in the bodies of webhook calls are stored for the publisher, and replaced by their attachments. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Attachment } from '../../src/nodes/step.ts';
import { type Person, testService } from '../support/service.ts';
import { createFileForm, send } from './file-uploads.ts';
import { poll } from './poll.ts';
import { openSocket } from './raw-request.ts';
import { publishHook, type TestHook } from './webhook-calls.ts';

const service = await testService({ HEDDLE_QUEUED_RUNS: '1000' });
const ann = await service.person();
const hook = await publishHook(service, ann);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const file = (text: string, name = 'a.txt') => ({ name, content_type: 'text/plain', data: base64(text) });
const url = (text: string) => `data:text/plain;base64,${base64(text)}`;

async function readBody(body: object | string, headers = {}, of = hook): Promise<unknown> {
  return (await of.callForInput(body, headers)).body;
}

async function download({ file_url }: Attachment): Promise<string> {
  const response = await fetch(file_url);
  assert.equal(response.status, 200);
  return response.text();
}

function assertAttachment(value: unknown): asserts value is Attachment {
  assert.deepEqual(Object.keys(Object(value)).sort(), ['content_type', 'file_id', 'file_url', 'filename', 'size']);
}

/** Reads the number of files of a user, and the used and reserved bytes. */
async function readUsage({ id }: Person) {
  const { query: db } = service.service.system.database;
  const { rows } = await sql<{ files: number; used: number; reserved: number }>`
    SELECT (SELECT count(*) FROM files WHERE user_id = ${id}) AS files, storage_used AS used,
      (SELECT count(*) FROM reservations WHERE user_id = ${id}) AS reserved FROM users WHERE id = ${id}`.execute(db);
  return rows[0];
}

function nested(value: unknown, levels: number): object {
  let body: unknown = value;
  for (let level = 0; level < levels; level++) body = level % 2 === 0 ? [body] : { in: body };
  return Object(body);
}

suite('a file', () => {
  test('becomes a file of the run, and belongs to the user on whose behalf the run executes', async () => {
    const runId = await hook.call({ doc: file('hello', 'hello.txt') });
    const { doc } = JSON.parse((await hook.run(runId)).input_json).body;
    assertAttachment(doc);
    const { filename, content_type, size, file_id } = doc;
    assert.deepEqual([filename, content_type, size], ['hello.txt', 'text/plain', 5]);
    assert.equal(await download(doc), 'hello');
    const { query: db } = service.service.system.database;
    const row = await db.selectFrom('files').selectAll().where('id', '=', file_id).executeTakeFirstOrThrow();
    assert.deepEqual([row.user_id, row.run_id, row.organization_id], [ann.id, runId, null]);
    await hook.waitForRun(runId);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${runId}`, {}, ann.key);
    assert.equal((await fetch(doc.file_url)).status, 404, 'it goes with its run');
  });

  test('may be the body itself, be inside lists and objects, and be a data URL', async () => {
    const whole = await readBody(file('whole'));
    assertAttachment(whole);
    assert.equal(await download(whole), 'whole');
    const text = await readBody(url('as text'), { 'content-type': 'text/plain' });
    assertAttachment(text);
    assert.equal(await download(text), 'as text');
    const body = await readBody({ list: [1, url('one'), { deep: file('two') }], keep: { name: 'a', other: 1 } });
    const { list, keep } = body as { list: [number, Attachment, { deep: Attachment }]; keep: object };
    assert.deepEqual([await download(list[1]), await download(list[2].deep)], ['one', 'two']);
    assert.deepEqual([list[0], keep], [1, { name: 'a', other: 1 }]);
  });

  test('has the name and type that its fields contain', async () => {
    const sent = [
      { filename: 'a.csv', mime_type: 'text/csv', data: base64('a,b'), size: 3 },
      { name: '../b.txt', data: url('b') },
      { name: '', data: '' },
      'data:text/csv;base64,',
    ];
    const files = (await readBody(sent)) as Attachment[];
    assert.deepEqual(
      files.map(({ filename, content_type, size }) => [filename, content_type, size]),
      [
        ['a.csv', 'text/csv', 3],
        ['b.txt', 'text/plain', 1],
        ['file', 'application/octet-stream', 0],
        ['file', 'text/csv', 0],
      ],
    );
  });

  test('is only what matches exactly; anything else stays unchanged', async () => {
    const data = [
      { name: 'Ada', data: 'not base64!' },
      { name: 'a', data: base64('x'), id: 7 },
      { data: base64('x') },
      'data:text/plain,hello',
      'data:text/plain;base64,???',
    ];
    assert.deepEqual(await readBody(data), data);
  });

  test('is not read if the body only contains its id', async () => {
    const upload = await send(service, ann, createFileForm('secret', 'mine.txt', 'text/plain'));
    const { file_id } = upload.body as Attachment;
    const named = [file_id, { file_id }, { ...(upload.body as Attachment), file_url: 'x' }, { name: 'a', file_id }];
    assert.deepEqual(await readBody(named), named);
  });

  test('is recognised down to level 32', async () => {
    for (const value of [file('deep'), url('deep')]) {
      assert.match(JSON.stringify(await readBody(nested(value, 32))), /"file_id"/);
      assert.deepEqual(await readBody(nested(value, 33)), nested(value, 33));
    }
  });

  test('counts only with its metadata towards the size of the input', async () => {
    const big = 'x'.repeat(300_000);
    const doc = (await readBody(file(big))) as Attachment;
    assert.equal(doc.size, 300_000);
  });
});

suite('a call is refused and stores nothing', () => {
  const refused = async (person: Person, of: TestHook, status: number, detail: string, body: object) => {
    const [before, runs] = [await readUsage(person), await of.count()];
    await of.refuse(status, detail, body);
    assert.deepEqual([await readUsage(person), await of.count()], [before, runs]);
  };

  test('with more than ten files', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => file(`content ${index}`));
    assert.equal(((await readBody(many(10))) as unknown[]).length, 10);
    for (const count of [11, 500]) await refused(ann, hook, 422, 'Too many files (at most 10)', many(count));
    const data = Array.from({ length: 30 }, () => ({ name: 'a', data: '?' }));
    await readBody([...many(10), ...data]);
  });

  test('if its input is too large without its files', async () => {
    const detail = 'The run input is too large (at most 200000 characters of JSON)';
    await refused(ann, hook, 422, detail, { files: [file('one'), url('two')], text: 'x'.repeat(200_000) });
  });

  test('if one file has a wrong type, even if the others are valid', async () => {
    const lie = { name: 'a.png', content_type: 'image/png', data: base64('hello') };
    await refused(ann, hook, 422, 'the file content is not image/png', [file('fine'), lie]);
  });

  test('if it exceeds the quota of the user on whose behalf it runs', async () => {
    const poor = await service.person({ storage_quota: 10 });
    const own = await publishHook(service, poor);
    await own.call([file('12345'), file('123')]);
    await refused(poor, own, 422, 'storage quota exceeded', [file('1'), file('12')]);
    assert.deepEqual(await readUsage(poor), { files: 2, used: 8, reserved: 0 });
  });

  test('if it exceeds the quota of the organization', async () => {
    const person = await service.person({ storage_quota: 1 });
    const organization_id = await service.organization([{ person, write: true }], { storage_quota: 10 });
    const own = await publishHook(service, person, undefined, { organization_id });
    await own.call([file('1234567890')]);
    await refused(person, own, 422, 'organization storage quota exceeded', [file('1')]);
  });

  test('when concurrent calls have filled the quota', async () => {
    const poor = await service.person({ storage_quota: 50 });
    const own = await publishHook(service, poor);
    const replies = await Promise.all(Array.from({ length: 20 }, () => own.send([file('1234567890')])));
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(15).fill(422)]);
    assert.deepEqual([await readUsage(poor), await own.count()], [{ files: 5, used: 50, reserved: 0 }, 5]);
  });
});

suite('nothing is left behind', () => {
  const body = JSON.stringify([file('x'.repeat(2_000_000)), file('y'.repeat(2_000_000))]);

  async function sendTo({ path }: TestHook, characters: number) {
    const socket = openSocket(service.url);
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    await new Promise(resolve => socket.write(head + body.slice(0, characters), resolve));
    return socket;
  }

  test('by calls that are cut off', async () => {
    const person = await service.person();
    const own = await publishHook(service, person);
    const sockets = await Promise.all(Array.from({ length: 100 }, (_, index) => sendTo(own, 1000 * index)));
    for (const socket of sockets) socket.destroy();
    await own.call();
    assert.deepEqual([await readUsage(person), await own.count()], [{ files: 0, used: 0, reserved: 0 }, 1]);
  });

  test('by a call whose client has disconnected, unless it is accepted completely', async () => {
    const person = await service.person();
    const own = await publishHook(service, person);
    for (let round = 0; round < 5; round++) {
      const before = await own.count();
      const socket = await sendTo(own, body.length);
      await poll(async () => ((await readUsage(person))?.reserved || (await own.count()) > before ? true : undefined));
      socket.destroy();
      await poll(async () => {
        const state = await readUsage(person);
        return state?.reserved === 0 && state.files === 2 * (await own.count()) ? true : undefined;
      });
    }
    const state = await readUsage(person);
    assert.equal(state?.used, (state?.files ?? 0) * 2_000_000);
  });
});
