import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ASSISTANT, edge, environment, everyType, node, PANEL, WORKFLOW } from '../../test/fixtures/nodes.ts';
import { referencedResources, validateDefinition } from '../engine/validation.ts';

/** Returns the problems of one step of the type after a trigger. */
function findProblems(type: string, params: unknown): string[] {
  const definition = type.startsWith('trigger.')
    ? { nodes: [node('a', type, params)], edges: [] }
    : { nodes: [node('start', 'trigger.manual', {}), node('a', type, params)], edges: [edge('start', 'a')] };
  const errors = validateDefinition(definition, environment).filter(({ severity }) => severity === 'error');
  return errors.map(({ message }) => message.replace(/^Step 'a':? /, '').replace(/(valid \w+): line .+/s, '$1'));
}

test('a definition with every type is valid', () => {
  assert.deepEqual(validateDefinition(everyType, environment), []);
  assert.deepEqual(referencedResources(everyType, environment.nodeTypes), {
    assistants: [ASSISTANT],
    panels: [PANEL],
    tools: ['search'],
    credentials: ['shop'],
    workflows: [WORKFLOW],
  });
});

type Case = [type: string, params: unknown, ...problems: string[]];
const http = (params: object) => ({ url: 'https://example.org', ...params });
const form = (params: object) => ({ title: 'x', form_schema: { type: 'object' }, ...params });
const approval = (params: object) => ({ title: 'x', assignees: ['a@example.org'], ...params });

const DATABASE = { host: 'db.example.org', database: 'shop', credential: 'shop' };

const cases: Case[] = [
  ['trigger.manual', {}],
  ['trigger.manual', { input_schema: [] }, "'input_schema' must be an object"],
  [
    'trigger.manual',
    { input_schema: { type: 'x' } },
    "'input_schema' is not a valid JSON Schema: 'type' must be one of array, boolean, integer, null, number, object, string",
  ],
  ['workflow.run', {}, "'workflow_id' is required"],
  ['workflow.run', { workflow_id: WORKFLOW, version: 'draft', wait: false }],
  ['workflow.run', { workflow_id: WORKFLOW, version: '3' }, "'version' must be one of published, draft"],
  ['workflow.run', { workflow_id: PANEL }, `the workflow '${PANEL}' does not exist or may not be used`],
  ['workflow.run', { workflow_id: WORKFLOW, input: [] }, "'input' must be an object"],
  ['trigger.poll', { tool: 'search', every: 60 }],
  ['trigger.poll', { tool: 'search', every: 59 }, "'every' must be at least 60"],
  ['trigger.poll', { tool: 'search', every: 'often' }, 'no such time'],
  ['trigger.database_change', { ...DATABASE, tables: ['public.orders'] }],
  ['trigger.database_change', { ...DATABASE, tables: ['a.b'], port: '{{ vars.port }}' }, "'port' must be an integer"],
  ['trigger.database_change', { ...DATABASE, tables: [] }, "'tables' must not be empty"],
  [
    'trigger.database_change',
    { ...DATABASE, tables: ['orders'] },
    "'orders' must be schema.table, such as public.orders",
  ],
  [
    'trigger.database_change',
    { ...DATABASE, tables: ['a.b'], kinds: ['truncate'] },
    "'kinds[0]' must be one of insert, update, delete",
  ],
  ['trigger.schedule', {}, "'cron' is required"],
  ['trigger.schedule', { cron: '0 0 * * *' }],
  ['trigger.schedule', { cron: 'often' }, 'no such time'],
  ['trigger.schedule', { cron: '0 0 * * *', timezone: 'Mars' }, 'no such time'],
  ['trigger.schedule', { cron: '{{ input.cron }}' }, 'no such time'],
  ['trigger.schedule', { cron: '*'.repeat(201) }, "'cron' must have at most 200 characters"],
  ['trigger.schedule', { cron: '0 0 * * *', missed: '{{ x }}' }, "'missed' must be one of skip, once"],
  ['trigger.webhook', { path: 'x' }, "'path' is not a parameter of trigger.webhook"],
  ['trigger.webhook', { reply: 'later' }, "'reply' must be one of queued, result, step"],
  ['trigger.webhook', { reply_seconds: 101 }, "'reply_seconds' must be at most 100"],
  [
    'trigger.webhook',
    { methods: ['PUT', 'GET'] },
    "'methods' must not have GET while 'reply' is queued: browsers and scanners follow links by themselves",
  ],
  ['trigger.webhook', { reply: 'result', methods: ['PUT', 'GET'], cors: ['*', 'http://localhost:3000'] }],
  [
    'trigger.webhook',
    { cors: ['example.org'] },
    "'cors' has 'example.org', which is not an origin such as https://example.com",
  ],
  ['trigger.webhook', { headers: ['Cookie'] }, "'headers' has 'Cookie', which is never passed on"],
  ['trigger.webhook', { headers: ['x-forwarded-for'] }, "'headers' has 'x-forwarded-for', which is never passed on"],
  ['trigger.webhook', { dedupe: 'steps.a.output' }, "'dedupe' uses 'steps', but sees only body, query, headers"],
  ['http.request', http({ retry: { attempts: 3, jitter: 1, when: 'status == 404' } })],
  ['http.request', http({ retry: { attempts: 3, jitter: 2 } }), "'retry.jitter' must be at most 1"],
  [
    'http.request',
    http({ retry: { attempts: 3, when: 'steps.a.output' } }),
    "'retry.when' uses 'steps', but sees only error, status, headers, attempt",
  ],
  ['http.request', http({ retry: { attempts: 3, when: 'status ==' } }), "'retry.when' is not a valid expression"],
  ['workflow.run', { workflow_id: WORKFLOW, retry: { attempts: 3, when: 'true' } }, "'retry.when' is not known"],
  ['trigger.webhook', { verify: { scheme: 'github' } }, "'verify.credential' is required"],
  ['trigger.webhook', { verify: { addresses: ['192.0.2.7', '2001:db8::/32', '::ffff:192.0.2.0/120'] } }],
  [
    'trigger.webhook',
    { verify: { addresses: ['192.0.2.0/33', '192.0.2', 'example.org'], credential: 'shop' } },
    "'verify.addresses' has '192.0.2.0/33', which is neither an IP address nor a network such as 192.0.2.0/24",
    "'verify.addresses' has '192.0.2', which is neither an IP address nor a network such as 192.0.2.0/24",
    "'verify.addresses' has 'example.org', which is neither an IP address nor a network such as 192.0.2.0/24",
    "'verify.scheme' is required, unless there are only 'verify.addresses'",
  ],
  [
    'trigger.webhook',
    { verify: { scheme: 'github', credential: 'nobody' } },
    "the credential 'nobody' does not exist or may not be used",
  ],
  [
    'trigger.webhook',
    { verify: { scheme: 'github', credential: 'shop', header: 'X', tolerance_seconds: 5 } },
    "'verify.header' is only for the scheme hmac",
    "'verify.tolerance_seconds' has no meaning for the scheme github",
  ],
  [
    'trigger.webhook',
    { verify: { scheme: 'hmac', credential: 'shop', signed: '{timestamp}' } },
    "'verify.header' is required for the scheme hmac",
    "'verify.signed' must contain {body} once",
    "'verify.timestamp_header' is required for {timestamp}",
  ],
  ['trigger.webhook', { verify: { scheme: 'jwt' } }, "'verify' needs one of 'credential', 'jwks_url' and 'public_key'"],
  ['trigger.webhook', { verify: { scheme: 'jwt', jwks_url: 'https://example.org/keys' } }],
  ['webhook.reply', {}],
  ['webhook.reply', { status: 100 }, "'status' must be at least 200"],
  ['webhook.reply', { status: '{{ input.status }}', file: 'x', body: 1 }, "'file' and 'body' can not both be given"],
  ['trigger.booster_record', { panel_id: PANEL.toUpperCase() }],
  ['trigger.booster_record', { panel_id: ASSISTANT }, `the panel '${ASSISTANT}' does not exist or may not be used`],
  [
    'trigger.booster_record',
    { panel_id: PANEL, events: ['stored'] },
    "'events[0]' must be one of created, changed, deleted",
  ],
  ['trigger.booster_record', { panel_id: PANEL, events: [] }, "'events' must not be empty"],
  [
    'trigger.booster_file',
    { panel_id: PANEL, events: ['created'] },
    "'events[0]' must be one of stored, changed, deleted",
  ],
  ['trigger.booster_file', { panel_id: 'x' }, "the panel 'x' does not exist or may not be used"],
  ['trigger.run', {}, "'workflow_ids' is required"],
  ['trigger.run', { workflow_ids: '*', runs: 'all', after: 3 }],
  ['trigger.run', { workflow_ids: [WORKFLOW.toUpperCase()], statuses: ['success', 'cancelled'] }],
  ['trigger.run', { workflow_ids: [] }, "'workflow_ids' must not be empty"],
  ['trigger.run', { workflow_ids: [PANEL] }, `the workflow '${PANEL}' does not exist or may not be used`],
  [
    'trigger.run',
    { workflow_ids: 'all' },
    "'workflow_ids' does not fit: Ids of the workflows whose runs are watched, or * for all that you own and all of the " +
      'organization of this workflow, as far as you may read them',
  ],
  [
    'trigger.run',
    { workflow_ids: '*', statuses: ['waiting'] },
    "'statuses[0]' must be one of failed, cancelled, success",
  ],
  ['trigger.form', {}, "'title' is required", "'form_schema' is required"],
  ['trigger.form', form({})],
  [
    'trigger.form',
    form({ form_schema: { type: 'object', properties: { a: { type: 'array' } } } }),
    "'form_schema' is not a valid form: the field 'a' must be of type string, number, integer or boolean, or a file " +
      '(type object, format file)',
  ],
  ['trigger.form', form({ result: 'redirect' }), "'redirect_url' is required with the result redirect"],
  ['trigger.form', form({ redirect_url: 'https://example.org' }), "'redirect_url' needs the result redirect"],
  [
    'trigger.form',
    form({ result: 'redirect', redirect_url: 'http://example.org', message: 'x' }),
    "'redirect_url' does not fit: Address of the page that follows, which begins with https://",
    "'message' has no place with the result redirect",
  ],
  [
    'trigger.form',
    form({ embed: ['https://example.org; script-src *'] }),
    "'embed[0]' does not fit: Origin such as https://www.example.org or https://*.example.org",
  ],
  [
    'trigger.form',
    form({ embed: ['https://*.com'] }),
    "'embed[0]' does not fit: Origin such as https://www.example.org or https://*.example.org",
  ],
  [
    'trigger.form',
    form({ form_schema: { type: 'object', properties: { _heddle_token: { type: 'string' } } } }),
    "'form_schema' has the field '_heddle_token': names with '_heddle' are the page's own",
  ],
  ['tool.call', {}, "'tool' is required"],
  ['tool.call', { tool: 'fly' }, "there is no tool 'fly'"],
  ['tool.call', { tool: '{{ input.tool }}', params: '{{ input.params }}' }],
  ['tool.call', { tool: 'search', params: 7 }, "'params' must be an object"],
  ['tool.call', { tool: 'search', params: { panel_id: 'whatever' } }],
  ['tool.call', { tool: 'booster_record_get', params: { panel_id: PANEL } }],
  ['tool.call', { tool: 'booster_record_get', params: { panel_id: '{{ input.panel }}' } }],
  [
    'tool.call',
    { tool: 'booster_record_get', params: { panel_id: 'x' } },
    "the panel 'x' does not exist or may not be used",
  ],
  ['tool.call', { tool: 'search', retry: { attempts: 0 } }, "'retry.attempts' must be at least 1"],
  ['tool.call', { tool: 'search', retry: { attempts: 11 } }, "'retry.attempts' must be at most 10"],
  [
    'tool.call',
    { tool: 'search', retry: { delay_seconds: -1 } },
    "'retry.attempts' is required",
    "'retry.delay_seconds' must be at least 0",
  ],
  ['tool.call', { tool: 'search', retry: { attempts: 2, backoff: 0.5 } }, "'retry.backoff' must be at least 1"],
  ['tool.call', { tool: 'search', retry: { attempts: '{{ input.n }}' } }],
  ['tool.call', { tool: 'search', timeout_seconds: 0 }, "'timeout_seconds' must be more than 0"],
  ['assistant.run', { assistant_id: ASSISTANT }, "'prompt' is required"],
  ['assistant.run', { assistant_id: '{{ input.who }}', prompt: 'x' }],
  ['assistant.run', { assistant_id: PANEL, prompt: 'x' }, `the assistant '${PANEL}' does not exist or may not be used`],
  ['assistant.run', { assistant_id: ASSISTANT, prompt: 'x', files: [{ file_id: 'x' }, 'y'] }],
  ['assistant.run', { assistant_id: ASSISTANT, prompt: 'x', files: [7] }, "'files[0]' must be a string or an object"],
  [
    'assistant.run',
    { assistant_id: ASSISTANT, prompt: 'x', output_schema: { required: 1 } },
    "'output_schema' is not a valid JSON Schema: 'required' must be array",
  ],
  ['http.request', http({})],
  ['http.request', http({ url: 'HTTP://example.org' })],
  ['http.request', http({ url: '{{ input.url }}/x' })],
  [
    'http.request',
    http({ url: 'ftp://example.org' }),
    "'url' does not fit: A public address that begins with http:// or https://",
  ],
  ['http.request', http({ method: 'TRACE' }), "'method' must be one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS"],
  ['http.request', http({ headers: { a: {} } }), "'headers.a' must be a string or a number or a boolean"],
  ['http.request', http({ headers: '{{ input.headers }}', query: '{{ input.query }}', sign: '{{ input.sign }}' })],
  ['http.request', http({ sign: 'yes' }), "'sign' must be a boolean"],
  ['http.request', http({ body: ['{{ 1', 2] }), "'body[0]' is not a valid template"],
  ['notify', { subject: 'x' }, "'message' is required"],
  ['file.to_text', {}, "'files' is required"],
  ['file.to_text', { files: 'id' }],
  ['code', { code: 'export default () => "{{ not a template";' }],
  ['code', { code: '' }, "'code' must not be empty"],
  ['code', { code: 'x', language: 'python' }, "'language' must be one of javascript, typescript"],
  [
    'code',
    { code: 'x', timeout_seconds: 31, memory_mb: 257 },
    "'timeout_seconds' must be at most 30",
    "'memory_mb' must be at most 256",
  ],
  ['code', { code: 'x', retry: { attempts: 2 } }, "'retry' is not a parameter of code"],
  ['code', { code: 'x', input: '{{ 1' }, "'input' is not a valid template"],
  ['human.approval', approval({})],
  ['human.approval', { title: 'x' }, "'assignees' is required"],
  ['human.approval', approval({ assignees: [] }), "'assignees' must not be empty"],
  ['human.approval', approval({ assignees: '' }), "'assignees' must not be empty"],
  ['human.approval', approval({ timeout_hours: 721 }), "'timeout_hours' must be at most 720"],
  ['human.approval', approval({ timeout_hours: 0 }), "'timeout_hours' must be more than 0"],
  ['human.approval', approval({ form_schema: '{{ input.form }}' }), "'form_schema' must be an object"],
  ['human.approval', approval({ form_schema: {} }), "'form_schema' is not a valid form: its type must be 'object'"],
  ['human.approval', approval({ retry: { attempts: 2 } }), "'retry' is not a parameter of human.approval"],
  ['wait', { seconds: 0 }],
  ['wait', { until: '{{ input.at }}' }],
  ['wait', { event: { name: 'paid', key: '{{ input.id }}' }, timeout_seconds: 5 }],
  ['wait', {}, "give exactly one of 'seconds', 'until', 'call' and 'event'"],
  [
    'wait',
    { until: 1, event: { name: 'x' } },
    "give exactly one of 'seconds', 'until', 'call' and 'event', not both until and event",
  ],
  ['wait', { seconds: -1 }, "'seconds' must be at least 0"],
  ['wait', { event: { key: 'x' } }, "'event.name' is required"],
  ['wait', { until: 1, timeout_seconds: 5 }, "'timeout_seconds' has no meaning with 'until'"],
  ['event.send', {}, "'name' is required"],
  ['event.send', { name: 'paid', key: 'a', data: ['{{ input }}'], retry: { attempts: 2 } }],
  ['condition', {}, "'expression' is required"],
  ['condition', { expression: '{{ input.x > 1 }}' }],
  ['condition', { expression: 'input.x >' }, "'expression' is not a valid expression"],
  ['switch', {}, "'cases' is required"],
  ['switch', { cases: [] }, "'cases' must not be empty"],
  ['switch', { cases: [{ name: 'x' }, 7] }, "'cases[0].expression' is required", "'cases[1]' must be an object"],
  ['switch', { cases: [{ name: 'error', expression: '1' }] }, "an output must not be named 'error'"],
  [
    'switch',
    {
      cases: [
        { name: 'x', expression: '1' },
        { name: 'x', expression: '1 +' },
      ],
    },
    "two outputs are named 'x'",
    "'cases[1].expression' is not a valid expression",
  ],
  ['ai.condition', { question: '' }, "'question' must not be empty"],
  ['ai.condition', { question: 'x', context: { a: '{{ input }}' } }],
  ['ai.choice', { question: 'x', options: [{ name: 'otherwise' }] }, "an output must not be named 'otherwise'"],
  ['ai.choice', { question: 'x', options: [{ description: 'x' }] }, "'options[0].name' is required"],
  ['loop', { items: '[1, 2]', collect: '{{ loop.item }}' }],
  ['loop', { items: [1] }, "'items' must be a string"],
  ['loop', { items: 'loop.item' }],
  ['loop', {}, "One of 'items', 'file', 'records' and 'query' is required"],
  ['loop', { file: '{{ input.file }}', format: 'csv', keep: 'all', on_failure: 'stop', concurrency: 2 }],
  ['loop', { file: { file_id: '{{ input.file }}' }, items: '[]' }, "'file' and 'items' exclude each other"],
  ['loop', { file: 1 }, "'file' must be a string or an object"],
  ['loop', { file: 'x', collect: 1 }, "'collect' needs 'items'"],
  [
    'loop',
    { items: '[]', keep: 'all', format: 'csv', on_failure: 'stop' },
    "'format' needs 'file'",
    "'keep' needs 'file', 'records' or 'query'",
    "'on_failure' needs 'file', 'records' or 'query'",
  ],
  ['loop', { records: { panel_id: PANEL, collection: 'c', filters: [['data.a', '==', 1]] }, keep: 'none' }],
  ['loop', { records: { panel_id: '{{ input.panel }}', collection: '{{ input.collection }}' } }],
  ['loop', { records: { panel_id: 'x', collection: 'c' } }, "the panel 'x' does not exist or may not be used"],
  ['loop', { records: { panel_id: PANEL } }, "'records.collection' is required"],
  ['loop', { records: { panel_id: PANEL, collection: 'c' }, file: 'x' }, "'records' and 'file' exclude each other"],
  ['loop', { records: { panel_id: PANEL, collection: 'c' }, format: 'csv' }, "'format' needs 'file'"],
  ['transform', {}, "'value' is required"],
  ['transform', { value: null }],
  ['output', { value: [{ a: '{{ input.x }}' }] }],
  ['output', {}, "'value' is required"],
];

describe('the problems of', () => {
  for (const [type, params, ...problems] of cases) {
    test(`${type} ${JSON.stringify(params).slice(0, 80)}`, () =>
      assert.deepEqual(findProblems(type, params), problems));
  }
});

test('the named outputs of a switch and a choice come from their params', () => {
  const definition = {
    ...everyType,
    edges: [...everyType.edges, edge('route', 'end', 'west'), edge('topic', 'end', 'south'), edge('route', 'end')],
  };
  assert.deepEqual(
    validateDefinition(definition, environment).map(({ message }) => message),
    [
      "The edge from 'route' to 'end' leaves by the output 'west', which step 'route' does not have (it has 'north', 'south', 'otherwise', 'error')",
      "The edge from 'topic' to 'end' leaves by the output 'south', which step 'topic' does not have (it has 'cats', 'dogs', 'otherwise', 'error')",
      "The edge from 'route' to 'end' must leave by one of the outputs 'north', 'south', 'otherwise', 'error'",
    ],
  );
});

/** Replaces a value somewhere in the JSON. `place` selects the path at each level. */
function mutate(json: unknown, place: readonly number[], value: unknown): unknown {
  const [pick, ...rest] = place;
  if (pick === undefined || typeof json !== 'object' || json === null) return value;
  const keys = Object.keys(json);
  const key = keys[pick % (keys.length + 1)];
  if (key === undefined) return value;
  const child = mutate(Reflect.get(json, key), rest, value);
  return Array.isArray(json) ? json.with(Number(key), child) : { ...json, [key]: child };
}

test('validation never throws for a definition with random changes', () => {
  const place = fc.array(fc.nat(40), { minLength: 1, maxLength: 7 });
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      '{{ steps.each.output }}',
      '{{ loop.item',
      'start',
      'end',
      'each',
      'loop',
      'switch',
      'error',
      'item',
    ),
  );
  const mutations = fc.array(fc.tuple(place, value), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(mutations, changes => {
      const definition = changes.reduce<unknown>((json, [at, other]) => mutate(json, at, other), everyType);
      for (const { message, severity } of validateDefinition(definition, environment)) {
        assert.notEqual(message, '');
        assert(severity === 'error' || severity === 'warning');
      }
      referencedResources(definition, environment.nodeTypes);
    }),
    { numRuns: 500 },
  );
});
