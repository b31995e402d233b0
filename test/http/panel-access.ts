/** Tests of who may use a panel. Every kind of endpoint of panels must pass them. */
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { ADMIN_KEY, type Person, type Reply } from '../support/service.ts';
import { changePanel, makePanel, PanelUser, refused } from './booster-panels.ts';

/** All panel endpoints of one kind, such as those of files. */
export interface PanelEndpoints {
  /** Stores an item in the panel. */
  storeItem(panel: PanelUser): Promise<StoredItem>;
  /** Calls each endpoint for the item with this id, and checks each reply. */
  callEverywhere(user: PanelUser, id: string, checkReply: (reply: Reply) => void): Promise<void>;
  /** Calls the endpoints, which must succeed. */
  assertUsable(user: PanelUser): Promise<void>;
}

/** An item that refused requests must not change. */
export interface StoredItem {
  id: string;
  /** Fails if the item is missing or was changed. */
  assertUnchanged(): Promise<void>;
}

/** Defines the tests. The given panel acts with the key of its owner. */
export function testPanelAccess(
  owner: Person,
  panel: PanelUser,
  { storeItem, callEverywhere, assertUsable }: PanelEndpoints,
): void {
  const { service } = panel;

  /** Refusals must not reveal whether an item exists, so they are the same for an unknown id. */
  async function assertRefusedEverywhere(
    user: PanelUser,
    item: StoredItem,
    status: number,
    detail: string,
  ): Promise<void> {
    for (const id of [item.id, randomUUID()]) await callEverywhere(user, id, reply => refused(reply, status, detail));
  }

  async function assertRefused(user: PanelUser, status: number, detail: string, of = panel): Promise<void> {
    const item = await storeItem(of);
    await assertRefusedEverywhere(user, item, status, detail);
    await item.assertUnchanged();
  }

  const assertDenied = (person: { key: string }, of = panel) =>
    assertRefused(of.as(person), 403, 'permission denied', of);

  suite('access to a panel is refused', () => {
    test('without a key, or with an empty one', async () => {
      await assertRefused(panel.as({ key: null }), 401, 'API key not provided');
      await assertRefused(panel.as({ key: '' }), 401, 'API key not provided');
    });

    test('with a key that is unknown, disabled, too long or of a disabled user', async () => {
      const gone = await service.person();
      const { id: keyId, key } = await service.ask<{ id: string; key: string }>('/api/v1/key/create', {
        user_id: owner.id,
        name: 'disabled',
        scopes: ['*'],
      });
      await service.ask('/api/v1/key/update', { id: keyId, enabled: false });
      await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
      for (const invalid of ['of nobody', key, gone.key, 'x'.repeat(8000)]) {
        await assertRefused(panel.as({ key: invalid }), 401, 'API key is invalid');
      }
    });
  });

  suite('the header panel-id', () => {
    const invalid = (user: PanelUser) => assertRefused(user, 422, 'validation error');

    test('is required', () => invalid(new UserWithoutPanel(service, panel.id, owner.key)));

    const { id } = panel;
    for (const wrong of ['', 'x', `${id}x`, `urn:uuid:${id}`, `${id}, ${id}`, `{${id}}`, '%00']) {
      test(`is refused if it is '${wrong.slice(0, 15)}'`, () => invalid(new PanelUser(service, wrong, owner.key)));
    }

    test('is refused with 404 if the panel does not exist', async () => {
      const nowhere = await makePanel(service, owner);
      const item = await storeItem(nowhere);
      await service.ask(`/api/v1/panel/delete?entity_id=${nowhere.id}`, {}, owner.key);
      await assertRefusedEverywhere(nowhere, item, 404, 'panel not found');
    });

    test('is refused with 404 while the panel is disabled, even for its owner', async () => {
      const disabled = await makePanel(service, owner);
      const item = await storeItem(disabled);
      await changePanel(disabled, { enabled: false });
      for (const person of [owner, await service.person()]) {
        await assertRefusedEverywhere(disabled.as(person), item, 404, 'panel not found');
      }
      await changePanel(disabled, { enabled: true });
      await item.assertUnchanged();
    });

    test('may be in capitals', () => assertUsable(new PanelUser(service, id.toUpperCase(), owner.key)));
  });

  suite('a panel can be used by', () => {
    test('its owner, but not by strangers, even if they are administrators', async () => {
      await assertUsable(panel);
      await assertDenied(await service.person());
      await assertDenied(await service.person({ admin: true }));
      await assertDenied({ key: ADMIN_KEY });
    });

    test('an administrator who owns it', async () => {
      await assertUsable(await makePanel(service, await service.person({ admin: true })));
    });

    test('users with whom it is shared, with or without write access, until it is no longer shared', async () => {
      const [reader, writer] = [await service.person(), await service.person()];
      const sharing = [
        { user_email: reader.email.toUpperCase(), write: false },
        { user_email: writer.email, write: true },
      ];
      const shared = await makePanel(service, owner, {}, { sharing });
      for (const person of [reader, writer]) await assertUsable(shared.as(person));
      await changePanel(shared, { sharing: [] });
      for (const person of [reader, writer]) await assertDenied(person, shared);
    });

    test('members of a group with which it is shared, until they leave', async () => {
      const member = await service.person();
      const group_id = await service.group([member]);
      const shared = await makePanel(service, owner, {}, { group_sharing: [{ group_id, write: false }] });
      await assertUsable(shared.as(member));
      await service.ask('/api/v1/group/member/remove', { group_id, user_id: member.id });
      await assertDenied(member, shared);
    });

    test('members of the owning group, and by its creator even after leaving the group', async () => {
      const [creator, member] = [await service.person(), await service.person()];
      const group_id = await service.group([creator, member]);
      const owned = await makePanel(service, creator, {}, { group_id });
      await assertUsable(owned.as(member));
      await service.ask('/api/v1/group/member/remove', { group_id, user_id: creator.id });
      await assertUsable(owned);
      await service.ask('/api/v1/group/member/remove', { group_id, user_id: member.id });
      await assertDenied(member, owned);
    });

    test('no one just because they are a member of its organization', async () => {
      const [creator, member] = [await service.person(), await service.person()];
      const members = [creator, member].map(person => ({ person, write: true }));
      const organization_id = await service.organization(members);
      const inside = await makePanel(service, creator, {}, { organization_id });
      await assertUsable(inside);
      await assertDenied(member, inside);
    });

    test('no one whose address only contains the address with which it is shared', async () => {
      const near = await service.person({ email: 'someone%@example.org' });
      const sharing = [{ user_email: 'someone@example.org', write: true }];
      await assertDenied(near, await makePanel(service, owner, {}, { sharing }));
    });
  });
}

/** A user whose requests do not name a panel. */
class UserWithoutPanel extends PanelUser {
  override get headers(): Record<string, string> {
    const { 'panel-id': _unsaid, ...others } = super.headers;
    return others;
  }
}
