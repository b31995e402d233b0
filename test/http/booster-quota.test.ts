/** Limits under uploads at once: exactly as many come in as there is room for, and usage is what is stored. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Person, type Reply, testService } from '../support/service.ts';
import { type Door, doors } from './booster-doors.ts';
import { makePanel, type PanelUser, refused, succeeded } from './booster-panels.ts';
import { heldBy, nothing } from './booster-remains.ts';
import { formOf, send as sendOwn, upload as uploadOwn } from './file-uploads.ts';

const service = await testService();
const MEGABYTE = 2 ** 20;
const FILE = new Uint8Array(200 * 1024).fill(97);
const ROOM = 5; // of which there are in a megabyte
const OWNERS = 'storage quota exceeded';
const ORGANIZATIONS = 'organization storage quota exceeded';

async function organizationPanel(person: Person, storage_quota: number): Promise<PanelUser> {
  const organization_id = await service.organization([{ person, write: true }], { storage_quota });
  return makePanel(service, person, {}, { organization_id });
}

const limits: [name: string, panel: () => Promise<PanelUser>, status: number, detail: string][] = [
  [
    'the panel',
    async () => makePanel(service, await service.person(), {}, { limit_mb: 1 }),
    403,
    'the file storage of this panel is full',
  ],
  [
    'the folder',
    async () => makePanel(service, await service.person(), { docs: { max_total_mb: 1 } }),
    403,
    "folder 'docs' is full",
  ],
  [
    'the number of files',
    async () => makePanel(service, await service.person(), { docs: { max_files: ROOM } }),
    403,
    `folder 'docs' has reached the maximum of ${ROOM} files`,
  ],
  [
    'the quota of the owner',
    async () => makePanel(service, await service.person({ storage_quota: MEGABYTE })),
    422,
    OWNERS,
  ],
  [
    'the quota of the organization',
    async () => organizationPanel(await service.person(), MEGABYTE),
    422,
    ORGANIZATIONS,
  ],
];

/** Of these replies, as many succeeded as there was room for, and the others were told why not. */
function shared(replies: readonly Reply[], status: number, detail: string): void {
  const lost = replies.filter(reply => reply.status !== 200).map(reply => [reply.status, reply.body]);
  assert.deepEqual(lost, Array(replies.length - ROOM).fill([status, { detail }]));
}

suite('twenty at once with room for five', () => {
  for (const [name, make, status, detail] of limits) {
    for (const { name: door, store } of doors.filter(({ name }) => name !== 'direct upload')) {
      test(`in ${name}, by ${door}`, async () => {
        const panel = await make();
        const replies = await Promise.all(
          Array.from({ length: 20 }, (_, index) => store(panel, { path: `docs/${index}`, content: FILE })),
        );
        shared(replies, status, detail);
        assert.deepEqual(await heldBy(panel), { ...nothing, files: ROOM, bytes: ROOM * FILE.length });
      });
    }

    test(`in ${name}, by all doors together`, async () => {
      const panel = await make();
      const doorAt = (index: number): Door => doors[index % doors.length] ?? assert.fail();
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => doorAt(index).store(panel, { path: `docs/${index}`, content: FILE })),
      );
      shared(replies, status, detail);
      assert.deepEqual(await heldBy(panel), { ...nothing, files: ROOM, bytes: ROOM * FILE.length });
    });
  }

  test('of files so small that nobody knows their size before', async () => {
    const panel = await makePanel(service, await service.person({ storage_quota: 50 }));
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => panel.send({ path: `docs/${index}` }, { content: '0123456789' })),
    );
    shared(replies, 422, OWNERS);
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 5, bytes: 50 });
  });

  test('in two panels of one owner', async () => {
    const person = await service.person({ storage_quota: MEGABYTE });
    const panels = [await makePanel(service, person), await makePanel(service, person)];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (panels[index % 2] ?? assert.fail()).send({ path: `docs/${index}` }, { content: FILE }),
      ),
    );
    shared(replies, 422, OWNERS);
    const held = await Promise.all(panels.map(heldBy));
    assert.equal(
      held.reduce((sum, { files }) => sum + files, 0),
      ROOM,
    );
  });
});

suite('whose quota', () => {
  test('the owner’s, with their own files; a full one lets nothing but nothing in', async () => {
    const person = await service.person({ storage_quota: 100 });
    const panel = await makePanel(service, person);
    await uploadOwn(service, person, formOf('x'.repeat(60)));
    const { id } = await panel.upload({ path: 'docs/a' }, { content: 'x'.repeat(40) });
    for (const { store } of doors) refused(await store(panel, { path: 'docs/b' }), 422, OWNERS);
    const own = await sendOwn(service, person, formOf('x'));
    assert.deepEqual([own.status, own.body], [422, { detail: OWNERS }]);
    for (const { store } of doors) succeeded(await store(panel, { path: 'docs/empty', content: '', rename: true }));
    await panel.ask('delete', { id });
    succeeded(await sendOwn(service, person, formOf('x'.repeat(40))));
    assert.deepEqual(await heldBy(panel), { ...nothing, files: doors.length });
  });

  test('the creator’s, whoever uploads: one who shares it, or a member of the owning group', async () => {
    const [creator, guest, member] = [
      await service.person({ storage_quota: 10 }),
      await service.person({ storage_quota: 5 }),
      await service.person({ storage_quota: 5 }),
    ];
    const group_id = await service.group([creator, member]);
    const sharing = [{ user_email: guest.email, write: false }];
    const panel = await makePanel(service, creator, {}, { group_id, sharing });
    await panel.as(guest).upload({ path: 'docs/a' }, { content: '12345' });
    await panel.as(member).upload({ path: 'docs/b' }, { content: '12345' });
    for (const who of [creator, guest, member]) await panel.as(who).refuseUpload(422, OWNERS, { path: 'docs/c' });
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 2, bytes: 10 });
    for (const other of [guest, member]) assert.deepEqual(await heldBy(await makePanel(service, other)), nothing);
  });

  test('the organization’s, for its panels, and none of its creator’s', async () => {
    const person = await service.person({ storage_quota: 3 });
    const panel = await organizationPanel(person, 10);
    await panel.upload({ path: 'docs/a' }, { content: '1234567890' });
    for (const { store } of doors) refused(await store(panel, { path: 'docs/b' }), 422, ORGANIZATIONS);
    assert.deepEqual(await heldBy(panel), { ...nothing, files: 1, bytes: 10 });
    const own = await makePanel(service, person);
    await own.upload({ path: 'docs/a' }, { content: '123' });
    await own.refuseUpload(422, OWNERS, { path: 'docs/b' });
  });

  test('a quota that was lowered refuses what is more, and is free again when enough is gone', async () => {
    const person = await service.person({ storage_quota: 100 });
    const panel = await makePanel(service, person);
    const { id } = await panel.upload({ path: 'docs/a' }, { content: 'x'.repeat(90) });
    await service.ask('/api/v1/user/update', { id: person.id, storage_quota: 50 });
    await panel.refuseUpload(422, OWNERS, { path: 'docs/b' });
    await panel.ask('delete', { id });
    await panel.upload({ path: 'docs/b' }, { content: 'x'.repeat(50) });
    await panel.refuseUpload(422, OWNERS, { path: 'docs/c' });
    await service.ask('/api/v1/user/update', { id: person.id, storage_quota: null });
    await panel.upload({ path: 'docs/c' }, { content: FILE });
  });
});
