/** Who may use a panel, which is the same at every way into it: the tests that each way passes. */
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { ADMIN_KEY, type Person, type Reply } from '../support/service.ts';
import { changePanel, makePanel, PanelUser, refused } from './booster-panels.ts';

/** All endpoints of one kind, such as those of files. */
export interface WayIn {
  /** Puts something into the panel. */
  keep(panel: PanelUser): Promise<Kept>;
  /** Knocks at each endpoint, for what has this id. */
  everywhere(user: PanelUser, id: string, holds: (reply: Reply) => void): Promise<void>;
  /** Does what there is to do in a panel, and must succeed with it. */
  uses(user: PanelUser): Promise<void>;
}

/** What must outlive all who are refused. */
export interface Kept {
  id: string;
  /** Fails unless it is there as it was. */
  isThere(): Promise<void>;
}

/** A panel is given as its owner uses it. */
export function panelAccess(owner: Person, panel: PanelUser, { keep, everywhere, uses }: WayIn): void {
  const { service } = panel;

  /** Whether there is such a thing or not, nobody can tell from it. */
  async function refusedEverywhere(user: PanelUser, kept: Kept, status: number, detail: string): Promise<void> {
    for (const id of [kept.id, randomUUID()]) await everywhere(user, id, reply => refused(reply, status, detail));
  }

  async function refusedTo(user: PanelUser, status: number, detail: string, of = panel): Promise<void> {
    const kept = await keep(of);
    await refusedEverywhere(user, kept, status, detail);
    await kept.isThere();
  }

  const deniedTo = (person: { key: string }, of = panel) => refusedTo(of.as(person), 403, 'permission denied', of);

  suite('keys', () => {
    test('none, or an empty one', async () => {
      await refusedTo(panel.as({ key: null }), 401, 'API key not provided');
      await refusedTo(panel.as({ key: '' }), 401, 'API key not provided');
    });

    test('an unknown one, a disabled one, one of a disabled user, one that is too long', async () => {
      const gone = await service.person();
      const { id: keyId, key } = await service.ask<{ id: string; key: string }>('/api/v1/key/create', {
        user_id: owner.id,
        name: 'disabled',
        scopes: ['*'],
      });
      await service.ask('/api/v1/key/update', { id: keyId, enabled: false });
      await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
      for (const invalid of ['of nobody', key, gone.key, 'x'.repeat(8000)]) {
        await refusedTo(panel.as({ key: invalid }), 401, 'API key is invalid');
      }
    });
  });

  suite('the header panel-id', () => {
    const invalid = (user: PanelUser) => refusedTo(user, 422, 'validation error');

    test('missing: 422', () => invalid(new UserOfNone(service, panel.id, owner.key)));

    const { id } = panel;
    for (const wrong of ['', 'x', `${id}x`, `urn:uuid:${id}`, `${id}, ${id}`, `{${id}}`, '%00']) {
      test(`'${wrong.slice(0, 15)}': 422`, () => invalid(new PanelUser(service, wrong, owner.key)));
    }

    test('of no panel: 404', async () => {
      const nowhere = await makePanel(service, owner);
      const kept = await keep(nowhere);
      await service.ask(`/api/v1/panel/delete?entity_id=${nowhere.id}`, {}, owner.key);
      await refusedEverywhere(nowhere, kept, 404, 'panel not found');
    });

    test('of a disabled panel: 404, also for its owner, until it is enabled again', async () => {
      const disabled = await makePanel(service, owner);
      const kept = await keep(disabled);
      await changePanel(disabled, { enabled: false });
      for (const person of [owner, await service.person()]) {
        await refusedEverywhere(disabled.as(person), kept, 404, 'panel not found');
      }
      await changePanel(disabled, { enabled: true });
      await kept.isThere();
    });

    test('in capitals: the same panel', () => uses(new PanelUser(service, id.toUpperCase(), owner.key)));
  });

  suite('whose panel', () => {
    test('its owner’s; strangers, and administrators among them, are refused', async () => {
      await uses(panel);
      await deniedTo(await service.person());
      await deniedTo(await service.person({ admin: true }));
      await deniedTo({ key: ADMIN_KEY });
    });

    test('an administrator uses their own', async () => {
      await uses(await makePanel(service, await service.person({ admin: true })));
    });

    test('who has it shared, for write or not, uses it until it is not shared any more', async () => {
      const [reader, writer] = [await service.person(), await service.person()];
      const sharing = [
        { user_email: reader.email.toUpperCase(), write: false },
        { user_email: writer.email, write: true },
      ];
      const shared = await makePanel(service, owner, {}, { sharing });
      for (const person of [reader, writer]) await uses(shared.as(person));
      await changePanel(shared, { sharing: [] });
      for (const person of [reader, writer]) await deniedTo(person, shared);
    });

    test('members of a group it is shared with, until they leave', async () => {
      const member = await service.person();
      const group_id = await service.group([member]);
      const shared = await makePanel(service, owner, {}, { group_sharing: [{ group_id, write: false }] });
      await uses(shared.as(member));
      await service.ask('/api/v1/group/member/remove', { group_id, user_id: member.id });
      await deniedTo(member, shared);
    });

    test('members of the owning group, and its creator after they left it', async () => {
      const [creator, member] = [await service.person(), await service.person()];
      const group_id = await service.group([creator, member]);
      const owned = await makePanel(service, creator, {}, { group_id });
      await uses(owned.as(member));
      await service.ask('/api/v1/group/member/remove', { group_id, user_id: creator.id });
      await uses(owned);
      await service.ask('/api/v1/group/member/remove', { group_id, user_id: member.id });
      await deniedTo(member, owned);
    });

    test('members of the organization are strangers', async () => {
      const [creator, member] = [await service.person(), await service.person()];
      const members = [creator, member].map(person => ({ person, write: true }));
      const organization_id = await service.organization(members);
      const inside = await makePanel(service, creator, {}, { organization_id });
      await uses(inside);
      await deniedTo(member, inside);
    });

    test('an address that only contains the one it is shared with is a stranger’s', async () => {
      const near = await service.person({ email: 'someone%@example.org' });
      const sharing = [{ user_email: 'someone@example.org', write: true }];
      await deniedTo(near, await makePanel(service, owner, {}, { sharing }));
    });
  });
}

/** Who does not say which panel. */
class UserOfNone extends PanelUser {
  override get headers(): Record<string, string> {
    const { 'panel-id': _unsaid, ...others } = super.headers;
    return others;
  }
}
