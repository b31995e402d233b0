/**
 * Every rule of the gate at one door of files; and at each of the others enough of them to show that it leads through
 * the same gate: no door is weaker than another.
 */
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

const OCTETS = 'application/octet-stream';

interface Recognised {
  incoming: Incoming;
  type: string;
  /** Whether it is shown at every door. */
  everywhere?: boolean;
}

const recognised: Recognised[] = [
  { incoming: octets(PNG), type: 'image/png' },
  { incoming: octets(PDF), type: 'application/pdf' },
  { incoming: octets(SVG), type: 'image/svg+xml', everywhere: true },
  { incoming: octets(`\ufeff<!--${' x'.repeat(3000)}-->${SVG}`), type: 'image/svg+xml' },
  { incoming: octets(HTML), type: 'text/html' },
  { incoming: octets('\n<?xml version="1.0"?><?xml-stylesheet href="x"?><a/>'), type: 'application/xml' },
  { incoming: octets('hello'), type: OCTETS },
  { incoming: { content: PNG, name: 'a.zip', type: 'application/zip' }, type: 'image/png' },
  { incoming: { content: HTML, name: 'a.zip', type: 'application/zip' }, type: 'text/html', everywhere: true },
  { incoming: { content: PNG, name: 'a.png', type: 'image/png' }, type: 'image/png' },
  { incoming: { content: 'hello', name: 'a.zip', type: 'application/zip' }, type: 'application/zip', everywhere: true },
];

interface Lie {
  /** Of the type that its sender says. */
  incoming: Incoming;
  detail: string;
  /** What it is when nobody says anything of it. */
  type: string;
  /** Whether it is told at every door. */
  everywhere?: boolean;
}

const lies: Lie[] = [
  {
    incoming: { content: 'hello', name: 'a.png', type: 'image/png' },
    detail: 'the file content is not image/png',
    type: OCTETS,
    everywhere: true,
  },
  {
    incoming: { content: 'hello', name: 'a.pdf', type: 'application/pdf' },
    detail: 'the file content is not application/pdf',
    type: OCTETS,
  },
  {
    incoming: { content: SVG, name: 'a.png', type: 'image/png' },
    detail: 'the file content is image/svg+xml, not image/png',
    type: 'image/svg+xml',
  },
  {
    incoming: { content: HTML, name: 'a.png', type: 'image/png' },
    detail: 'the file content is text/html, not image/png',
    type: 'text/html',
    everywhere: true,
  },
  {
    incoming: { content: HTML, name: 'a.pdf', type: 'application/pdf' },
    detail: 'the file content is text/html, not application/pdf',
    type: 'text/html',
  },
  {
    incoming: { content: PNG, name: 'a.jpg', type: 'image/jpeg' },
    detail: 'the file content is image/png, not image/jpeg',
    type: 'image/png',
  },
  {
    incoming: { content: PDF, name: 'a.gif', type: 'image/gif' },
    detail: 'the file content is application/pdf, not image/gif',
    type: 'application/pdf',
  },
];

for (const [index, { name, declares, organizations, enter }] of doors.entries()) {
  /** At the first door all of them, at the others those that are shown everywhere. */
  const shown = <Each extends { everywhere?: boolean }>(all: readonly Each[]) =>
    all.filter(({ everywhere }) => index === 0 || everywhere);

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

    for (const { incoming, type } of shown(recognised)) {
      test(`${JSON.stringify(String(incoming.content).slice(0, 10))} as ${incoming.type} is ${type}`, async () => {
        const size = Buffer.byteLength(incoming.content);
        assert.deepEqual(await enter(someone, incoming), { type, size });
      });
    }

    for (const { incoming, detail, type } of shown(lies)) {
      test(`${JSON.stringify(String(incoming.content).slice(0, 10))} is no ${incoming.type}`, async () => {
        if (declares) await refused(someone, incoming, detail);
        const named = await enter(someone, { ...incoming, type: OCTETS });
        assert.deepEqual(named, { type, size: Buffer.byteLength(incoming.content) }, 'a name alone is no lie');
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
