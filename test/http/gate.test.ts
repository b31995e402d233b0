/** Every rule of the gate at every door of files: no door is weaker than another. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openPlaces } from '../support/outside-places.ts';
import { testService } from '../support/service.ts';
import { makePanel } from './booster-panels.ts';
import { heldBy } from './booster-remains.ts';
import { FAILED, gateDoors, type Incoming, type Owner } from './gate-doors.ts';
import { FORM, form, part } from './raw-forms.ts';

const service = await testService({
  HEDDLE_MAX_FILE_MB: '1',
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  // A tool is given its file in the definition.
  HEDDLE_DEFINITION_CHARACTERS: '3000000',
});
const doors = gateDoors(service, await openPlaces());
const MEGABYTE = 2 ** 20;

const PNG = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);
const PDF = '%PDF-1.7\n1 0 obj\nendobj\n';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const HTML = '<!doctype html><script>alert(1)</script>';
const octets = (content: Incoming['content']): Incoming => ({
  content,
  name: 'a.bin',
  type: 'application/octet-stream',
});
const bytes = (count: number) => octets(new Uint8Array(count));

/** What there is of the owner after all: nothing that nobody would find again. */
async function stored({ person, organization_id }: Owner): Promise<number> {
  const panel = await makePanel(service, person, {}, { organization_id });
  await heldBy(panel);
  const { query: db } = service.service.system.database;
  const account =
    organization_id === null
      ? db.selectFrom('users').select('storage_used').where('id', '=', person.id)
      : db.selectFrom('organizations').select('storage_used').where('id', '=', organization_id);
  const { storage_used } = await account.executeTakeFirstOrThrow();
  const announced = await db
    .selectFrom('booster_uploads')
    .innerJoin('panels', 'panels.id', 'panel_id')
    .select('size')
    .where('created_by', '=', person.id)
    .execute();
  return storage_used - announced.reduce((sum, { size }) => sum + size, 0);
}

const alone = async (options: Record<string, unknown> = {}): Promise<Owner> => ({
  person: await service.person(options),
  organization_id: null,
});

/** For what depends on nothing that others of the same owner did. */
const someone = await alone();

for (const { name, declares, organizations, enter } of doors) {
  suite(name, () => {
    const refused = async (owner: Owner, incoming: Incoming, detail: string) => {
      const before = await stored(owner);
      const outcome = await enter(owner, incoming);
      assert.ok('detail' in outcome, JSON.stringify(outcome));
      assert.equal(outcome.detail, detail);
      assert.ok(outcome.status === 422 || outcome.status === FAILED, String(outcome.status));
      assert.equal(await stored(owner), before);
    };

    test('a file is at most as large as the limit', async () => {
      const owner = await alone();
      assert.deepEqual(await enter(owner, bytes(MEGABYTE)), { type: 'application/octet-stream', size: MEGABYTE });
      for (const more of [1, 300_000]) await refused(owner, bytes(MEGABYTE + more), 'the file is larger than 1 MB');
      assert.equal(await stored(owner), MEGABYTE);
    });

    const types: [incoming: Incoming, type: string][] = [
      [octets(PNG), 'image/png'],
      [octets(PDF), 'application/pdf'],
      [octets(SVG), 'image/svg+xml'],
      [octets(`\ufeff<!--${' x'.repeat(3000)}-->${SVG}`), 'image/svg+xml'],
      [octets(HTML), 'text/html'],
      [octets('\n<?xml version="1.0"?><?xml-stylesheet href="x"?><a/>'), 'application/xml'],
      [octets('hello'), 'application/octet-stream'],
      [{ content: PNG, name: 'a.zip', type: 'application/zip' }, 'image/png'],
      [{ content: HTML, name: 'a.zip', type: 'application/zip' }, 'text/html'],
      [{ content: PNG, name: 'a.png', type: 'image/png' }, 'image/png'],
      [{ content: 'hello', name: 'a.zip', type: 'application/zip' }, 'application/zip'],
    ];
    for (const [incoming, type] of types) {
      test(`${JSON.stringify(String(incoming.content).slice(0, 10))} as ${incoming.type} is ${type}`, async () => {
        const size = Buffer.byteLength(incoming.content);
        assert.deepEqual(await enter(someone, incoming), { type, size });
      });
    }

    const OCTETS = 'application/octet-stream';
    const lies: [content: Incoming['content'], name: string, type: string, detail: string, recognised: string][] = [
      ['hello', 'a.png', 'image/png', 'the file content is not image/png', OCTETS],
      ['hello', 'a.pdf', 'application/pdf', 'the file content is not application/pdf', OCTETS],
      [SVG, 'a.png', 'image/png', 'the file content is image/svg+xml, not image/png', 'image/svg+xml'],
      [HTML, 'a.png', 'image/png', 'the file content is text/html, not image/png', 'text/html'],
      [HTML, 'a.pdf', 'application/pdf', 'the file content is text/html, not application/pdf', 'text/html'],
      [PNG, 'a.jpg', 'image/jpeg', 'the file content is image/png, not image/jpeg', 'image/png'],
      [PDF, 'a.gif', 'image/gif', 'the file content is application/pdf, not image/gif', 'application/pdf'],
    ];
    for (const [content, name, type, detail, recognised] of lies) {
      test(`${JSON.stringify(String(content).slice(0, 10))} is no ${type}`, async () => {
        if (declares) await refused(someone, { content, name, type }, detail);
        const named = await enter(someone, { content, name, type: OCTETS });
        assert.deepEqual(named, { type: recognised, size: Buffer.byteLength(content) }, 'a name alone is no lie');
      });
    }

    test('the quota of the owner', async () => {
      const owner = await alone({ storage_quota: 10 });
      assert.deepEqual(await enter(owner, bytes(6)), { type: 'application/octet-stream', size: 6 });
      await refused(owner, bytes(5), 'storage quota exceeded');
      await refused(owner, bytes(MEGABYTE), 'storage quota exceeded');
      assert.deepEqual(await enter(owner, bytes(4)), { type: 'application/octet-stream', size: 4 });
      assert.equal(await stored(owner), 10);
    });

    if (organizations) {
      test('the quota of the organization, and none of the owner’s', async () => {
        const person = await service.person({ storage_quota: 1 });
        const organization_id = await service.organization([{ person, write: true }], { storage_quota: 10 });
        const owner = { person, organization_id };
        assert.deepEqual(await enter(owner, bytes(6)), { type: 'application/octet-stream', size: 6 });
        await refused(owner, bytes(5), 'organization storage quota exceeded');
        assert.deepEqual(await enter(owner, bytes(4)), { type: 'application/octet-stream', size: 4 });
        assert.equal(await stored(owner), 10);
        assert.equal(await stored({ person, organization_id: null }), 0);
      });
    }
  });
}

test('a file without a name, by a form', async () => {
  const { person } = await alone();
  const unnamed = part('content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream', PDF);
  const headers = { 'uni-api-key': person.key, 'content-type': FORM };
  const reply = await service.send('/api/v1/file/upload', { headers, body: form(unnamed) });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.partialDeepStrictEqual(reply.body, { filename: 'file', content_type: 'application/pdf', size: PDF.length });
});
