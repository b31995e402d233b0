import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ApiDocument } from './document.ts';
import { curlExample, typescriptExample } from './examples.ts';
import { createReference } from './pages.ts';

const tree = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 1000, description: 'Its `name` <b>.' },
    kind: { enum: ['leaf', 'branch'], default: 'leaf' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
  },
};
const document: ApiDocument = {
  info: { version: '1', description: 'About.' },
  tags: [{ name: 'tree', description: 'Trees.' }],
  components: { schemas: { Tree: tree } },
  paths: {
    '/api/v1/tree/create': {
      post: {
        operationId: 'treeCreate',
        summary: 'Plants a tree',
        description: 'It grows.\n\nScope `*`. Rate tier `low`.',
        tags: ['tree'],
        security: [{ apiKey: [] }],
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Tree' }, example: { name: "the world's" } },
          },
        },
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } } },
        'x-scope': '*',
        'x-rate-tier': 'low',
      },
    },
  },
};
const [endpoint] = Object.entries(document.paths).map(([path, { post }]) => ({
  method: 'POST',
  path,
  area: 'tree',
  operation: post ?? assert.fail(),
}));

suite('the pages of the API reference', () => {
  const { content = '', navigation = '' } = createReference(document, 'v1').render('tree') ?? {};

  test('unfold an object that contains itself only once', () => {
    // The body shows the fields, and links the type of the children instead of unfolding it for ever.
    assert.equal(content.split('<code class="field-name">children</code>').length - 1, 2);
    assert.ok(content.includes('array of <a href="objects#Tree">Tree</a>'));
  });

  test('tell what a field may be, and take no HTML from descriptions', () => {
    assert.ok(content.includes('Its <code>name</code> &lt;b&gt;.'));
    assert.ok(content.includes('<span class="required">required</span>'));
    assert.ok(content.includes('At most 1,000 characters'));
    assert.ok(content.includes('One of <code>&quot;leaf&quot;</code>, <code>&quot;branch&quot;</code>'));
    assert.ok(content.includes('Default <code>&quot;leaf&quot;</code>'));
  });

  test('tell the scope and the rate tier once', () => {
    assert.ok(content.includes('<li>Scope <code>*</code></li><li>Rate tier <code>low</code></li>'));
    assert.ok(content.includes('<p>It grows.</p>'));
    assert.ok(!content.includes('Rate tier <code>low</code>.'));
    assert.ok(navigation.includes('href="/docs/api/v1/tree#treeCreate"'));
  });

  test('give examples that a shell and TypeScript understand', () => {
    assert.ok(endpoint);
    assert.equal(
      curlExample(endpoint),
      String.raw`curl "$HEDDLE_URL/api/v1/tree/create" \
  -H "uni-api-key: $HEDDLE_KEY" \
  -d '{
  "name": "the world'\''s"
}'`,
    );
    assert.match(
      typescriptExample(endpoint) ?? '',
      /heddle\.call\('\/api\/v1\/tree\/create', \{\n {2}name: "the world's"\n\}\)/,
    );
  });

  test('exist for what the document has', () => {
    const reference = createReference(document, 'v1');
    assert.ok(reference.render('')?.content.includes('/api/v1/openapi.json'));
    assert.ok(reference.render('objects')?.content.includes('id="Tree"'));
    assert.equal(reference.render('nothing'), undefined);
  });
});
