/**
 * Large documents in the shapes of well-known public ones, made from a seed. Their sizes, and what is unusual about
 * each, are those of the originals.
 */
import { dump } from 'js-yaml';

export interface SampleDocument {
  name: string;
  text: string;
  /** Operations that it has. */
  operations: number;
}

type Json = Record<string, unknown>;

/** Returns the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(next() * most);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
  return { below, pick, chance: (share: number) => next() < share };
}

type Random = ReturnType<typeof createRandom>;

const WORDS = [
  'account',
  'branch',
  'charge',
  'device',
  'event',
  'folder',
  'group',
  'hook',
  'invoice',
  'job',
  'key',
  'label',
  'member',
  'note',
  'order',
] as const;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function sentence(random: Random, words: number): string {
  return `${capital(Array.from({ length: words }, () => random.pick(WORDS)).join(' '))}.`;
}

/** A schema of 3.0 with everything that authors write. */
function schema(random: Random, levels: number, names: readonly string[], prefix: string): Json {
  const description = sentence(random, 8);
  if (names.length > 0 && random.chance(0.25)) {
    return { $ref: `${prefix}${names[random.below(names.length)]}` };
  }
  const kind = random.below(levels > 0 ? 10 : 6);
  switch (kind) {
    case 0:
      return { type: 'integer', format: 'int64', minimum: 0, exclusiveMinimum: true, description };
    case 1:
      return { type: 'boolean', description, default: false };
    case 2:
      return { type: 'string', enum: ['open', 'closed', 'all'], description };
    case 3:
      return { type: 'string', nullable: true, pattern: '^(a+)+$', maxLength: 5000, description };
    case 4:
      return { type: 'number', format: 'double', description, example: 1.5 };
    case 5:
      return { type: 'string', format: 'date-time', description, readOnly: random.chance(0.3) };
    case 6:
      return { type: 'array', items: schema(random, levels - 1, names, prefix), description };
    case 7:
      return { oneOf: [schema(random, levels - 1, names, prefix), { type: 'string' }], description };
    default:
      return object(random, levels - 1, names, prefix);
  }
}

function object(random: Random, levels: number, names: readonly string[], prefix: string, size = 6, mark = ''): Json {
  const properties = Object.fromEntries(
    Array.from({ length: size }, (_, index) => [
      `${random.pick(WORDS)}_${index}${mark}`,
      schema(random, levels, names, prefix),
    ]),
  );
  const required = Object.entries(properties)
    .filter(([, property]) => !('$ref' in property) && random.chance(0.2))
    .map(([name]) => name);
  return { type: 'object', description: sentence(random, 12), properties, ...(required.length > 0 && { required }) };
}

function components(random: Random, count: number, prefix: string, options: { levels: number; size: number }) {
  const names = Array.from({ length: count }, (_, index) => `${random.pick(WORDS)}-${index}`);
  // Each knows a few neighbours, some of which know it again.
  return Object.fromEntries(
    names.map((name, index) => {
      const known = Array.from({ length: 4 }, () => names[Math.floor(index / 10) * 10 + random.below(10)] ?? name);
      // The parts of one object have different properties.
      const mark = index % 7 === 3 ? 'x' : '';
      const own = object(random, options.levels, random.chance(0.5) ? known : [], prefix, options.size, mark);
      return [name, mark ? { allOf: [{ $ref: `${prefix}${names[index - 1]}` }, own] } : own];
    }),
  );
}

/** 3.0 as JSON: 800 operations, long examples, params by reference, links in headers. */
export function githubLike(seed = 1): SampleDocument {
  const random = createRandom(seed);
  const prefix = '#/components/schemas/';
  const schemas = components(random, 500, prefix, { levels: 1, size: 8 });
  const names = Object.keys(schemas);
  const paths: Record<string, Json> = {};
  for (let index = 0; index < 400; index++) {
    const word = WORDS[index % WORDS.length] ?? '';
    const reply = { $ref: `${prefix}${names[index % names.length]}` };
    const example = Array.from({ length: 9 }, () => ({ id: random.below(1e9), text: sentence(random, 20) }));
    const content = {
      'application/json': { schema: { type: 'array', items: reply }, examples: { one: { value: example } } },
    };
    const shared = { tags: [word], description: sentence(random, 40), externalDocs: { url: 'https://docs.example' } };
    paths[`/repos/{owner}/{repo}/${word}s/${index}`] = {
      get: {
        ...shared,
        summary: `List ${word}s`,
        operationId: `${word}s/list-${index}`,
        parameters: ['owner', 'repo', 'per-page', 'page'].map(name => ({ $ref: `#/components/parameters/${name}` })),
        responses: { 200: { description: 'Fine', content, headers: index % 2 ? { Link: { schema: {} } } : {} } },
      },
      post: {
        ...shared,
        summary: `Create a ${word}`,
        operationId: `${word}s/create-${index}`,
        parameters: ['owner', 'repo'].map(name => ({ $ref: `#/components/parameters/${name}` })),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: object(random, 2, names.slice(index, index + 3), prefix),
              example: example[0],
            },
          },
        },
        responses: { 201: { description: 'Made', content: { 'application/json': { schema: reply } } } },
      },
    };
  }
  const param = (name: string, more: Json) => ({ name, ...more });
  const document = {
    openapi: '3.0.3',
    info: { title: 'Hub', version: '1.1.4', description: sentence(random, 50) },
    servers: [{ url: '{protocol}://hub.example/api/v3', variables: { protocol: { default: 'https' } } }],
    paths,
    components: {
      schemas,
      parameters: {
        owner: param('owner', { in: 'path', required: true, schema: { type: 'string' } }),
        repo: param('repo', { in: 'path', required: true, schema: { type: 'string' } }),
        'per-page': param('per_page', { in: 'query', schema: { type: 'integer', default: 30 } }),
        page: param('page', { in: 'query', schema: { type: 'integer', default: 1 } }),
      },
    },
  };
  return { name: 'github-like', text: JSON.stringify(document, null, 1), operations: 800 };
}

/** 3.0 as YAML: bodies as forms with `deepObject`, replies that may be expanded, cursors by the last id. */
export function stripeLike(seed = 2): SampleDocument {
  const random = createRandom(seed);
  const prefix = '#/components/schemas/';
  const schemas = components(random, 300, prefix, { levels: 1, size: 10 });
  const names = Object.keys(schemas);
  const expand = { type: 'array', items: { type: 'string', maxLength: 5000 } };
  const paths: Record<string, Json> = {};
  for (let index = 0; index < 225; index++) {
    const word = WORDS[index % WORDS.length] ?? '';
    const item = { anyOf: [{ maxLength: 5000, type: 'string' }, { $ref: `${prefix}${names[index % names.length]}` }] };
    const list = {
      type: 'object',
      required: ['data', 'has_more'],
      properties: { data: { type: 'array', items: item }, has_more: { type: 'boolean' }, object: { enum: ['list'] } },
    };
    const query = (name: string, type: Json, more: Json = {}) => ({ name, in: 'query', schema: type, ...more });
    const metadata = {
      anyOf: [
        { type: 'object', additionalProperties: { type: 'string' } },
        { type: 'string', enum: [''] },
      ],
    };
    paths[`/v1/${word}s_${index}`] = {
      get: {
        operationId: `Get${capital(word)}s${index}`,
        description: `<p>${sentence(random, 30)}</p>`,
        parameters: [
          query(
            'created',
            { anyOf: [{ type: 'object', properties: { gt: { type: 'integer' } } }, { type: 'integer' }] },
            {
              style: 'deepObject',
              explode: true,
            },
          ),
          query('expand', expand, { style: 'deepObject', explode: true }),
          query('limit', { type: 'integer' }),
          query('starting_after', { type: 'string' }),
        ],
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: {} } } },
        },
        responses: { 200: { content: { 'application/json': { schema: list } } } },
      },
      post: {
        operationId: `Post${capital(word)}s${index}`,
        description: `<p>${sentence(random, 30)}</p>`,
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              encoding: {
                expand: { style: 'deepObject', explode: true },
                metadata: { style: 'deepObject', explode: true },
              },
              schema: { ...object(random, 2, [], prefix, 8), additionalProperties: false },
            },
          },
        },
        responses: { 200: { content: { 'application/json': { schema: item } } } },
      },
    };
    const form = paths[`/v1/${word}s_${index}`]?.post as { requestBody: { content: Record<string, { schema: Json }> } };
    Object.assign(form.requestBody.content['application/x-www-form-urlencoded']?.schema.properties ?? {}, {
      expand,
      metadata,
    });
  }
  const document = {
    openapi: '3.0.0',
    info: { title: 'Pay', version: '2026-10-01' },
    servers: [{ url: 'https://api.pay.example/' }],
    security: [{ basicAuth: [] }, { bearerAuth: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' }, basicAuth: { type: 'http', scheme: 'basic' } },
    },
  };
  return { name: 'stripe-like', text: dump(document, { noRefs: true, lineWidth: 120 }), operations: 450 };
}
