import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { bodySchema, type Json, read, readOne, schemaOf } from '../../../test/fixtures/openapi-import.ts';

suite('params', () => {
  test('go where the document says, in the style that it says', () => {
    const operation = readOne(
      {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'The id.' },
          { name: 'tags', in: 'query', schema: { type: 'array' }, style: 'pipeDelimited' },
          {
            name: 'filter',
            in: 'query',
            required: true,
            style: 'deepObject',
            explode: true,
            schema: { type: 'object' },
          },
          { name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
          { name: 'session', in: 'cookie', schema: { type: 'string' } },
        ],
      },
      { path: '/a/{id}/{other}', method: 'get' },
    );
    assert.deepEqual(
      operation.plan.params.map(({ property, name, in: place, style, explode }) => [
        property,
        name,
        place,
        style,
        explode,
      ]),
      [
        ['id', 'id', 'path', 'simple', false],
        ['tags', 'tags', 'query', 'pipeDelimited', false],
        ['filter', 'filter', 'query', 'deepObject', true],
        ['where', 'where', 'query', 'json', false],
        ['X-Trace', 'X-Trace', 'header', 'simple', false],
        ['session', 'session', 'cookie', 'form', true],
        ['other', 'other', 'path', 'simple', false],
      ],
    );
    const { required, properties, additionalProperties } = schemaOf(operation);
    assert.deepEqual(required, ['id', 'filter', 'other']);
    assert.deepEqual(properties.id, { type: 'integer', description: 'The id.' });
    assert.equal(additionalProperties, false);
  });

  test('with the same name get a suffix, whatever their order', () => {
    const parameters = [
      { name: 'id', in: 'header', schema: {} },
      { name: 'body', in: 'query', schema: {} },
      { name: 'id', in: 'query', schema: {} },
      { name: 'id', in: 'path', schema: {} },
      { name: 'filter[name]', in: 'query', schema: {} },
      { name: '$filter', in: 'query', schema: {} },
    ];
    const requestBody = { content: { 'application/json': {} } };
    for (const order of [parameters, parameters.toReversed()]) {
      const { plan } = readOne({ parameters: order, requestBody }, { path: '/a/{id}' });
      assert.deepEqual(
        Object.fromEntries(plan.params.map(({ property, name, in: place }) => [property, `${place} ${name}`])),
        {
          id: 'path id',
          id_query: 'query id',
          id_header: 'header id',
          body_query: 'query body',
          filter_name: 'query filter[name]',
          filter: 'query $filter',
        },
      );
      assert.equal(plan.body?.property, 'body');
    }
  });

  test('of an operation replace those of its path, and some headers are left out', () => {
    const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });
    const api = read({
      paths: {
        '/a': {
          parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }, header('X-One')],
          get: {
            parameters: [
              { name: 'q', in: 'query', schema: { type: 'integer' } },
              ...['Accept', 'content-type', 'AUTHORIZATION', 'Host', 'Content-Length'].map(header),
              { name: 'gone', in: 'path', required: true, schema: {} },
            ],
          },
        },
      },
    });
    assert.deepEqual(schemaOf(api.operations[0]).properties, {
      q: { type: 'integer' },
      'X-One': { type: 'string' },
    });
  });
});

suite('bodies', () => {
  const bodyOf = (content: Json, more: Json = {}) => readOne({ requestBody: { content, ...more } });

  test('are JSON where that is offered', () => {
    const { plan, inputSchema } = bodyOf(
      { 'text/plain': {}, 'application/vnd.api+json': { schema: { type: 'object' } }, 'multipart/form-data': {} },
      { required: true, description: 'The thing.' },
    );
    assert.deepEqual(plan.body, {
      property: 'body',
      kind: 'json',
      contentType: 'application/vnd.api+json',
      required: true,
      fileFields: [],
    });
    const { required, properties } = JSON.parse(inputSchema);
    assert.deepEqual([required, properties.body], [['body'], { description: 'The thing.', type: 'object' }]);
  });

  test('with files are multipart, and take files of this service', () => {
    const schema = {
      type: 'object',
      required: ['file', 'name'],
      properties: {
        name: { type: 'string' },
        file: { type: 'string', format: 'binary', description: 'The picture.' },
        more: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    };
    const { plan, inputSchema } = bodyOf({
      'application/x-www-form-urlencoded': { schema },
      'multipart/form-data': { schema, encoding: { name: { contentType: 'application/json' } } },
    });
    assert.deepEqual(plan.body, {
      property: 'body',
      kind: 'multipart',
      contentType: 'multipart/form-data',
      required: false,
      fileFields: ['file', 'more'],
      fieldStyles: { name: { style: 'json', explode: false } },
    });
    const one = (description: string) => ({ type: ['string', 'object'], title: 'File', description });
    assert.deepEqual(JSON.parse(inputSchema).properties.body, {
      type: 'object',
      properties: {
        name: { type: 'string' },
        file: one('The picture. An attachment, or the id of a file.'),
        more: { type: 'array', items: one('An attachment, or the id of a file.') },
      },
      required: ['file', 'name'],
    });
  });

  test('without files are forms, with the styles of their fields', () => {
    const schema = { properties: { a: { type: 'object' }, b: { type: 'array', items: {} } } };
    const encoding = { a: { style: 'deepObject', explode: true }, b: { style: 'form', explode: true } };
    const { body } = bodyOf({
      'multipart/form-data': { schema },
      'application/x-www-form-urlencoded': { schema, encoding },
    }).plan;
    assert.deepEqual([body?.kind, body?.fieldStyles], ['form', { a: { style: 'deepObject', explode: true } }]);
  });

  test('may be bytes or text, and stars become something exact', () => {
    const kindOf = (content: Json) => {
      const { body } = bodyOf(content).plan;
      return [body?.kind, body?.contentType];
    };
    assert.deepEqual(kindOf({ 'image/png': {} }), ['bytes', 'image/png']);
    assert.deepEqual(kindOf({ 'application/xml': {} }), ['text', 'application/xml']);
    assert.deepEqual(kindOf({ 'text/*': {} }), ['text', 'text/plain']);
    assert.deepEqual(kindOf({ '*/*': { schema: { type: 'object' } } }), ['json', 'application/json']);
    assert.deepEqual(kindOf({ '*/*': {} }), ['bytes', 'application/octet-stream']);
    assert.deepEqual(kindOf({ 'x\r\nevil: 1': {} }), ['bytes', 'application/octet-stream']);
  });
});

suite('schemas', () => {
  test('of 3.0 are translated to JSON Schema', () => {
    assert.deepEqual(bodySchema({ type: 'string', nullable: true, enum: ['a'] }), {
      type: ['string', 'null'],
      enum: ['a', null],
    });
    assert.deepEqual(bodySchema({ allOf: [{ type: 'object' }], nullable: true }), {
      anyOf: [{ allOf: [{ type: 'object' }] }, { type: 'null' }],
    });
    assert.deepEqual(
      bodySchema({ type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }),
      {
        type: 'integer',
        exclusiveMinimum: 1,
        maximum: 9,
      },
    );
    assert.deepEqual(bodySchema({ exclusiveMinimum: 1, type: ['integer', 'null'] }, { openapi: '3.1.0' }), {
      type: ['integer', 'null'],
      exclusiveMinimum: 1,
    });
    assert.deepEqual(bodySchema({ type: 'string', enum: [1, true, 'x'] }), {
      type: 'string',
      enum: ['1', 'true', 'x'],
    });
  });

  test('lose what is costly, or noise', () => {
    const noisy = {
      pattern: '(a+)+$',
      uniqueItems: true,
      example: 1,
      xml: {},
      discriminator: {},
      format: 'regex',
      'x-a': 1,
      not: {},
      $id: 'x',
    };
    assert.deepEqual(bodySchema({ type: 'string', ...noisy, format: 'date' }), { type: 'string', format: 'date' });
    assert.deepEqual(bodySchema({ ...noisy, oneOf: [{ pattern: 'a' }, { type: 'null' }] }), {
      anyOf: [{}, { type: 'null' }],
    });
    const [long] = [bodySchema({ description: 'x'.repeat(10_000) })];
    assert.equal(long.description.length, 400);
  });

  test('of requests have no properties of replies alone', () => {
    const base = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string', readOnly: true }, name: {} },
    };
    assert.deepEqual(bodySchema({ ...base, additionalProperties: false }), {
      type: 'object',
      properties: { name: {} },
      required: ['name'],
    });
    const { body } = bodySchema(
      { allOf: [{ $ref: '#/components/schemas/base' }, { required: ['id', 'other'] }] },
      { components: { schemas: { base } } },
    );
    assert.deepEqual(body, { allOf: [{ $ref: '#/$defs/base' }, { required: ['other'] }] });
  });

  test('that others extend accept what those add', () => {
    const closed = { type: 'object', properties: {}, additionalProperties: false };
    const schemas = { base: closed, alone: closed };
    const { $defs } = bodySchema(
      {
        properties: {
          a: { allOf: [{ $ref: '#/components/schemas/base' }, {}] },
          b: { $ref: '#/components/schemas/alone' },
        },
      },
      { components: { schemas } },
    );
    assert.deepEqual($defs, { base: { type: 'object', properties: {} }, alone: closed });
  });

  test('keep their references as definitions, and what is missing may be anything', () => {
    const schemas = {
      'a b/c': { properties: { next: { $ref: '#/components/schemas/d' } } },
      d: { items: { $ref: '#/components/schemas/a%20b~1c' } },
    };
    assert.deepEqual(
      bodySchema(
        {
          anyOf: [{ $ref: '#/components/schemas/a b~1c' }, { $ref: '#/components/schemas/gone', description: 'Gone.' }],
        },
        { components: { schemas } },
      ),
      {
        body: { anyOf: [{ $ref: '#/$defs/a_b_1c' }, { description: 'Gone.' }] },
        $defs: {
          a_b_1c: { properties: { next: { $ref: '#/$defs/d' } } },
          d: { items: { $ref: '#/$defs/a_20b_1c' } },
          a_20b_1c: { properties: { next: { $ref: '#/$defs/d' } } },
        },
      },
    );
  });
});
