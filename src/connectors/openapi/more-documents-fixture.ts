/** More large documents: in Swagger 2.0, with very large schemas, and converted from other descriptions. */
import { dump } from 'js-yaml';
import { createRandom, githubLike, type SampleDocument, stripeLike } from './documents-fixture.ts';

type Json = Record<string, unknown>;

export function sampleDocuments(): SampleDocument[] {
  return [githubLike(), stripeLike(), kubernetesLike(), docusignLike(), slackLike(), googleLike()];
}

/** 2.0 as JSON: a few hundred definitions that refer to each other, circles included, and bodies everywhere. */
export function kubernetesLike(seed = 3): SampleDocument {
  const random = createRandom(seed);
  const names = Array.from({ length: 600 }, (_, index) => `io.k8s.api.core.v1.Kind${index}`);
  const ref = (name: string | undefined) => ({ $ref: `#/definitions/${name}` });
  const definitions = Object.fromEntries(
    names.map((name, index) => {
      const properties: Record<string, Json> = {
        apiVersion: { type: 'string', description: 'The versioned schema of this representation of an object.' },
        metadata: { $ref: '#/definitions/ListMeta' },
        spec: ref(names[Math.floor(index / 25) * 25 + random.below(25)]),
        status: { allOf: [ref(names[random.below(names.length)])], readOnly: true },
        items: { type: 'array', items: ref(names[index]), 'x-kubernetes-list-type': 'atomic' },
        quantity: { type: 'string', format: 'quantity', 'x-nullable': true },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
      };
      for (let count = 0; count < 20; count++) {
        properties[`field${count}`] = { type: 'string', description: `Field ${count} of ${name}. `.repeat(4) };
      }
      return [name, { type: 'object', description: `Kind ${index}`, required: ['metadata'], properties }];
    }),
  );
  Object.assign(definitions, { ListMeta: { type: 'object', properties: { continue: { type: 'string' } } } });
  const paths: Record<string, Json> = {};
  for (let index = 0; index < 315; index++) {
    const body = ref(names[index]);
    const responses = { 200: { description: 'OK', schema: body }, 401: { description: 'Unauthorized' } };
    const query = (name: string, type: string) => ({ name, in: 'query', type, uniqueItems: true, description: name });
    const shared = {
      consumes: ['*/*'],
      produces: ['application/json', 'application/yaml'],
      tags: [`core_v${index % 9}`],
      responses,
    };
    paths[`/api/v1/namespaces/{namespace}/kind${index}`] = {
      parameters: [
        { name: 'namespace', in: 'path', required: true, type: 'string', uniqueItems: true },
        query('pretty', 'string'),
        { name: 'fields', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'csv' },
      ],
      get: {
        ...shared,
        operationId: `listCoreV1NamespacedKind${index}`,
        parameters: [query('limit', 'integer'), query('continue', 'string')],
      },
      post: {
        ...shared,
        operationId: `createCoreV1NamespacedKind${index}`,
        parameters: [{ name: 'body', in: 'body', required: true, schema: body }],
      },
      delete: {
        ...shared,
        operationId: `deleteCoreV1CollectionNamespacedKind${index}WithAVeryLongNameOfMoreThanFortyEight`,
        parameters: [{ name: 'body', in: 'body', schema: body }],
      },
    };
  }
  const document = {
    swagger: '2.0',
    info: { title: 'Cluster', version: 'v1.35.0' },
    paths,
    definitions,
    securityDefinitions: {
      BearerToken: { description: 'Bearer Token authentication', type: 'apiKey', name: 'authorization', in: 'header' },
    },
    security: [{ BearerToken: [] }],
  };
  return { name: 'kubernetes-like', text: JSON.stringify(document), operations: 945 };
}

/** 2.0 as YAML: one schema leads to nearly all others, and some operations need more than can be kept. */
export function docusignLike(seed = 4): SampleDocument {
  const random = createRandom(seed);
  const count = 300;
  const definitions = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const properties: Record<string, Json> = {};
      for (let field = 0; field < 40; field++) {
        properties[`field${field}`] = {
          type: 'string',
          description: `Sets field ${field} of the envelope. `.repeat(4),
        };
      }
      // The first third is one knot.
      for (let link = 0; link < 6; link++) {
        const target = index < count / 3 ? random.below(count / 3) : Math.floor(index / 20) * 20 + random.below(20);
        properties[`part${link}`] =
          link % 2
            ? { type: 'array', items: { $ref: `#/definitions/d${target}` } }
            : { $ref: `#/definitions/d${target}` };
      }
      return [`d${index}`, { type: 'object', properties }];
    }),
  );
  const paths: Record<string, Json> = {};
  for (let index = 0; index < 200; index++) {
    const account = {
      name: 'accountId',
      in: 'path',
      required: true,
      type: 'string',
      description: 'The GUID of the account.',
    };
    const responses = { 200: { description: 'Successful response.', schema: { $ref: `#/definitions/d${index}` } } };
    paths[`/v2.1/accounts/{accountId}/part${index}`] = {
      get: {
        operationId: `Part${index}_GetPart${index}`,
        parameters: [
          account,
          { name: 'count', in: 'query', type: 'string' },
          { name: 'start_position', in: 'query', type: 'string' },
        ],
        responses,
        tags: ['Parts'],
      },
      put: {
        operationId: `Part${index}_PutPart${index}`,
        parameters: [
          account,
          { name: `part${index}`, in: 'body', schema: { $ref: `#/definitions/d${(index * 3) % count}` } },
        ],
        responses,
        tags: ['Parts'],
      },
    };
  }
  const document = {
    swagger: '2.0',
    info: { title: 'Sign', version: 'v2.1' },
    host: 'www.sign.example',
    basePath: '/restapi',
    schemes: ['http', 'https'],
    consumes: ['application/json'],
    paths,
    definitions,
  };
  return { name: 'docusign-like', text: dump(document, { noRefs: true, lineWidth: 100 }), operations: 400 };
}

/** 2.0 as JSON: forms, tokens as params, cursors within `response_metadata`, files. */
export function slackLike(seed = 5): SampleDocument {
  const random = createRandom(seed);
  const paths: Record<string, Json> = {};
  for (let index = 0; index < 87; index++) {
    const token = {
      name: 'token',
      in: index % 2 ? 'header' : 'query',
      type: 'string',
      required: true,
      description: 'Authentication token.',
    };
    const cursor = { type: 'object', properties: { next_cursor: { type: 'string' } } };
    const list = {
      type: 'object',
      properties: {
        ok: { $ref: '#/definitions/ok' },
        members: { type: 'array', items: {} },
        response_metadata: cursor,
      },
    };
    paths[`/channels.list${index}`] = {
      get: {
        operationId: `channels_list${index}`,
        parameters: [
          token,
          { name: 'cursor', in: 'query', type: 'string' },
          { name: 'limit', in: 'query', type: 'integer' },
        ],
        responses: { 200: { description: 'Typical', schema: list, examples: { 'application/json': { ok: true } } } },
        security: [{ slackAuth: ['channels:read'] }],
        tags: ['channels'],
      },
    };
    paths[`/files.upload${index}`] = {
      post: {
        operationId: `files_upload${index}`,
        consumes: ['application/x-www-form-urlencoded', ...(index % 2 ? ['multipart/form-data'] : [])],
        parameters: [
          { ...token, in: 'formData' },
          { name: 'title', in: 'formData', type: 'string', description: 'x'.repeat(random.below(300)) },
          ...(index % 2
            ? [{ name: 'file', in: 'formData', type: 'file', required: true, description: 'The content.' }]
            : []),
        ],
        responses: { default: { description: 'Error', schema: { type: 'object' } } },
        tags: ['files'],
      },
    };
  }
  const document = {
    swagger: '2.0',
    info: { title: 'Chat', version: '1.7.0' },
    host: 'chat.example',
    basePath: '/api',
    schemes: ['https'],
    definitions: { ok: { type: 'boolean', enum: [true], title: 'OK' } },
    paths,
    securityDefinitions: {
      slackAuth: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://chat.example/oauth/authorize',
        tokenUrl: 'https://chat.example/api/oauth.access',
        scopes: { 'channels:read': '', 'files:write': '' },
      },
    },
  };
  return { name: 'slack-like', text: JSON.stringify(document), operations: 174 };
}

/** 3.0 as YAML with anchors: params with signs in their names, shared by each path, and media uploads. */
export function googleLike(seed = 6): SampleDocument {
  const query = (name: string, schema: Json) => ({ name, in: 'query', description: `The ${name}.`, schema });
  const shared = [
    query('$.xgafv', { type: 'string', enum: ['1', '2'] }),
    query('alt', { type: 'string', enum: ['json', 'media'] }),
    query('fields', { type: 'string' }),
    query('prettyPrint', { type: 'boolean' }),
  ];
  const paths: Record<string, Json> = {};
  for (let index = 0; index < 120; index++) {
    const oauth = [
      { Oauth2: ['https://www.things.example/auth/drive'], Oauth2c: ['https://www.things.example/auth/drive'] },
    ];
    const thing = { $ref: `#/components/schemas/Thing${index}` };
    paths[`/files/{fileId}/things${index}`] = {
      parameters: shared,
      get: {
        operationId: `drive.things${index}.list`,
        security: oauth,
        parameters: [
          { name: 'fileId', in: 'path', required: true, schema: { type: 'string' } },
          query('pageToken', { type: 'string' }),
          query('pageSize', { type: 'integer' }),
        ],
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: { $ref: `#/components/schemas/ThingList${index}` } } },
          },
        },
        tags: ['things'],
      },
      post: {
        operationId: `drive.things${index}.create`,
        security: oauth,
        parameters: [{ name: 'fileId', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody:
          index % 3
            ? { content: { 'application/json': { schema: thing } } }
            : { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
        responses: {
          200: {
            description: 'OK',
            content: index % 5 ? { 'application/json': { schema: thing } } : { 'application/pdf': {} },
          },
        },
        tags: ['things'],
      },
    };
  }
  const flows = {
    authorizationCode: {
      authorizationUrl: 'https://accounts.things.example/auth',
      tokenUrl: 'https://accounts.things.example/token',
      scopes: { 'https://www.things.example/auth/drive': 'See' },
    },
  };
  const document = {
    openapi: '3.0.0',
    info: { title: 'Drive', version: 'v3' },
    servers: [{ url: 'https://www.things.example/drive/v3' }],
    paths,
    components: {
      schemas: googleSchemas(seed),
      securitySchemes: { Oauth2: { type: 'oauth2', flows }, Oauth2c: { type: 'oauth2', flows } },
    },
  };
  return { name: 'google-like', text: dump(document), operations: 240 };
}

function googleSchemas(seed: number): Record<string, Json> {
  const random = createRandom(seed);
  const schemas: Record<string, Json> = {};
  for (let index = 0; index < 120; index++) {
    schemas[`Thing${index}`] = {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        parent: { $ref: `#/components/schemas/Thing${random.below(120)}` },
        filter: { oneOf: [{ $ref: `#/components/schemas/Thing${index}` }, { type: 'string', pattern: '.*' }] },
        size: { type: 'string', format: 'int64' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['id'],
    };
    schemas[`ThingList${index}`] = {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: `#/components/schemas/Thing${index}` } },
        nextPageToken: { type: 'string' },
      },
    };
  }
  return schemas;
}
