/** Connectors: how they are made from documents, who may do what with them, and which of their operations are tools. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { dump } from 'js-yaml';
import type {
  ConnectorDetails,
  ConnectorList,
  Gallery,
  OperationList,
  Preview,
  Switched,
  ToolUses,
} from '../../src/connectors/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { ConnectorTests, LOOPBACK, manyPaths, shopDocument } from './connector-documents.ts';

const service = await testService({
  ...LOOPBACK,
  HEDDLE_MCP_SERVERS: JSON.stringify({ weather: { url: 'http://127.0.0.1:9/mcp' } }),
});
const open = await openPlaces();
const connectors = new ConnectorTests(service);
const ann = await service.person();

const API = '/api/v1/connector/';
const BASE = 'https://shop.example.org/v1';
const document = JSON.stringify(shopDocument({ url: BASE }));
const refuse = (status: number, detail: string, path: string, body: object, person: Person = ann) =>
  service.refuse(status, detail, API + path, body, person.key);
const operations = (person: Person, body: object) => service.ask<OperationList>(`${API}operations`, body, person.key);

async function catalogNames(person: Person): Promise<string[]> {
  const { tools } = await service.ask<{ tools: { name: string }[] }>('/api/v3/workflow/catalog', {}, person.key);
  return tools.map(({ name }) => name);
}

async function upload(person: Person, content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'application/yaml' }), 'shop.yaml');
  const reply = await service.send('/api/v1/file/upload', { body: form, headers: { 'uni-api-key': person.key } });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return (reply.body as { file_id: string }).file_id;
}

suite('a connector', () => {
  test('is previewed before it is made', async () => {
    const preview = await service.ask<Preview>(`${API}preview`, { document }, ann.key);
    assert.deepEqual(preview, {
      title: 'Little Shop',
      version: '1.2',
      description: 'Sells things.',
      format: 'openapi-3.0',
      base_url: BASE,
      other_hosts: [],
      security: [],
      tags: [
        { name: 'orders', count: 4 },
        { name: 'files', count: 2 },
      ],
      operations: 6,
      skipped: [],
      skipped_count: 0,
    });
    const found = await service.ask<ConnectorList>(`${API}find`, {}, ann.key);
    assert.deepEqual(found, { items: [], total: 0 });
  });

  test('says before it is made which operations go to other hosts', async () => {
    const at = (url: string) => ({ servers: [{ url }] });
    const paths = {
      '/orders': {
        get: { operationId: 'listOrders' },
        post: { operationId: 'order', ...at('https://write.example.org/v1') },
      },
      '/pictures': { ...at('https://up.example.org/v1'), put: { operationId: 'one' }, post: { operationId: 'two' } },
      '/old': { get: { operationId: 'old', ...at('https://shop.example.org/v0') } },
    };
    const sent = { document: JSON.stringify(shopDocument({ url: BASE, paths })) };
    const { other_hosts } = await service.ask<Preview>(`${API}preview`, sent, ann.key);
    assert.deepEqual(other_hosts, [
      { host: 'write.example.org', operations: ['order'], count: 1 },
      { host: 'up.example.org', operations: ['one', 'two'], count: 2 },
    ]);
  });

  test('is made from a text, and says what it has', async () => {
    const person = await service.person();
    const name = connectors.newName();
    const { id, created, updated, document: read, ...rest } = await connectors.create(person, { name, document });
    assert.ok(created <= updated);
    assert.deepEqual(read, {
      url: null,
      format: 'openapi-3.0',
      title: 'Little Shop',
      version: '1.2',
      size: document.length,
      sha256: createHash('sha256').update(document).digest('hex'),
      read: read.read,
    });
    assert.deepEqual(rest, {
      name,
      title: 'Little Shop',
      description: 'Sells things.',
      base_url: BASE,
      allowed_hosts: [],
      credential_id: null,
      credential: null,
      pagination: null,
      rate: null,
      gallery: null,
      security: [],
      operations: 6,
      enabled: 6,
      skipped_count: 0,
      skipped: [],
      account: null,
      tags: [
        { name: 'orders', count: 4, enabled: 4 },
        { name: 'files', count: 2, enabled: 2 },
      ],
      version: 1,
      owner: { user_id: person.id, group_id: null, organization_id: null },
      permissions: { use: true, write: true },
      sharing: [],
      group_sharing: [],
    });
    const { items, total } = await service.ask<ConnectorList>(`${API}find`, { text: 'SHOP little' }, person.key);
    assert.deepEqual([items.map(each => each.id), total], [[id], 1]);
    assert.equal((await service.ask<ConnectorList>(`${API}find`, { text: 'large' }, person.key)).total, 0);
  });

  test('is made from a URL, and from an uploaded file in YAML', async () => {
    const place = open((request, response) => json(shopDocument({ url: '/v2' }))(request, response));
    const made = await connectors.create(ann, { url: `${place.url}/openapi.json` });
    assert.equal(made.base_url, `${new URL(place.url).origin}/v2`);
    assert.equal(made.document.url, `${place.url}/openapi.json`);
    const file_id = await upload(ann, dump(shopDocument({ url: BASE })));
    assert.equal((await connectors.create(ann, { file_id })).operations, 6);
    const other = await service.person();
    await refuse(404, 'file not found', 'create', { name: 'stolen', file_id }, other);
  });

  test('is refused with the reason', async () => {
    const notFound = open(json({}, 404));
    const cases: [status: number, detail: string, body: object][] = [
      [422, "Give exactly one of 'url', 'document', 'file_id', 'gallery'", {}],
      [422, "Give exactly one of 'url', 'document', 'file_id', 'gallery'", { document, url: BASE }],
      [422, "The document names no server: give 'base_url'", { document: JSON.stringify(shopDocument()) }],
      [422, 'The document could not be fetched: the server answered 404 Not Found', { url: notFound.url }],
      [422, "The document could not be fetched: The address of '10.0.0.1' is not public", { url: 'http://10.0.0.1/' }],
      [422, "The document is no API description: it has neither 'openapi' nor 'swagger'", { document: '{}' }],
      [404, "There is no 'nothing' in the gallery", { gallery: 'nothing' }],
      [404, 'The credential was not found or you may not use it', { document, credential_id: randomUUID() }],
      [422, 'validation error: base_url: must have no query and no fragment', { document, base_url: `${BASE}?a=1` }],
      [
        422,
        'validation error: base_url: must have no user name and no password: these belong into a credential',
        { document, base_url: 'https://ann:secret@shop.example.org' },
      ],
    ];
    for (const [status, detail, body] of cases) await refuse(status, detail, 'create', { name: 'refused', ...body });
    const reserved = ['booster', 'date', 'csv', 'hash', 'weather', 'weather_map', 'run', 'workflow', 'text_to'];
    for (const name of reserved) await refuse(422, `The name '${name}' is reserved`, 'create', { name, document });
    for (const name of ['Shop', '1shop', 'a-b', 'a'.repeat(33), '']) {
      assert.equal((await service.call(`${API}create`, { name, document }, ann.key)).status, 422, name);
    }
  });

  test('has a name that no other of its owner has, even when two are made at once', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(() => service.call(`${API}create`, { name: 'twice', document }, ann.key)),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
    const ben = await service.person();
    assert.equal((await connectors.create(ben, { name: 'twice', document })).name, 'twice');
  });

  test('is changed by those who may, and only as they have seen it', async () => {
    const { id, version } = await connectors.create(ann, { document });
    const changed = await service.ask<ConnectorDetails>(
      `${API}update`,
      {
        id,
        title: 'Shop',
        base_url: 'https://shop.example.com',
        rate: { calls: 5, seconds: 60 },
        pagination: { kind: 'cursor', param: 'after', next: 'meta.next' },
        credential: 'own',
        if_version: version,
      },
      ann.key,
    );
    assert.partialDeepStrictEqual(changed, {
      title: 'Shop',
      base_url: 'https://shop.example.com/',
      rate: { calls: 5, seconds: 60 },
      pagination: { kind: 'cursor', param: 'after', next: 'meta.next' },
      credential: 'own',
      version: version + 1,
    });
    const stale = { id, title: 'Stale', if_version: version };
    await refuse(409, 'the connector was changed by somebody else meanwhile', 'update', stale);
  });

  test('says who uses its tools, as far as the caller may see them', async () => {
    const friend = await service.person();
    const sharing = [{ user_email: friend.email, write: false }];
    const { id, name } = await connectors.create(ann, { document, sharing });
    const uses = ({ key }: Person) => service.ask<ToolUses>(`${API}uses`, { id }, key);
    assert.deepEqual(await uses(ann), { workflows: [], assistants: [] });
    const tool = `${name}_get_order`;
    const definition = chain(node('call', 'tool.call', { tool, params: { id: '1' } }));
    const workflow_id = await createWorkflow(service, definition, ann.key, { name: 'Orders' });
    const assistant = await service.ask<{ id: string }>(
      '/api/v3/assistant/create',
      { name: 'Clerk', tools: [tool] },
      ann.key,
    );
    assert.deepEqual(await uses(ann), {
      workflows: [{ tool, workflow: { id: workflow_id, name: 'Orders' }, draft: true, published: false }],
      assistants: [{ tool, assistant: { id: assistant.id, name: 'Clerk' } }],
    });
    assert.deepEqual(await uses(friend), { workflows: [], assistants: [] });
  });

  test('is deleted with its document', async () => {
    const { id } = await connectors.create(ann, { document });
    assert.deepEqual(await service.ask(`${API}delete`, { id }, ann.key), { id });
    await refuse(404, 'entity not found', 'get', { id });
    await refuse(404, 'entity not found', 'delete', { id });
  });

  test('keeps its owner from being deleted', async () => {
    const person = await service.person();
    await connectors.create(person, { document });
    await service.refuse(
      422,
      'it can not be deleted while it has connectors',
      `/api/v1/user/delete?entity_id=${person.id}`,
    );
  });
});

suite('a hostile document', () => {
  const NASTY = 'a\u0000b\ud800c<script>\u202e';

  test('is refused with a sentence', async () => {
    const bomb = ['a: &a0 [x, x]', ...Array.from({ length: 40 }, (_, i) => `a${i}: &a${i + 1} [*a${i}, *a${i}]`)];
    const nested = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const external = shopDocument({
      url: BASE,
      paths: { '/a': { get: { parameters: [{ $ref: 'file:///etc/passwd' }] } } },
    });
    for (const text of ['', '[]', 'null', 'a: [', '{"openapi":', bomb.join('\n'), nested, JSON.stringify(external)]) {
      const { status, body } = await service.call(`${API}create`, { name: 'hostile', document: text }, ann.key);
      assert.equal(status, 422, JSON.stringify(body));
      assert.doesNotMatch(JSON.stringify(body), /root:/);
    }
    const large = await service.call(`${API}create`, { name: 'hostile', document: 'x'.repeat(21 * 2 ** 20) }, ann.key);
    assert.deepEqual([large.status, large.body], [422, { detail: 'The document is larger than 20 MB' }]);
    assert.equal((await service.call(`${API}preview`, { document: 'x'.repeat(40 * 2 ** 20) }, ann.key)).status, 413);
  });

  test('with strange characters everywhere is stored', async () => {
    const schema = { type: 'object', properties: { [NASTY]: { enum: [NASTY], default: NASTY } }, required: [NASTY] };
    const operation = {
      operationId: NASTY,
      summary: NASTY,
      description: NASTY,
      tags: [NASTY, '__proto__'],
      parameters: [
        { name: NASTY, in: 'query', schema },
        { name: 'page', in: 'query', schema: { type: 'integer' } },
        { name: '__proto__', in: 'header', schema: { type: 'string' } },
      ],
      requestBody: { content: { 'multipart/form-data': { schema, encoding: { [NASTY]: { style: 'deepObject' } } } } },
      responses: { 200: { description: NASTY, content: { 'application/json': { schema } } } },
    };
    const body = {
      ...shopDocument({ url: BASE, paths: { [`/${NASTY}`]: { get: operation, post: operation } } }),
      info: { title: NASTY, version: NASTY, description: NASTY },
      components: { securitySchemes: { [NASTY]: { type: 'apiKey', in: 'header', name: NASTY, description: NASTY } } },
    };
    const made = await connectors.create(ann, { document: JSON.stringify(body) });
    const { items } = await operations(ann, { id: made.id });
    for (const { name } of items) await service.ask(`${API}operation`, { id: made.id, name }, ann.key);
    await catalogNames(ann);
  });
});

suite('the gallery', () => {
  test('is searched by words', async () => {
    const search = (text?: string) => service.ask<Gallery>(`${API}gallery`, { ...(text && { text }) }, ann.key);
    assert.ok((await search()).items.length >= 20);
    const { items } = await search('STRIPE');
    assert.deepEqual(
      items.map(({ slug, auth }) => [slug, auth]),
      [['stripe', ['bearer']]],
    );
    assert.deepEqual(items[0]?.credential.hosts.includes('api.stripe.com'), true);
    assert.deepEqual((await search('nothing of the kind')).items, []);
  });

  test('gives a connector its title, address and rules, unless the request has others', async () => {
    const paths = { '/v1/customers': { get: { operationId: 'GetCustomers' }, post: { operationId: 'Other' } } };
    const body = { gallery: 'stripe', document: JSON.stringify(shopDocument({ paths })) };
    const made = await connectors.create(ann, body);
    assert.partialDeepStrictEqual(made, {
      title: 'Stripe',
      gallery: 'stripe',
      base_url: 'https://api.stripe.com/',
      pagination: { kind: 'cursor', param: 'starting_after' },
      operations: 2,
      enabled: 1,
    });
    assert.ok(made.rate);
    const other = await connectors.create(ann, {
      ...body,
      title: 'Money',
      rate: null,
      enable: { names: ['other'] },
      base_url: 'https://stripe.example.org',
    });
    assert.partialDeepStrictEqual(other, { title: 'Money', rate: null, base_url: 'https://stripe.example.org/' });
    assert.equal(
      (
        await service.ask<{ unchanged: number }>(
          `${API}refresh`,
          { id: made.id, ...{ document: body.document } },
          ann.key,
        )
      ).unchanged,
      2,
    );
  });
});

suite('operations', () => {
  test('are listed, searched and read with their schema', async () => {
    const { id, name } = await connectors.create(ann, { document });
    const { items, total } = await operations(ann, { id, limit: 2 });
    assert.equal(total, 6);
    assert.deepEqual(items[0], {
      name: 'list_orders',
      tool: `${name}_list_orders`,
      method: 'GET',
      path: '/orders',
      title: 'List orders',
      description: items[0]?.description,
      tags: ['orders'],
      deprecated: false,
      enabled: true,
      paging: { kind: 'page', param: 'page', first: 1, items: null },
    });
    const names = async (body: object) => (await operations(ann, { id, ...body })).items.map(each => each.name);
    assert.deepEqual(await names({ text: 'label PRINT' }), ['get_label']);
    assert.deepEqual(await names({ tag: 'files' }), ['get_label', 'upload']);
    assert.deepEqual(await names({ enabled: false }), []);
    assert.deepEqual(await names({ skip: 4 }), ['get_label', 'upload']);
    const read = await service.ask<{ input_schema: { properties: object } }>(
      `${API}operation`,
      { id, name: 'list_orders' },
      ann.key,
    );
    // The API has a param `page`, so that the one for all pages has another name.
    assert.deepEqual(Object.keys(read.input_schema.properties), ['state', 'page', 'X-Shop', 'pages', 'full']);
    await refuse(404, 'entity not found', 'operation', { id, name: 'nothing' });
  });

  test('of a large API are chosen by tag, name or words', async () => {
    const many = JSON.stringify(shopDocument({ url: BASE, paths: manyPaths(150) }));
    const { id, name, enabled, operations: total } = await connectors.create(ann, { document: many });
    assert.deepEqual([enabled, total], [0, 150]);
    const enable = (body: object) => service.ask<Switched>(`${API}enable`, { id, ...body }, ann.key);
    assert.deepEqual(await enable({ tag: 'tag1', enabled: true }), { changed: 50, enabled: 50, version: 2 });
    assert.deepEqual(await enable({ tag: 'tag1', enabled: true }), { changed: 0, enabled: 50, version: 2 });
    assert.deepEqual(await enable({ names: ['list_things0'], enabled: true }), { changed: 1, enabled: 51, version: 3 });
    const listed = (await catalogNames(ann)).filter(each => each.startsWith(`${name}_`));
    assert.equal(listed.length, 53);
    assert.ok(listed.includes(`${name}_find`) && listed.includes(`${name}_call`));
    assert.deepEqual(await enable({ all: true, enabled: false }), { changed: 51, enabled: 0, version: 4 });
    assert.deepEqual(await enable({ text: 'things 149', enabled: true }), { changed: 1, enabled: 1, version: 5 });
    await refuse(422, "Give exactly one of 'names', 'tag', 'text', 'all'", 'enable', { id, enabled: true });
    const chosen = { document: many, enable: { tags: ['tag0'], names: ['list_things1'] } };
    assert.equal((await connectors.create(ann, chosen)).enabled, 51);
  });

  test('are enabled up to a limit', async () => {
    const many = JSON.stringify(shopDocument({ url: BASE, paths: manyPaths(1100) }));
    const { id } = await connectors.create(ann, { document: many });
    const detail = 'Too many operations are enabled (at most 1000): choose some of them';
    await refuse(422, detail, 'enable', { id, all: true, enabled: true });
    assert.equal((await operations(ann, { id, enabled: true })).total, 0);
  });

  test('are in the catalog and in validation only for those who may use them', async () => {
    const [owner, guest, stranger] = [await service.person(), await service.person(), await service.person()];
    const { id, name } = await connectors.create(owner, { document });
    const tool = `${name}_get_order`;
    const share = (sharing: object[]) => service.ask(`${API}update`, { id, sharing }, owner.key);
    await share([{ user_email: guest.email, write: false }]);
    const issues = async (person: Person) => {
      const definition = chain(node('call', 'tool.call', { tool, params: { id: '1' } }));
      const workflow_id = await createWorkflow(service, definition, person.key);
      const reply = await service.ask<{ issues: { message: string }[] }>(
        '/api/v3/workflow/validate',
        { workflow_id },
        person.key,
      );
      return reply.issues.map(({ message }) => message);
    };
    for (const person of [owner, guest]) {
      assert.ok((await catalogNames(person)).includes(tool));
      assert.deepEqual(await issues(person), []);
    }
    assert.ok(!(await catalogNames(stranger)).includes(tool));
    assert.deepEqual(await issues(stranger), [`Step 'call': there is no tool '${tool}'`]);
    await share([]);
    assert.ok(!(await catalogNames(guest)).includes(tool));
  });
});

suite('access', () => {
  const read: [path: string, body: object][] = [
    ['get', {}],
    ['operations', {}],
    ['operation', { name: 'get_order' }],
    ['uses', {}],
  ];
  const write: [path: string, body: object][] = [
    ['update', { title: 'Other' }],
    ['enable', { all: true, enabled: false }],
    ['refresh', { document }],
    ['refresh/apply', { refresh_id: randomUUID() }],
    ['delete', {}],
  ];

  test('is refused to strangers as if there were nothing, and to users who may not write', async () => {
    const [owner, guest, stranger] = [await service.person(), await service.person(), await service.person()];
    const sharing = [{ user_email: guest.email, write: false }];
    const { id } = await connectors.create(owner, { document, sharing });
    for (const [path, body] of [...read, ...write]) {
      await refuse(404, 'entity not found', path, { id, ...body }, stranger);
      await refuse(404, 'entity not found', path, { id: randomUUID(), ...body }, owner);
    }
    for (const [path, body] of write) await refuse(403, 'permission denied', path, { id, ...body }, guest);
    for (const [path, body] of read) await service.ask(API + path, { id, ...body }, guest.key);
    const seen = await service.ask<ConnectorDetails>(`${API}get`, { id }, guest.key);
    assert.deepEqual([seen.permissions, seen.sharing], [{ use: true, write: false }, []]);
  });

  test('of members follows from groups and organizations', async () => {
    const [owner, member, stranger] = [await service.person(), await service.person(), await service.person()];
    const group_id = await service.group([owner, member]);
    const ofGroup = await connectors.create(owner, { document, group_id });
    await service.ask(`${API}update`, { id: ofGroup.id, title: 'Ours' }, member.key);
    const organization_id = await service.organization([
      { person: owner, write: true },
      { person: member, write: false },
    ]);
    const ofOrganization = await connectors.create(owner, { document, organization_id });
    await refuse(403, 'permission denied', 'update', { id: ofOrganization.id, title: 'Mine' }, member);
    assert.ok((await catalogNames(member)).includes(`${ofOrganization.name}_get_order`));
    for (const path of [`group/delete?entity_id=${group_id}`, `organization/delete?entity_id=${organization_id}`]) {
      await service.refuse(422, 'it can not be deleted while it has connectors', `/api/v1/${path}`);
    }
    const body = { name: 'foreign', document };
    assert.equal((await service.call(`${API}create`, { ...body, group_id }, stranger.key)).status, 403);
    assert.equal((await service.call(`${API}create`, { ...body, organization_id }, member.key)).status, 403);
    await refuse(
      422,
      'validation error: group_id: must not be given together with organization_id',
      'create',
      { ...body, group_id, organization_id },
      owner,
    );
  });

  test('of administrators is no right to use', async () => {
    const [owner, heir] = [await service.person(), await service.person()];
    const { id, name } = await connectors.create(owner, { document });
    const seen = await service.ask<ConnectorDetails>(`${API}get`, { id });
    assert.deepEqual(seen.permissions, { use: false, write: false });
    const { tools } = await service.ask<{ tools: { name: string }[] }>('/api/v3/workflow/catalog');
    assert.ok(!tools.some(tool => tool.name.startsWith(`${name}_`)));
    await service.refuse(403, 'permission denied', `${API}update`, { id, base_url: 'https://evil.example.org' });
    await service.ask(`${API}update`, { id, sharing: [{ user_email: heir.email, write: true }] });
    await service.ask(`${API}update`, { id, title: 'Inherited' }, heir.key);
    await service.ask(`${API}delete`, { id });
  });
});
