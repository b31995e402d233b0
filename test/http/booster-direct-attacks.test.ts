/** Direct upload: a post that differs from its announcement is refused immediately, and its completion finds no file. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import type { Reply } from '../support/service.ts';
import { testService } from '../support/service.ts';
import { makePanel, type PanelUser, refused, type StoredFile, succeeded } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { type Announced, announce, complete, post, postSuccessfully, sendTo } from './direct-uploads.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';
import { FORM, field, file, form, part } from './raw-forms.ts';
import { openSocket } from './raw-request.ts';

const memory = memoryLog();
const service = await testService({ HEDDLE_MAX_FILE_MB: '2' }, memory);
const MEGABYTE = 2 ** 20;
const NOT_FOUND = 'upload not found';
const NOT_UPLOADED = 'the file was not uploaded';
const OTHER_SIZE = 'the uploaded file has another size than announced';
const OTHER_TYPE = 'the uploaded file has another type than announced';
const OTHER_FORM = 'the form is not the one of the upload';
const INVALID = 'validation error';
const CONTENT = '0123456789';

/** Creates a panel with its own owner, so that nothing else uses the quota. */
const createPanel = async () => makePanel(service, await service.person());

/** Checks that the upload has no file yet, and that the correct file can still be posted and completed. */
async function checkStillOpen(panel: PanelUser, announced: Announced): Promise<void> {
  refused(await complete(panel, announced), 422, NOT_UPLOADED);
  assert.deepEqual(await checkPanelUsage(panel), { ...nothing, reserved: CONTENT.length, announced: 1 });
  await postSuccessfully(announced, CONTENT);
  assert.equal((await complete(panel, announced)).status, 200);
  assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: CONTENT.length });
}

type Attack = (announced: Announced) => Promise<Reply>;

suite('a post is refused:', () => {
  const without = (fields: Record<string, string>, name: string) =>
    Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
  const toFieldParts = ({ fields }: Announced) => Object.entries(fields).map(([name, value]) => field(name, value));
  const sendRaw = (announced: Announced, body: RequestInit['body'], contentType = FORM) =>
    sendTo(announced.url, body, { headers: { 'content-type': contentType }, duplex: 'half' });

  const attacks: [name: string, status: number, detail: string, attack: Attack][] = [
    ['one byte more', 422, OTHER_SIZE, announced => post(announced, `${CONTENT}x`)],
    ['one byte less', 422, OTHER_SIZE, announced => post(announced, CONTENT.slice(1))],
    ['an empty file', 422, OTHER_SIZE, announced => post(announced, '')],
    ['a megabyte', 422, OTHER_SIZE, announced => post(announced, new Uint8Array(MEGABYTE))],
    [
      'more than the maximum size of a file',
      422,
      'the file is larger than 2 MB',
      announced => post(announced, new Uint8Array(3 * MEGABYTE)),
    ],
    ['another type', 422, OTHER_TYPE, announced => post(announced, CONTENT, { type: 'text/html' })],
    ['a type of the same kind', 422, OTHER_TYPE, announced => post(announced, CONTENT, { type: 'text/plainer' })],
    [
      'an added field',
      403,
      OTHER_FORM,
      announced => post(announced, CONTENT, { fields: { ...announced.fields, 'x-amz-acl': 'public-read' } }),
    ],
    ['an added field after the file', 403, OTHER_FORM, announced => post(announced, CONTENT, { behind: { key: 'x' } })],
    ['an added field without a value', 403, OTHER_FORM, announced => post(announced, CONTENT, { behind: { key: '' } })],
    ['no field at all', 403, OTHER_FORM, announced => post(announced, CONTENT, { fields: {} })],
    [
      'the fields after the file',
      403,
      OTHER_FORM,
      announced => post(announced, CONTENT, { fields: {}, behind: announced.fields }),
    ],
    [
      'all fields twice',
      422,
      INVALID,
      announced =>
        post(announced, CONTENT, {
          fields: [...Object.entries(announced.fields), ...Object.entries(announced.fields)],
        }),
    ],
    ['no file', 422, INVALID, announced => sendRaw(announced, form(...toFieldParts(announced)))],
    [
      'two files',
      422,
      INVALID,
      announced => sendRaw(announced, form(...toFieldParts(announced), file(CONTENT), file(CONTENT))),
    ],
    [
      'a second file of another name',
      422,
      INVALID,
      announced =>
        sendRaw(
          announced,
          form(
            ...toFieldParts(announced),
            file(CONTENT),
            part('content-disposition: form-data; name="x"; filename="x"', 'x'),
          ),
        ),
    ],
    [
      'a text field instead of the file',
      422,
      INVALID,
      announced => sendRaw(announced, form(...toFieldParts(announced), field('file', CONTENT))),
    ],
    [
      'a form without its final boundary',
      422,
      INVALID,
      announced => sendRaw(announced, form(...toFieldParts(announced), file(CONTENT)).subarray(0, -8)),
    ],
    [
      'JSON',
      422,
      INVALID,
      announced => sendRaw(announced, JSON.stringify({ ...announced.fields, file: CONTENT }), 'application/json'),
    ],
    ['the bare content', 422, INVALID, announced => sendRaw(announced, CONTENT, 'text/plain')],
  ];
  for (const [name, status, detail, attack] of attacks) {
    test(name, async () => {
      const panel = await createPanel();
      const announced = await announce(panel, CONTENT);
      refused(await attack(announced), status, detail);
      await checkStillOpen(panel, announced);
    });
  }

  test('with a field that is changed by one character, emptied, renamed or left out', async () => {
    const panel = await createPanel();
    const announced = await announce(panel, CONTENT);
    const { fields } = announced;
    assert.ok(Object.keys(fields).length > 0);
    for (const [name, value] of Object.entries(fields)) {
      const last = value.slice(0, -1) + (value.endsWith('1') ? '2' : '1');
      const first = (value.startsWith('1') ? '2' : '1') + value.slice(1);
      for (const changed of [last, first, `${value}0`, `${value} `, value.slice(0, -1), '', 'x'.repeat(4000)]) {
        const reply = await post(announced, CONTENT, { fields: { ...fields, [name]: changed } });
        assert.deepEqual([reply.status, reply.body], [403, { detail: OTHER_FORM }], `${name}=${changed}`);
      }
      refused(await post(announced, CONTENT, { fields: without(fields, name) }), 403, OTHER_FORM);
      const renamed = { ...without(fields, name), [`${name}2`]: value };
      refused(await post(announced, CONTENT, { fields: renamed }), 403, OTHER_FORM);
    }
    await checkStillOpen(panel, announced);
  });

  test('with a size that was changed together with the content', async () => {
    const panel = await createPanel();
    const announced = await announce(panel, CONTENT);
    const name = Object.keys(announced.fields).find(field => announced.fields[field] === String(CONTENT.length));
    assert.ok(name);
    refused(await post(announced, 'xyz', { fields: { ...announced.fields, [name]: '3' } }), 403, OTHER_FORM);
    await checkStillOpen(panel, announced);
  });

  test('with the form of another upload', async () => {
    const [panel, other] = [await createPanel(), await createPanel()];
    const mine = await announce(panel, CONTENT);
    const theirs = await announce(other, CONTENT);
    refused(await post(mine, CONTENT, { url: theirs.url }), 403, OTHER_FORM);
    refused(await post(theirs, CONTENT, { url: mine.url }), 403, OTHER_FORM);
    await checkStillOpen(panel, mine);
    await checkStillOpen(other, theirs);
  });

  test('to an unknown upload', async () => {
    const panel = await createPanel();
    const announced = await announce(panel, CONTENT);
    const ids = [
      randomUUID(),
      'x',
      '..%2f..',
      `${announced.upload_id}x`,
      announced.upload_id.slice(1),
      '%00',
      'a'.repeat(3000),
    ];
    for (const id of ids) {
      const url = announced.url.replace(announced.upload_id, id);
      refused(await post(announced, CONTENT, { url }), 404, NOT_FOUND);
    }
    for (const method of ['GET', 'PUT', 'DELETE']) {
      assert.equal((await fetch(announced.url, { method })).status, 405);
    }
    await checkStillOpen(panel, announced);
  });

  test('if its connection breaks, even if many break at once', async () => {
    const panel = await createPanel();
    const announced = await announce(panel, new Uint8Array(MEGABYTE));
    const fields = toFieldParts(announced);
    const whole = form(...fields, file(new Uint8Array(MEGABYTE)));
    const { pathname } = new URL(announced.url);
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const socket = openSocket(announced.url);
        await once(socket, 'connect');
        socket.write(
          `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM}\r\ncontent-length: ${whole.length}\r\n\r\n`,
        );
        await new Promise<void>(resolve => socket.write(whole.subarray(0, index * 30_000), () => resolve()));
        socket.resetAndDestroy();
        await once(socket, 'close');
      }),
    );
    await poll(async () => {
      const usage = await checkPanelUsage(panel).catch(() => undefined);
      return usage?.reserved === MEGABYTE ? true : undefined;
    });
    refused(await complete(panel, announced), 422, NOT_UPLOADED);
  });
});

suite('completing an upload', () => {
  test('is refused if it is unknown or belongs to another panel', async () => {
    const [panel, other] = [await createPanel(), await createPanel()];
    const announced = await announce(panel, CONTENT);
    await postSuccessfully(announced, CONTENT);
    await panel.refuse(404, NOT_FOUND, 'upload/complete', { upload_id: randomUUID() });
    await other.refuse(404, NOT_FOUND, 'upload/complete', { upload_id: announced.upload_id });
    await panel.as(other).refuse(403, 'permission denied', 'upload/complete', { upload_id: announced.upload_id });
    for (const upload_id of ['x', '', null, 7, [announced.upload_id], `urn:uuid:${announced.upload_id}`, undefined]) {
      await panel.refuse(422, INVALID, 'upload/complete', { upload_id });
    }
    const key = await service.key((await service.person()).id, ['service.booster.storage']);
    await panel.as({ key }).refuse(401, 'API key is invalid', 'upload/complete', { upload_id: announced.upload_id });
    assert.deepEqual(await checkPanelUsage(other), nothing);
    const capitals = { upload_id: announced.upload_id.toUpperCase() };
    assert.equal((succeeded(await complete(panel, capitals)) as StoredFile).size, CONTENT.length);
  });

  test('ten times at once creates one file, and nine requests get 404', async () => {
    const panel = await createPanel();
    const announced = await announce(panel, CONTENT, { rename: true });
    await postSuccessfully(announced, CONTENT);
    const replies = await Promise.all(Array.from({ length: 10 }, () => complete(panel, announced)));
    const refusals = replies.filter(({ status }) => status !== 200).map(({ status, body }) => ({ status, body }));
    assert.deepEqual(refusals, Array(9).fill({ status: 404, body: { detail: NOT_FOUND } }));
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: CONTENT.length });
    const [file] = replies.flatMap(({ status, body }) => (status === 200 ? [body as StoredFile] : []));
    assert.equal(await (await fetch(file?.url ?? '')).text(), CONTENT);
  });

  test('while it is posted again stores one of the two contents completely', async () => {
    const panel = await createPanel();
    for (let round = 0; round < 10; round++) {
      const [one, two] = ['a', 'b'].map(letter => new Uint8Array(200_000).fill(letter.charCodeAt(0)));
      assert.ok(one && two);
      const announced = await announce(panel, one, { rename: true });
      await postSuccessfully(announced, one);
      const [completed, posted] = await Promise.all([complete(panel, announced), post(announced, two)]);
      assert.ok(posted.status === 204 || posted.status === 404, String(posted.status));
      const { url, size } = succeeded(completed) as StoredFile;
      const text = await (await fetch(url ?? '')).text();
      assert.equal(size, 200_000);
      assert.match(text, /^(a{200000}|b{200000})$/);
    }
  });
});

test('the tests cause no internal errors', () => {
  assert.deepEqual(
    memory.lines().filter(({ level }) => level >= 50),
    [],
  );
});
