import { ASSISTANT, draft, expressionStep, PANEL, start, table, templateStep } from '../../test/fixtures/engine.ts';

table('texts of params:', [
  [
    'templates that do not compile',
    draft(
      {
        ...start,
        a: templateStep({ b: ['valid params', '{{ 1 + }}'] }),
        b: expressionStep('1 +'),
        c: expressionStep('a {{ 1 }}'),
        d: templateStep('{% if 1 %}'),
      },
      'start > a, start > b, start > c, start > d',
    ),
    [
      "error a: Step 'a': 'value.b[1]' is not a valid template",
      "error b: Step 'b': 'expression' is not a valid expression",
      "error c: Step 'c': 'expression' is not a valid expression",
      "error d: Step 'd': 'value' is not a valid template",
    ],
  ],
  [
    'literals are not compiled',
    draft(
      {
        start: ['trigger', { name: '{{ 1 + }}', schema: { title: '{{ 1 + }}' } }],
        c: ['choice', { names: ['{{ x'] }],
        a: 'step',
      },
      'start > c, c.{{ x > a',
    ),
    [],
  ],
  [
    'schemas',
    draft(
      {
        start: ['trigger', { schema: { type: 'object', properties: { a: { type: 'strin' } } } }],
        a: [
          'step',
          {
            schema: {
              $schema: 'https://json-schema.org/draft/2020-12/schema',
              type: ['object', 'null'],
              $defs: {},
              properties: { f: { type: 'object', format: 'file' }, s: { pattern: '^a+$' } },
              required: ['f'],
            },
          },
        ],
        b: ['step', { schema: { pattern: '(' } }],
        c: ['step', { schema: { required: 'x' } }],
        d: ['step', { schema: 'no' }],
      },
      'start > a, start > b, start > c, start > d',
    ),
    [
      "error start: Step 'start': 'schema' is not a valid JSON Schema: 'properties.a.type' must be one of array, boolean, integer, null, number, object, string",
      "error b: Step 'b': 'schema' is not a valid JSON Schema: 'pattern' must match format \"regex\"",
      "error c: Step 'c': 'schema' is not a valid JSON Schema: 'required' must be array",
    ],
  ],
  [
    'forms',
    draft(
      {
        ...start,
        a: [
          'approval',
          {
            form: {
              type: 'object',
              required: ['s'],
              properties: {
                s: { type: 'string', enum: ['x'] },
                n: { type: 'number' },
                i: { type: 'integer' },
                b: { type: 'boolean' },
                f: { type: 'object', format: 'file' },
              },
            },
          },
        ],
        b: ['approval', { form: { properties: {} } }],
        c: ['approval', { form: { type: 'object', properties: { x: { type: 'array' } } } }],
        d: ['approval', { form: { type: 'object', properties: { x: { type: 'object' } } } }],
        e: ['approval', { form: { type: 'object', properties: { x: true } } }],
        f: ['approval', { form: { type: 'object', properties: { x: { minLength: -1 } } } }],
        z: 'end',
      },
      ['start', 'a', 'b', 'c', 'd', 'e', 'f', 'z']
        .map((id, i, all) => (i === 0 ? 'start > a' : i < 7 ? `${id}.approved > ${all[i + 1]}` : ''))
        .join(),
    ),
    [
      "error b: Step 'b': 'form' is not a valid form: its type must be 'object'",
      ...['c', 'd', 'e'].map(
        id =>
          `error ${id}: Step '${id}': 'form' is not a valid form: the field 'x' must be of type string, number, integer or boolean, or a file (type object, format file)`,
      ),
      "error f: Step 'f': 'form' is not a valid JSON Schema: 'properties.x.minLength' must be >= 0",
    ],
  ],
]);

const strict = (params: unknown) => draft({ ...start, a: ['strict', params] }, 'start > a');

table('params', [
  [
    'valid params',
    strict({ name: 'x', count: 2, ratio: 0.1, flag: true, files: ['a'], code: 'a', inner: { x: 1 } }),
    [],
  ],
  [
    'all problems at once',
    strict({
      count: 1.5,
      ratio: 0,
      flag: 'yes',
      files: [],
      code: 'c',
      mode: 1,
      tags: ['a', 'a'],
      inner: { y: 1 },
      list: [1, { n: 'x' }],
      url: 'http:',
      typo: 1,
    }),
    [
      "error a: Step 'a': 'name' is required",
      "error a: Step 'a': 'typo' is not a parameter of strict",
      "error a: Step 'a': 'count' must be an integer",
      "error a: Step 'a': 'ratio' must be more than 0",
      "error a: Step 'a': 'flag' must be a boolean",
      "error a: Step 'a': 'files' must not be empty",
      "error a: Step 'a': 'code' must be one of a, b",
      "error a: Step 'a': 'mode' must be one of x, y",
      "error a: Step 'a': 'tags' must not name anything twice",
      "error a: Step 'a': 'inner.x' is required",
      "error a: Step 'a': 'inner.y' is not known",
      "error a: Step 'a': 'list[0]' must be an object",
      "error a: Step 'a': 'list[1].n' must be a number",
      "error a: Step 'a': 'url' does not fit: ^https",
    ],
  ],
  [
    'values above or below the bounds',
    strict({ name: '', count: 0 }),
    ["error a: Step 'a': 'name' must not be empty", "error a: Step 'a': 'count' must be at least 1"],
  ],
  [
    'values beyond the other bounds',
    strict({ name: '123456', count: 4, files: 7 }),
    [
      "error a: Step 'a': 'name' must have at most 5 characters",
      "error a: Step 'a': 'count' must be at most 3",
      "error a: Step 'a': 'files' must be a string or a list",
    ],
  ],
  [
    'a template is accepted for any value',
    strict({
      name: '{{ input.n }}',
      count: '{{ 1 }}',
      ratio: '{% if 1 %}1{% endif %}',
      flag: '{{ input.f }}',
      files: ['{{ input.f }}'],
      mode: '{{ input.m }}',
      inner: '{{ input.i }}',
      list: [{ n: '{{ 1 }}' }, '{{ 2 }}'],
      url: '{{ input.url }}',
    }),
    [],
  ],
  [
    'a template is refused for a literal',
    strict({ name: 'x', code: '{{ 1 }}', list: [{ code: '{{ 1 }}' }] }),
    ["error a: Step 'a': 'code' must be one of a, b", "error a: Step 'a': 'list[0].code' must be a number"],
  ],
  [
    'names of outputs',
    draft(
      { ...start, c: ['choice', { names: ['x', 'error', 'otherwise', 'x', 'y', 'x'] }], a: 'step' },
      'start > c, c.x > a, c.y > a',
    ),
    [
      "error c: Step 'c': an output must not be named 'error'",
      "error c: Step 'c': an output must not be named 'otherwise'",
      "error c: Step 'c': two outputs are named 'x'",
      "warning c: The output 'error' of step 'c' leads nowhere",
    ],
  ],
  ['a valid schedule', draft({ a: ['clock', { cron: 'now and then' }], b: 'clock' }), []],
  ['an impossible schedule', draft({ a: ['clock', { cron: 'often' }] }), ["error a: Step 'a': that is too often"]],
  [
    'resources that the caller may use',
    draft({ ...start, a: ['user', { tool: 'search', panel: PANEL, assistant: ASSISTANT.toUpperCase() }] }, 'start > a'),
    [],
  ],
  [
    'resources that the caller may not use',
    draft({ ...start, a: ['user', { tool: 'Search', panel: ASSISTANT, assistant: 'x' }] }, 'start > a'),
    [
      "error a: Step 'a': there is no tool 'Search'",
      "error a: Step 'a': the assistant 'x' does not exist or may not be used",
      `error a: Step 'a': the panel '${ASSISTANT}' does not exist or may not be used`,
    ],
  ],
]);
