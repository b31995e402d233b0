import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { header as kind } from '../../test/connection-kinds.ts';
import type { Credential, KindDescription } from '../api/credentials.ts';
import { ApiError } from '../api/transport/client.ts';
import {
  addOwnField,
  asksForSecrets,
  emptyForm,
  fieldsOf,
  findChanges,
  findMissing,
  goesElsewhere,
  toCreation,
  toForm,
} from './form.ts';

const generic: KindDescription = { ...kind, kind: 'generic', fields: [], own_fields: true };
const stamp = { timestamp: 1, user_id: null };
const credential: Credential = {
  id: 'c',
  name: 'shop',
  description: '',
  kind: 'header',
  hosts: ['shop.test'],
  fields: { name: 'X-Key', value: { set: true, source: 'value' } },
  template_places: ['header'],
  template_fields: ['name', 'value'],
  version: 3,
  state: 'ready',
  connected: null,
  rotate_at: null,
  last_used_at: null,
  owner: { user_id: 'u', group_id: null, organization_id: null },
  permissions: { use: true, write: true },
  sharing: [],
  group_sharing: [],
  created: stamp,
  updated: stamp,
};
const words = { name: 'Name', hosts: 'Hosts', ownName: 'Field' };

suite('the form of a credential', () => {
  test('says what is missing, and keeps the spaces of prefixes but not those around secrets', () => {
    const form = emptyForm(kind, { host: 'shop.test' });
    assert.deepEqual(findMissing(form, kind.fields, words), ['Name', 'Header', 'Value']);
    const filled = { ...form, name: ' shop ', values: { name: 'X-Key', value: ' secret\n', prefix: 'Token ' } };
    assert.deepEqual(findMissing(filled, kind.fields, words), []);
    const { name, fields, hosts } = toCreation(kind, filled, {});
    assert.deepEqual(
      [name, fields, hosts],
      ['shop', { name: 'X-Key', value: 'secret', prefix: 'Token ' }, ['shop.test']],
    );
  });

  test('sends only what was changed, and null for what was emptied', () => {
    const fields = fieldsOf(kind, credential.fields);
    const before = toForm(credential, fields);
    assert.deepEqual(before.values, { name: 'X-Key', value: '', prefix: '' });
    assert.deepEqual(findChanges(credential, fields, before, before), { id: 'c', if_version: 3 });
    const after = { ...before, hosts: ['shop.test', 'a.test'], values: { ...before.values, value: 'new', name: '' } };
    assert.deepEqual(findChanges(credential, fields, before, after), {
      id: 'c',
      if_version: 3,
      hosts: ['shop.test', 'a.test'],
      fields: { name: null, value: 'new' },
    });
    assert.equal(goesElsewhere(before, after), true);
    assert.equal(goesElsewhere(after, before), false);
    assert.equal(goesElsewhere(before, { ...before, places: ['header', 'body'] }), true);
  });

  test('has fields of its own where the kind allows them', () => {
    const form = { ...emptyForm(generic, {}), name: 'db', hosts: ['db.test'] };
    assert.deepEqual(findMissing(form, [], words), ['Field']);
    const own = addOwnField([{ id: 0, name: 'user', value: 'ann' }]).map(field =>
      field.id === 1 ? { ...field, name: 'password', value: 'secret' } : field,
    );
    assert.deepEqual(toCreation(generic, { ...form, own }, {}).fields, { user: 'ann', password: 'secret' });
    assert.deepEqual(
      fieldsOf(generic, { user: { set: true, source: 'value' } }).map(({ name, secret }) => [name, secret]),
      [['user', true]],
    );
  });

  test('knows which refusals ask for the secrets again', () => {
    const asks = (code: string) => asksForSecrets(new ApiError(422, 'refused', code));
    assert.equal(asks('secrets_needed_for_host'), true);
    assert.equal(asks('credential_exists'), false);
    assert.equal(asksForSecrets(undefined), false);
  });
});
