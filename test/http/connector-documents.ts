/** The description of a small shop, and what tests do with connectors made from it. */
import type { ConnectorDetails } from '../../src/connectors/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { runOnce } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';

export const LOOPBACK = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' };

type Operations = Record<string, Record<string, unknown>>;

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const number = { type: 'integer' };
const list = json({ type: 'array', items: { type: 'object' } });
const param = (name: string, place: string, schema: object = text, more: object = {}) => ({
  name,
  in: place,
  schema,
  ...(place === 'path' && { required: true }),
  ...more,
});

export const SHOP_PATHS: Operations = {
  '/orders': {
    get: {
      operationId: 'listOrders',
      summary: 'List orders',
      tags: ['orders'],
      parameters: [param('state', 'query'), param('page', 'query', number), param('X-Shop', 'header')],
      responses: { 200: { description: 'orders', ...list } },
    },
    post: {
      operationId: 'createOrder',
      summary: 'Create an order',
      tags: ['orders'],
      requestBody: {
        required: true,
        ...json({ type: 'object', properties: { item: text, count: number }, required: ['item'] }),
      },
      responses: { 201: { description: 'the order', ...json({ type: 'object' }) } },
    },
  },
  '/orders/{id}': {
    get: {
      operationId: 'getOrder',
      summary: 'Read an order',
      tags: ['orders'],
      parameters: [param('id', 'path')],
      responses: { 200: { description: 'the order', ...json({ type: 'object' }) } },
    },
    delete: {
      operationId: 'deleteOrder',
      summary: 'Delete an order',
      tags: ['orders'],
      parameters: [param('id', 'path')],
      responses: { 204: { description: 'gone' } },
    },
  },
  '/orders/{id}/label': {
    get: {
      operationId: 'getLabel',
      summary: 'Print the label',
      tags: ['files'],
      parameters: [param('id', 'path')],
      responses: {
        200: { description: 'a picture', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
      },
    },
  },
  '/uploads': {
    post: {
      operationId: 'upload',
      summary: 'Upload a picture',
      tags: ['files'],
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: { note: text, picture: { type: 'string', format: 'binary' } },
            },
          },
        },
      },
      responses: { 200: { description: 'done', ...json({ type: 'object' }) } },
    },
  },
};

export interface DocumentOptions {
  url?: string;
  paths?: Record<string, unknown>;
  more?: Record<string, unknown>;
}

export function shopDocument({ url, paths = SHOP_PATHS, more = {} }: DocumentOptions = {}) {
  return {
    openapi: '3.0.3',
    info: { title: 'Little Shop', version: '1.2', description: 'Sells things.' },
    ...(url !== undefined && { servers: [{ url }] }),
    paths,
    ...more,
  };
}

/** Many operations, each with its own tag. */
export function manyPaths(count: number): Record<string, unknown> {
  const paths = Array.from({ length: count }, (_, index) => [
    `/things${index}`,
    { get: { operationId: `listThings${index}`, summary: `List things ${index}`, tags: [`tag${index % 3}`] } },
  ]);
  return Object.fromEntries(paths);
}

export class ConnectorTests {
  readonly #service: TestService;
  #count = 0;

  constructor(service: TestService) {
    this.#service = service;
  }

  newName(): string {
    return `shop${++this.#count}`;
  }

  create(person: Person, body: Record<string, unknown>): Promise<ConnectorDetails> {
    const sent = { name: this.newName(), ...body };
    return this.#service.ask<ConnectorDetails>('/api/v1/connector/create', sent, person.key);
  }

  /** Makes a connector of the shop at this address. */
  createShop(person: Person, url: string, body: Record<string, unknown> = {}, options: DocumentOptions = {}) {
    return this.create(person, { document: JSON.stringify(shopDocument({ url, ...options })), ...body });
  }

  run(person: Person, tool: string, params: object = {}, more: object = {}): Promise<Run> {
    return runOnce(this.#service, chain(node('call', 'tool.call', { tool, params, ...more })), {}, person.key);
  }
}
