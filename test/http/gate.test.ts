/**
 * Every way in which files enter the service (a door) must apply the same rules (the gate). The first door is tested
 * with every rule, each other door with enough rules to show that it uses the same gate.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openPlaces } from '../support/outside-places.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, casesOf } from '../support/tiers.ts';
import { makePanel, type PanelUser } from './booster-panels.ts';
import { checkPanelUsage } from './booster-remains.ts';
import { FAILED, gateDoors, type Incoming, type Owner } from './gate-doors.ts';
import { FORM, form, part } from './raw-forms.ts';

const service = await testService({
  HEDDLE_MAX_FILE_MB: '1',
  HEDDLE_RUN_FILE_BYTES: '1048576',
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  // The workflow definition contains the file that a tool gets.
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
const asOctets = (content: Incoming['content']): Incoming => ({
  content,
  name: 'a.bin',
  type: 'application/octet-stream',
});
const bytes = (count: number) => asOctets(new Uint8Array(count));

/** An empty panel of each owner, with which the usage of the owner is checked. */
const emptyPanels = new Map<string, PanelUser>();

async function emptyPanel({ person, organization_id }: Owner): Promise<PanelUser> {
  const owner = organization_id ?? person.id;
  const panel = emptyPanels.get(owner) ?? (await makePanel(service, person, {}, { organization_id }));
  emptyPanels.set(owner, panel);
  return panel;
}

/** Returns the storage that the owner uses, without announced uploads. Fails if any of the data is orphaned. */
async function measureStorage({ person, organization_id }: Owner): Promise<number> {
  await checkPanelUsage(await emptyPanel({ person, organization_id }));
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

const createOwner = async (options: Record<string, unknown> = {}): Promise<Owner> => ({
  person: await service.person(options),
  organization_id: null,
});

/** An owner for tests that do not depend on what the owner has already stored. */
const sharedOwner = await createOwner();

const OCTETS = 'application/octet-stream';

interface Recognised {
  incoming: Incoming;
  type: string;
  /** Whether this case is tested at every door. */
  everywhere?: boolean;
}

const recognised: Recognised[] = [
  { incoming: asOctets(PNG), type: 'image/png' },
  { incoming: asOctets(PDF), type: 'application/pdf' },
  { incoming: asOctets(SVG), type: 'image/svg+xml', everywhere: true },
  { incoming: asOctets(`\ufeff<!--${' x'.repeat(3000)}-->${SVG}`), type: 'image/svg+xml' },
  { incoming: asOctets(HTML), type: 'text/html' },
  { incoming: asOctets('\n<?xml version="1.0"?><?xml-stylesheet href="x"?><a/>'), type: 'application/xml' },
  { incoming: asOctets('hello'), type: OCTETS },
  { incoming: { content: PNG, name: 'a.zip', type: 'application/zip' }, type: 'image/png' },
  { incoming: { content: HTML, name: 'a.zip', type: 'application/zip' }, type: 'text/html', everywhere: true },
  { incoming: { content: PNG, name: 'a.png', type: 'image/png' }, type: 'image/png' },
  { incoming: { content: 'hello', name: 'a.zip', type: 'application/zip' }, type: 'application/zip', everywhere: true },
];

interface Mislabelled {
  /** The file, with the wrong type that its sender declares. */
  incoming: Incoming;
  detail: string;
  /** The type that is recognised when the sender declares none. */
  type: string;
  /** Whether this case is tested at every door. */
  everywhere?: boolean;
}

const mislabelled: Mislabelled[] = [
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
  const isFirst = index === 0;
  /** Selects all cases for the first door, and for the others those that are tested everywhere. */
  const selectCases = <Each extends { everywhere?: boolean }>(all: readonly Each[]) =>
    casesOf(all, () => isFirst).filter(({ everywhere }) => isFirst || everywhere);
  const onlyFirst = isFirst ? {} : COMPLETE_ONLY;

  suite(name, () => {
    const refused = async (owner: Owner, incoming: Incoming, detail: string) => {
      const before = await measureStorage(owner);
      const outcome = await enter(owner, incoming);
      assert.ok('detail' in outcome, JSON.stringify(outcome));
      assert.equal(outcome.detail, detail);
      assert.ok(outcome.status === 422 || outcome.status === FAILED, String(outcome.status));
      assert.equal(await measureStorage(owner), before);
    };

    test('a file is at most as large as the limit', onlyFirst, async () => {
      const owner = await createOwner();
      assert.deepEqual(await enter(owner, bytes(MEGABYTE)), { type: 'application/octet-stream', size: MEGABYTE });
      for (const more of isFirst ? [1, 300_000] : [1])
        await refused(owner, bytes(MEGABYTE + more), 'the file is larger than 1 MB');
      assert.equal(await measureStorage(owner), MEGABYTE);
    });

    for (const { incoming, type } of selectCases(recognised)) {
      test(`${JSON.stringify(String(incoming.content).slice(0, 10))} sent as ${incoming.type} is stored as ${type}`, async () => {
        const size = Buffer.byteLength(incoming.content);
        assert.deepEqual(await enter(sharedOwner, incoming), { type, size });
      });
    }

    for (const { incoming, detail, type } of selectCases(mislabelled)) {
      test(`${JSON.stringify(String(incoming.content).slice(0, 10))} is not recognised as ${incoming.type}`, async () => {
        if (declares) await refused(sharedOwner, incoming, detail);
        const named = await enter(sharedOwner, { ...incoming, type: OCTETS });
        assert.deepEqual(named, { type, size: Buffer.byteLength(incoming.content) }, 'a name alone is no lie');
      });
    }

    test('a file must fit into the quota of the owner', async () => {
      const owner = await createOwner({ storage_quota: 10 });
      assert.deepEqual(await enter(owner, bytes(6)), { type: 'application/octet-stream', size: 6 });
      await refused(owner, bytes(5), 'storage quota exceeded');
      await refused(owner, bytes(isFirst ? MEGABYTE : 200_000), 'storage quota exceeded');
      assert.deepEqual(await enter(owner, bytes(4)), { type: 'application/octet-stream', size: 4 });
      assert.equal(await measureStorage(owner), 10);
    });

    if (organizations) {
      test('a file of an organization must fit into its quota, not into that of the person', onlyFirst, async () => {
        const person = await service.person({ storage_quota: 1 });
        const organization_id = await service.organization([{ person, write: true }], { storage_quota: 10 });
        const owner = { person, organization_id };
        assert.deepEqual(await enter(owner, bytes(6)), { type: 'application/octet-stream', size: 6 });
        await refused(owner, bytes(5), 'organization storage quota exceeded');
        assert.deepEqual(await enter(owner, bytes(4)), { type: 'application/octet-stream', size: 4 });
        assert.equal(await measureStorage(owner), 10);
        assert.equal(await measureStorage({ person, organization_id: null }), 0);
      });
    }
  });
}

test('a form can contain a file without a name', async () => {
  const { person } = await createOwner();
  const unnamed = part('content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream', PDF);
  const headers = { 'uni-api-key': person.key, 'content-type': FORM };
  const reply = await service.send('/api/v1/file/upload', { headers, body: form(unnamed) });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.partialDeepStrictEqual(reply.body, { filename: 'file', content_type: 'application/pdf', size: PDF.length });
});
