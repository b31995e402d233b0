/** Concurrent uploads respect all limits: exactly as many files are stored as fit, and the usage matches them. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { type Person, type Reply, testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { type Door, doors } from './booster-doors.ts';
import { makePanel, type PanelUser, refused, succeeded } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { createFileForm, send as sendOwn, upload as uploadOwn } from './file-uploads.ts';

const service = await testService();
const MEGABYTE = 2 ** 20;
const FILE = new Uint8Array(200 * 1024).fill(97);
const ROOM = 5; // So many of these files fit into a megabyte.
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

/** Checks that as many requests succeeded as there was space for, and that the others were refused with this reason. */
function assertShared(replies: readonly Reply[], status: number, detail: string): void {
  const lost = replies.filter(reply => reply.status !== 200).map(reply => [reply.status, reply.body]);
  assert.deepEqual(lost, Array(replies.length - ROOM).fill([status, { detail }]));
}

suite('of twenty uploads at the same time, five succeed if there is space for five', () => {
  for (const [name, make, status, detail] of limits) {
    for (const { name: door, store } of doors.filter(({ name }) => name !== 'direct upload')) {
      test(`in ${name}, by ${door}`, COMPLETE_ONLY, async () => {
        const panel = await make();
        const replies = await Promise.all(
          Array.from({ length: 20 }, (_, index) => store(panel, { path: `docs/${index}`, content: FILE })),
        );
        assertShared(replies, status, detail);
        assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: ROOM, bytes: ROOM * FILE.length });
      });
    }

    test(`in ${name}, by all kinds of upload together`, async () => {
      const panel = await make();
      const doorAt = (index: number): Door => doors[index % doors.length] ?? assert.fail();
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => doorAt(index).store(panel, { path: `docs/${index}`, content: FILE })),
      );
      assertShared(replies, status, detail);
      assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: ROOM, bytes: ROOM * FILE.length });
    });
  }

  test('with files whose sizes are not known in advance', async () => {
    const panel = await makePanel(service, await service.person({ storage_quota: 50 }));
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => panel.send({ path: `docs/${index}` }, { content: '0123456789' })),
    );
    assertShared(replies, 422, OWNERS);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 5, bytes: 50 });
  });

  test('in two panels of one owner', async () => {
    const person = await service.person({ storage_quota: MEGABYTE });
    const panels = [await makePanel(service, person), await makePanel(service, person)];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (panels[index % 2] ?? assert.fail()).send({ path: `docs/${index}` }, { content: FILE }),
      ),
    );
    assertShared(replies, 422, OWNERS);
    const usages = await Promise.all(panels.map(checkPanelUsage));
    assert.equal(
      usages.reduce((sum, { files }) => sum + files, 0),
      ROOM,
    );
  });
});

suite('the quota that an upload uses', () => {
  test('is that of the owner, shared with their own files; when it is full, only empty files are accepted', async () => {
    const person = await service.person({ storage_quota: 100 });
    const panel = await makePanel(service, person);
    await uploadOwn(service, person, createFileForm('x'.repeat(60)));
    const { id } = await panel.upload({ path: 'docs/a' }, { content: 'x'.repeat(40) });
    for (const { store } of doors) refused(await store(panel, { path: 'docs/b' }), 422, OWNERS);
    const own = await sendOwn(service, person, createFileForm('x'));
    assert.deepEqual([own.status, own.body], [422, { detail: OWNERS }]);
    for (const { store } of doors) succeeded(await store(panel, { path: 'docs/empty', content: '', rename: true }));
    await panel.ask('delete', { id });
    succeeded(await sendOwn(service, person, createFileForm('x'.repeat(40))));
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: doors.length });
  });

  test('is that of the creator, even if somebody else with access uploads', async () => {
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
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 2, bytes: 10 });
    for (const other of [guest, member])
      assert.deepEqual(await checkPanelUsage(await makePanel(service, other)), nothing);
  });

  test('is that of the organization for its panels, and not that of their creator', async () => {
    const person = await service.person({ storage_quota: 3 });
    const panel = await organizationPanel(person, 10);
    await panel.upload({ path: 'docs/a' }, { content: '1234567890' });
    for (const { store } of doors) refused(await store(panel, { path: 'docs/b' }), 422, ORGANIZATIONS);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: 10 });
    const own = await makePanel(service, person);
    await own.upload({ path: 'docs/a' }, { content: '123' });
    await own.refuseUpload(422, OWNERS, { path: 'docs/b' });
  });

  test('refuses uploads after it was lowered, until enough files are deleted', async () => {
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
