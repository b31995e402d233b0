/** Connectors: make one from a description, choose its operations, use one in a step; and MCP servers. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ConnectorDetails, ConnectorList } from '../../src/connectors/schemas.ts';
import type { Credential, CredentialList } from '../../src/credentials/schemas.ts';
import { openMcpHost } from '../http/mcp-hosts.ts';
import { openPlaces } from '../support/outside-places.ts';
import { checkAccessibility, openConsole } from './support/browser.ts';
import { createOrders } from './support/editing.ts';

const app = await openConsole({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' });
const { service } = app;
const openPlace = await openPlaces();

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const notice = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);
const barButton = (page: Page, name: string) =>
  region(page, 'You have changes that are not saved.').getByRole('button', { name, exact: true });

/** An API with so many operations that none is a tool unless it is chosen. */
function describeShop(serverUrl: string, more: object = {}): string {
  const operation = (tag: string, number: number) => ({
    get: {
      operationId: `read_${tag}_${number}`,
      summary: `Read ${tag} ${number}`,
      tags: [tag],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'fine', content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  });
  const paths = ['orders', 'customers'].flatMap(tag =>
    Array.from({ length: 60 }, (_, number) => [`/${tag}/${number}/{id}`, operation(tag, number)] as const),
  );
  const order = {
    type: 'object',
    required: ['item'],
    properties: {
      item: { type: 'string' },
      state: { anyOf: [{ type: 'string', enum: ['open', 'paid'] }, { type: 'null' }] },
      parent: { $ref: '#/components/schemas/Order' },
    },
  };
  const create = {
    post: {
      operationId: 'place_order',
      summary: 'Place an order',
      tags: ['orders'],
      servers: [{ url: 'https://orders.shop.test/v1' }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
      },
      responses: { 201: { description: 'placed', content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  };
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Web Shop API', version: '2.4' },
    servers: [{ url: serverUrl }],
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Shop-Key' } },
      schemas: { Order: order },
    },
    security: [{ key: [] }],
    paths: { ...Object.fromEntries(paths), '/orders': create, ...more },
  });
}

suite('connectors', { skip: app.skip }, () => {
  test('are made from a description with a new credential, and their operations become steps', async t => {
    const ann = await app.person();
    const place = openPlace((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id": 7}');
    });
    const page = await app.page(t, { as: ann, path: '/connectors' });
    await page.getByRole('heading', { name: 'No connectors yet' }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('link', { name: 'New connector' }).first().click();
    await page.getByRole('link', { name: /^GitHub/ }).waitFor();
    await checkAccessibility(page);
    await page.getByRole('link', { name: 'OpenAPI description', exact: true }).click();
    await page.getByRole('radiogroup', { name: 'Where the description is' }).getByText('Text').click();
    await page.getByRole('textbox', { name: 'The description itself' }).fill(describeShop(place.url));
    await page.getByRole('button', { name: 'Read it' }).click();

    await region(page, 'What was found').getByText('121 operations').waitFor();
    await page.getByText('One operation has a server of its own').click();
    await page.getByRole('listitem').filter({ hasText: 'orders.shop.test: place_order' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'web_shop');
    await page.getByRole('textbox', { name: 'Name' }).fill('shop');
    await page.getByRole('button', { name: 'customers (60)' }).click();
    await page.getByText('Still missing: Value').waitFor();
    await region(page, 'Access')
      .getByLabel(/^Value/)
      .fill('a key of the web shop');
    await checkAccessibility(page);
    await barButton(page, 'Create').click();
    await page.waitForURL(/\/connectors\/[0-9a-f-]{36}$/);
    await page.getByText('60 of 121 are on').waitFor();
    await checkAccessibility(page);

    await page.getByRole('searchbox', { name: 'Search operations' }).fill('place');
    await page.getByText('Read orders 0').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open Place an order' }).click();
    const panel = page.getByRole('dialog', { name: 'Place an order' });
    await panel.getByText('shop_place_order').waitFor();
    await panel.getByRole('textbox', { name: 'Item' }).waitFor();
    await checkAccessibility(page);
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('switch', { name: 'Place an order is a tool' }).press('Space');
    await page.getByText('61 of 121 are on').waitFor();

    const { items } = await service.ask<CredentialList>('/api/v1/credential/find', {}, ann.key);
    assert.deepEqual(
      items.map(({ name, kind, hosts }: Credential) => ({ name, kind, hosts })),
      [{ name: 'shop', kind: 'header', hosts: [new URL(place.url).origin] }],
    );

    const workflow = await createOrders(service, ann);
    await page.goto(`/workflows/${workflow}`);
    await page.getByRole('button', { name: 'Add a step', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search steps and tools' }).fill('place order');
    await page.getByRole('option', { name: /Place an order/ }).click();
    await page.getByRole('textbox', { name: 'Item' }).waitFor();
  });

  test('show what a new description changes before it does, and are deleted', async t => {
    const ann = await app.person();
    const before = describeShop('https://shop.test/', {
      '/gone': { get: { operationId: 'gone', summary: 'Gone', responses: { 200: { description: 'fine' } } } },
    });
    const { id } = await service.ask<{ id: string }>(
      '/api/v1/connector/create',
      { name: 'shop', document: before },
      ann.key,
    );
    const page = await app.page(t, { as: ann, path: `/connectors/${id}` });
    await page.getByRole('button', { name: 'Turn all 122 on' }).click();
    await page.getByText('122 of 122 are on').waitFor();
    await page.getByRole('textbox', { name: 'Calls' }).fill('10');
    await region(page, 'You have changes that are not saved.')
      .getByText(/Both numbers are needed/)
      .waitFor();
    await page.getByRole('textbox', { name: 'Seconds' }).fill('60');
    await page.getByRole('combobox', { name: 'Other hosts' }).fill('Orders.shop.test');
    await page.getByRole('combobox', { name: 'Other hosts' }).press('Enter');
    await barButton(page, 'Save').click();
    await notice(page, 'The connector was saved.').waitFor();
    const saved = await service.ask<ConnectorDetails>('/api/v1/connector/get', { id }, ann.key);
    assert.deepEqual([saved.rate, saved.allowed_hosts], [{ calls: 10, seconds: 60 }, ['orders.shop.test']]);

    await page.getByRole('button', { name: 'Refresh' }).click();
    const dialog = page.getByRole('dialog', { name: 'Read the description again' });
    await dialog.getByRole('radiogroup', { name: 'Where the description is' }).getByText('Text').click();
    await dialog.getByRole('textbox', { name: 'The description itself' }).fill(describeShop('https://shop.test/'));
    await dialog.getByRole('button', { name: 'Read it' }).click();
    await dialog.getByText('1 gone').waitFor();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('121 of 121 are on').waitFor();

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog', { name: 'Delete Web Shop API?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No connectors yet' }).waitFor();
    const { total } = await service.ask<ConnectorList>('/api/v1/connector/find', {}, ann.key);
    assert.equal(total, 0);
  });

  test('stand beside MCP servers, whose tools are switched on their own page', async t => {
    const ann = await app.person();
    const host = await openMcpHost({ after });
    const page = await app.page(t, { as: ann, path: '/connectors/new?from=mcp', width: 1024 });
    await page.getByRole('textbox', { name: 'URL of the server' }).fill(host.url);
    await page.getByRole('textbox', { name: 'Name' }).fill('calc');
    await page.getByRole('textbox', { name: 'Title' }).fill('Calculator');
    await checkAccessibility(page);
    await barButton(page, 'Create').click();
    await page.waitForURL(/\/connectors\/mcp\/[0-9a-f-]{36}$/);
    await page.getByText('Ready').waitFor();
    const first = region(page, 'Tools').getByRole('switch').first();
    await first.press('Space');
    await region(page, 'Tools').getByRole('switch', { checked: false }).first().waitFor();
    await checkAccessibility(page);
    await page.getByRole('link', { name: 'All connectors' }).click();
    await page
      .getByRole('row', { name: /Calculator/ })
      .getByText('MCP server')
      .waitFor();
  });
});
