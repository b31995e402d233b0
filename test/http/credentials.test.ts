/** Tests `/api/v1/credential`: what comes back of credentials, who may change them, and what is refused. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { AuditEvent } from '../../src/audit/schemas.ts';
import type {
  Credential,
  CredentialList,
  CredentialTestResult,
  KindDescription,
} from '../../src/credentials/schemas.ts';
import { type Person, testService } from '../support/service.ts';
import { openApiServer } from './credential-servers.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const api = await openApiServer({ after });

const PATH = '/api/v1/credential';
const KEY = 'sk-live-0123456789-abcd';
const notFound = { status: 404, body: { detail: 'entity not found' } };

const header = (given: Record<string, unknown> = {}) => ({
  name: `key ${randomUUID()}`,
  kind: 'header',
  hosts: [api.url],
  fields: { name: 'X-API-Key', value: KEY },
  ...given,
});

function create(person: Person, given: Record<string, unknown> = {}): Promise<Credential> {
  return service.ask<Credential>(`${PATH}/create`, header(given), person.key);
}

async function call(path: string, body: unknown, person?: Person) {
  const { status, body: answer } = await service.call(`${PATH}/${path}`, body, ...(person ? [person.key] : []));
  return { status, body: answer };
}

suite('creating a credential', () => {
  test('returns what may be told of it, and not the value', async () => {
    const ann = await service.person();
    const created = await create(ann, { name: 'stripe', hosts: ['API.stripe.com.', '*.Example.org'] });
    const { id, created: at, updated, ...rest } = created;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual([at.user_id, updated.user_id], [ann.id, ann.id]);
    assert.deepEqual(rest, {
      name: 'stripe',
      description: '',
      kind: 'header',
      hosts: ['api.stripe.com', '*.example.org'],
      fields: { name: 'X-API-Key', value: { set: true, hint: '••••abcd', source: 'value' } },
      version: 1,
      state: 'ready',
      connected: null,
      rotate_at: null,
      template_places: [],
      template_fields: [],
      last_used_at: null,
      owner: { user_id: ann.id, group_id: null, organization_id: null },
      permissions: { use: true, write: true },
      sharing: [],
      group_sharing: [],
    });
    assert.deepEqual(await service.ask(`${PATH}/get`, { id }, ann.key), created);
    assert.deepEqual(await service.ask(`${PATH}/find`, {}, ann.key), { items: [created], total: 1 });
  });

  test('the end of a short value is not told', async () => {
    const { fields } = await create(await service.person(), { fields: { name: 'X-Key', value: '12345678901' } });
    assert.deepEqual(fields.value, { set: true, source: 'value' });
  });

  const refusals: [what: string, given: Record<string, unknown>, status: number, detail: string][] = [
    ['without hosts', { hosts: [] }, 422, 'validation error: hosts: must NOT have fewer than 1 items'],
    [
      'with a host that is none',
      { hosts: ['https://example.org/path'] },
      422,
      "The list of hosts is not valid: 'https://example.org/path' is not a host",
    ],
    [
      'with a wildcard for a country',
      { hosts: ['*.co.uk'] },
      422,
      "The list of hosts is not valid: '*.co.uk' would include hosts of other owners: name more of the host",
    ],
    ['without a required field', { fields: { name: 'X-Key' } }, 422, 'validation error: fields.value: is required'],
    [
      'with a field of another kind',
      { fields: { name: 'X-Key', value: KEY, token: 'x' } },
      422,
      "validation error: fields.token: is no field of the kind 'header'",
    ],
    [
      'with a secret that is no text',
      { fields: { name: 'X-Key', value: { secret: KEY } } },
      422,
      'validation error: fields.value: must be a text',
    ],
    [
      'with a header that belongs to the connection',
      { fields: { name: 'Host', value: KEY } },
      422,
      "validation error: fields: The header 'Host' cannot be set",
    ],
    [
      'with a reference to another place',
      { fields: { name: 'X-Key', value: 'env:HEDDLE_SECRET_X' } },
      403,
      'Only administrators may refer to secrets that are stored elsewhere',
    ],
    ['with an id as its name', { name: randomUUID() }, 422, 'The name of a credential must not look like an id'],
    [
      'that is too large',
      { kind: 'generic', fields: { text: 'x'.repeat(65_536) } },
      422,
      'The fields of the credential are too large (at most 65536 bytes of JSON)',
    ],
    [
      'without own fields',
      { kind: 'generic', fields: {} },
      422,
      'validation error: fields: must have at least one field',
    ],
    [
      'of a user and a group at once',
      { group_id: randomUUID(), organization_id: randomUUID() },
      422,
      'Give either an organization or a group, not both',
    ],
    ['of a group of others', { group_id: randomUUID() }, 403, 'permission denied'],
    [
      'of an organization of others',
      { organization_id: randomUUID() },
      403,
      'User is not a member of the organization',
    ],
  ];
  for (const [what, given, status, detail] of refusals) {
    test(`is refused ${what}`, async () => {
      const ann = await service.person();
      assert.deepEqual(await call('create', header(given), ann), { status, body: { detail } });
    });
  }

  test('of one name an owner has only one, in whatever letters, and others have theirs', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const group_id = await service.group([ann]);
    await create(ann, { name: 'Stripe' });
    const refused = { status: 409, body: { detail: "A credential named 'stripe' exists already" } };
    assert.deepEqual(await call('create', header({ name: 'stripe' }), ann), refused);
    await create(ann, { name: 'stripe', group_id });
    assert.deepEqual(await call('create', header({ name: 'stripe', group_id }), ann), refused);
    await create(ben, { name: 'stripe' });
    const other = await create(ben);
    assert.deepEqual(await call('update', { id: other.id, name: 'stripe' }, ben), refused);
  });
});

suite('changing a credential', () => {
  test('a field that is given replaces the old one, and each change makes a new version', async () => {
    const ann = await service.person();
    const { id } = await create(ann);
    const next = await service.ask<Credential>(`${PATH}/update`, { id, fields: { value: `${KEY}-next` } }, ann.key);
    assert.partialDeepStrictEqual(next, { version: 2, fields: { name: 'X-API-Key', value: { hint: '••••next' } } });
    const same = await service.ask<Credential>(`${PATH}/update`, { id, fields: { name: 'X-API-Key' } }, ann.key);
    assert.deepEqual(same, next);
    await service.ask<CredentialTestResult>(`${PATH}/test`, { id }, ann.key);
    assert.equal(api.last().headers['x-api-key'], `${KEY}-next`);
  });

  test('another host needs the secret fields again', async () => {
    const ann = await service.person();
    const { id } = await create(ann, { hosts: ['*.example.org', api.url] });
    const refused = { status: 422, body: { detail: 'To allow another host, enter the secret fields again' } };
    for (const hosts of [
      ['evil.example'],
      ['*.example.org', 'example.org'],
      ['a.example.org:8443'],
      ['http://localhost'],
      ['*.org.example.org', 'evil.example'],
    ]) {
      assert.deepEqual(await call('update', { id, hosts }, ann), refused);
      assert.deepEqual(await call('update', { id, hosts, fields: { name: 'X-Other' } }, ann), refused);
      assert.deepEqual(await call('update', { id, hosts, fields: { value: null } }, ann), {
        status: 422,
        body: { detail: 'validation error: fields.value: is required' },
      });
    }
    const narrower = await service.ask<Credential>(`${PATH}/update`, { id, hosts: ['a.example.org'] }, ann.key);
    assert.deepEqual(narrower.hosts, ['a.example.org']);
    const sent = { id, hosts: ['b.example.org'], fields: { value: 'another-value' } };
    assert.deepEqual((await service.ask<Credential>(`${PATH}/update`, sent, ann.key)).hosts, ['b.example.org']);
  });

  test('another authorization server needs the client secret again', async () => {
    const ann = await service.person();
    const fields = { token_url: 'https://login.example.org/token', client_id: 'heddle', client_secret: KEY };
    const { id } = await create(ann, { kind: 'oauth2_client', fields });
    const token_url = 'https://evil.example/token';
    const refused = { status: 422, body: { detail: "To change 'token_url', enter the secret fields again" } };
    assert.deepEqual(await call('update', { id, fields: { token_url } }, ann), refused);
    const { status } = await call('update', { id, fields: { token_url, client_secret: 'mine' } }, ann);
    assert.equal(status, 200);
  });

  test('of two changes of one version, one wins', async () => {
    const ann = await service.person();
    const { id } = await create(ann);
    const change = (name: string) => call('update', { id, if_version: 1, fields: { name } }, ann);
    const replies = await Promise.all([change('X-One'), change('X-Two')]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const lost = replies.find(({ status }) => status === 409);
    assert.deepEqual(lost?.body, { detail: 'The credential was changed by somebody else meanwhile' });
  });

  test('many changes at once keep every field', async () => {
    const ann = await service.person();
    const { id } = await create(ann, { kind: 'generic', fields: { first: 'first-value' } });
    const names = Array.from({ length: 8 }, (_, index) => `field_${index}`);
    await Promise.all(names.map(name => service.ask(`${PATH}/update`, { id, fields: { [name]: KEY } }, ann.key)));
    const { fields, version } = await service.ask<Credential>(`${PATH}/get`, { id }, ann.key);
    assert.deepEqual(Object.keys(fields).sort(), [...names, 'first'].sort());
    assert.equal(version, 9);
  });
});

suite('who may do what', () => {
  test('others get the same answer as for a credential that does not exist', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const { id } = await create(ann);
    for (const path of ['get', 'update', 'delete', 'test', 'uses']) {
      assert.deepEqual(await call(path, { id }, ben), notFound);
      assert.deepEqual(await call(path, { id: randomUUID() }, ben), notFound);
    }
    assert.deepEqual(await service.ask(`${PATH}/find`, {}, ben.key), { items: [], total: 0 });
  });

  test('a share lets use it, and with write also change it', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const { id } = await create(ann, { sharing: [{ user_email: ben.email.toUpperCase(), write: false }] });
    const seen = await service.ask<Credential>(`${PATH}/get`, { id }, ben.key);
    assert.partialDeepStrictEqual(seen, { permissions: { use: true, write: false } });
    assert.deepEqual([seen.sharing, seen.group_sharing], [[], []]);
    assert.equal((await service.ask<CredentialTestResult>(`${PATH}/test`, { id }, ben.key)).ok, true);
    const denied = { status: 403, body: { detail: 'permission denied' } };
    assert.deepEqual(await call('update', { id, name: 'x' }, ben), denied);
    assert.deepEqual(await call('delete', { id }, ben), denied);
    await service.ask(`${PATH}/update`, { id, sharing: [{ user_email: ben.email, write: true }] }, ann.key);
    assert.equal((await call('update', { id, description: 'x' }, ben)).status, 200);
    await service.ask(`${PATH}/update`, { id, sharing: [] }, ann.key);
    assert.deepEqual(await call('get', { id }, ben), notFound);
  });

  test('members use what belongs to their organization, and those who may write there change it', async () => {
    const [ann, ben, eve] = [await service.person(), await service.person(), await service.person()];
    const organization_id = await service.organization([
      { person: ann, write: true },
      { person: ben, write: false },
    ]);
    const { id, owner } = await create(ann, { organization_id });
    assert.deepEqual(owner, { user_id: null, group_id: null, organization_id });
    const of = async (person: Person) => (await service.ask<Credential>(`${PATH}/get`, { id }, person.key)).permissions;
    assert.deepEqual(
      [await of(ann), await of(ben)],
      [
        { use: true, write: true },
        { use: true, write: false },
      ],
    );
    assert.deepEqual(await call('get', { id }, eve), notFound);
    assert.equal((await call('create', header({ organization_id }), ben)).status, 403);
    await service.ask('/api/v1/organization/member/remove', { organization_id, user_id: ann.id });
    assert.deepEqual(await call('get', { id }, ann), notFound);
  });

  test('administrators manage all credentials, but do not use them', async () => {
    const ann = await service.person();
    const { id } = await create(ann);
    const seen = await service.ask<Credential>(`${PATH}/get`, { id });
    assert.deepEqual(seen.permissions, { use: false, write: true });
    assert.deepEqual(await call('test', { id }), { status: 403, body: { detail: 'permission denied' } });
    const listed = await service.ask<CredentialList>(`${PATH}/find`, { text: seen.name });
    assert.deepEqual(
      listed.items.map(item => item.id),
      [id],
    );
    assert.deepEqual(await service.ask(`${PATH}/find`, { text: seen.name, usable: true }), { items: [], total: 0 });
    assert.deepEqual(await service.ask(`${PATH}/delete`, { id }), { id });
    assert.deepEqual(await call('get', { id }, ann), notFound);
  });
});

test('the kinds are listed with their fields', async () => {
  const { kinds } = await service.ask<{ kinds: KindDescription[] }>(`${PATH}/kinds`);
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    [
      'header',
      'query',
      'basic',
      'bearer',
      'oauth2_client',
      'oauth2_code',
      'hmac',
      'jwt',
      'tls',
      'slack',
      'incoming_webhook',
      'generic',
    ],
  );
  assert.deepEqual(
    kinds.filter(({ connectable }) => connectable).map(({ kind }) => kind),
    ['oauth2_code'],
  );
  assert.deepEqual(
    kinds.filter(({ own_fields }) => own_fields).map(({ kind }) => kind),
    ['generic'],
  );
  const secrets = kinds.flatMap(({ fields }) => fields.filter(({ secret }) => secret).map(({ name }) => name));
  const expected = [
    ...[
      'bot_token',
      'client_secret',
      'passphrase',
      'password',
      'private_key',
      'secret',
      'signing_secret',
      'token',
      'url',
    ],
    'value',
  ];
  assert.deepEqual([...new Set(secrets)].sort(), expected);
});

suite('finding', () => {
  test('credentials are found by words of their name, description and hosts, and by their kind', async () => {
    const ann = await service.person();
    const one = await create(ann, { name: 'Stripe live', description: 'payments', hosts: ['api.stripe.com'] });
    const two = await create(ann, {
      name: 'GitHub',
      kind: 'bearer',
      fields: { token: KEY },
      hosts: ['api.github.com'],
    });
    const find = async (query: object) => {
      const { items, total } = await service.ask<CredentialList>(`${PATH}/find`, query, ann.key);
      return [items.map(({ id }) => id), total];
    };
    assert.deepEqual(await find({}), [[two.id, one.id], 2]);
    assert.deepEqual(await find({ text: 'LIVE stripe' }), [[one.id], 1]);
    assert.deepEqual(await find({ text: 'payments' }), [[one.id], 1]);
    assert.deepEqual(await find({ text: 'github.com' }), [[two.id], 1]);
    assert.deepEqual(await find({ kind: 'bearer' }), [[two.id], 1]);
    assert.deepEqual(await find({ skip: 1, limit: 1 }), [[one.id], 2]);
    assert.deepEqual(await find({ text: KEY.slice(-4) }), [[], 0]);
  });
});

test('the audit log has names of fields, and never values', async () => {
  const ann = await service.person();
  const { id, name } = await create(ann);
  await service.ask(`${PATH}/update`, { id, fields: { value: `${KEY}-2` } }, ann.key);
  await service.ask(`${PATH}/update`, { id, sharing: [{ user_email: 'ben@example.org', write: false }] }, ann.key);
  await service.ask(`${PATH}/delete`, { id }, ann.key);
  const events = await service.ask<{ items: AuditEvent[] } | AuditEvent[]>('/api/v1/audit/find', {
    filters: [['subject.id', '==', id]],
  });
  const list = Array.isArray(events) ? events : events.items;
  assert.deepEqual(list.map(({ action }) => action).sort(), [
    'credential.create',
    'credential.delete',
    'credential.share',
    'credential.update',
  ]);
  const change = list.find(({ action }) => action === 'credential.update');
  assert.deepEqual(change?.details, { changes: {}, fields: ['value'], version: 2 });
  assert.ok(list.every(event => event.subject.name === name));
  assert.doesNotMatch(JSON.stringify(list), /sk-live/);
});
