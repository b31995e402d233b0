/** The issues of definitions: each text is what the validation says about a small definition that has the mistake. */
import { validateDefinition } from '../../src/engine/validation.ts';
import { environment } from '../../test/fixtures/nodes.ts';
import { code, table } from './markdown.ts';

type Nodes = Readonly<Record<string, readonly [type: string, params?: object]>>;

interface Mistake {
  readonly meaning: string;
  readonly nodes: Nodes;
  readonly edges?: string;
  readonly settings?: unknown;
  /** A part of the issue that is meant, when there are several. */
  readonly says?: string;
}

const start = { start: ['trigger.manual'] } as const;
const branch = { check: ['condition', { expression: 'input.ok' }] } as const;
const done = (value: string) => ({ done: ['output', { value }] }) as const;

const MISTAKES: readonly Mistake[] = [
  { meaning: 'Add a trigger, such as `trigger.manual`.', nodes: { done: ['output', { value: 1 }] } },
  {
    meaning: 'Choose another id.',
    nodes: { ...start, 'send mail': ['transform', { value: 1 }] },
    edges: 'start > send mail',
  },
  { meaning: 'Use one of [the node types](node-types.md).', nodes: { ...start, a: ['http.get'] }, edges: 'start > a' },
  { meaning: 'Give the param.', nodes: { ...start, a: ['http.request', {}] }, edges: 'start > a' },
  {
    meaning: 'Look for a typing error: unknown params are never ignored.',
    nodes: { ...start, a: ['output', { value: 1, valeu: 2 }] },
    edges: 'start > a',
  },
  {
    meaning: 'Give a value of the right type, or a template.',
    nodes: { ...start, a: ['http.request', { url: 'https://example.org', timeout_seconds: 'long' }] },
    edges: 'start > a',
  },
  { meaning: 'Mend the template.', nodes: { ...start, ...done('{{ input.x') }, edges: 'start > done' },
  {
    meaning: 'Use one of [the filters](templates.md#filters).',
    nodes: { ...start, ...done('{{ input.x | shout }}') },
    edges: 'start > done',
  },
  {
    meaning: 'The step was renamed or deleted. Correct or delete the edge.',
    nodes: start,
    edges: 'start > gone',
    says: 'ends at',
  },
  { meaning: 'Nothing can lead to a trigger.', nodes: { ...start, b: ['trigger.manual'] }, edges: 'start > b' },
  {
    meaning: 'Use one of the outputs that are named.',
    nodes: { ...start, ...branch, ...done('x') },
    edges: 'start > check, check.yes > done',
    says: 'leaves by',
  },
  {
    meaning: 'The step has named outputs: set `source_handle`.',
    nodes: { ...start, ...branch, ...done('x') },
    edges: 'start > check, check > done',
    says: 'must leave',
  },
  {
    meaning: 'Put the next step before the `output`.',
    nodes: { ...start, ...done('x'), b: ['transform', { value: 1 }] },
    edges: 'start > done, done > b',
  },
  {
    meaning: 'Use a `loop` to repeat steps.',
    nodes: { ...start, a: ['transform', { value: 1 }], b: ['transform', { value: 1 }] },
    edges: 'start > a, a > b, b > a',
  },
  {
    meaning: 'Connect what follows the loop to its output `done`.',
    nodes: { ...start, each: ['loop', { items: 'input.list' }], a: ['transform', { value: 1 }], ...done('x') },
    edges: 'start > each, each.item > a, each.done > done, a > done',
  },
  {
    meaning: 'Name a tool that exists, and that you may use.',
    nodes: { ...start, a: ['tool.call', { tool: 'serch' }] },
    edges: 'start > a',
  },
  {
    meaning: 'Name a panel that you may use. The same is said of assistants, credentials and workflows.',
    nodes: { a: ['trigger.booster_record', { panel_id: '0197d1aa-0000-7000-8000-0000000000ff' }] },
  },
  {
    meaning: 'Mend the setting.',
    nodes: { ...start, ...done('x') },
    edges: 'start > done',
    settings: { retry: { attempts: 99 } },
  },
  {
    meaning: 'Look for a typing error.',
    nodes: { ...start, ...done('x') },
    edges: 'start > done',
    settings: { retires: 1 },
  },
  { meaning: 'Connect the step, or delete it.', nodes: { ...start, ...done('x') } },
  {
    meaning: 'Connect the output, if something should happen then.',
    nodes: { ...start, ...branch, ...done('x') },
    edges: 'start > check, check.true > done',
  },
  {
    meaning: 'Look for a typing error in the template.',
    nodes: { ...start, ...done('{{ inputs.x }}') },
    edges: 'start > done',
  },
  {
    meaning: 'The step that the template names was renamed or deleted.',
    nodes: { ...start, ...done('{{ steps.gone.output }}') },
    edges: 'start > done',
  },
  {
    meaning: 'Only earlier steps have results. Connect them in this order.',
    nodes: { ...start, a: ['transform', { value: '{{ steps.b.output }}' }], b: ['transform', { value: 1 }] },
    edges: 'start > a, start > b',
  },
  {
    meaning: 'Say what holds when the step did not run: `{{ steps.a.output | default(0) }}`.',
    nodes: { ...start, ...branch, a: ['transform', { value: 1 }], ...done('{{ steps.a.output }}') },
    edges: 'start > check, check.true > a, check.false > done, a > done',
  },
  {
    meaning:
      'Only the steps behind `item` of a loop have `loop`. Those behind `round` of a repeat have `round` and `last`.',
    nodes: { ...start, ...done('{{ loop.item }}') },
    edges: 'start > done',
  },
];

export function issueTable(): string {
  const rows = MISTAKES.map(mistake => {
    const { severity, message } = findIssue(mistake);
    return [severity, code(message), mistake.meaning];
  });
  return table(['Severity', 'Message', 'What to do'], rows);
}

function findIssue({ nodes, edges = '', settings, says = '' }: Mistake): { severity: string; message: string } {
  const definition = {
    nodes: Object.entries(nodes).map(([id, [type, params = {}]]) => ({ id, type, name: id, params })),
    edges: edges
      .split(', ')
      .filter(text => text !== '')
      .map(text => {
        const [from = '', target = ''] = text.split(' > ');
        const [source = '', handle = null] = from.split('.');
        return { source, target, source_handle: handle };
      }),
    ...(settings === undefined ? {} : { settings }),
  };
  const issue = validateDefinition(definition, environment).find(({ message }) => message.includes(says));
  if (!issue) throw new Error(`nothing is wrong with ${JSON.stringify(definition)}`);
  return issue;
}

/** The errors of runs that authors see most. The texts are those of the engine, with examples for their values. */
const RUN_ERRORS: readonly (readonly [text: string, meaning: string])[] = [
  ['Missing input: name', 'The `input_schema` of the manual trigger requires this field. Give it.'],
  ['The input is not valid: /items must be array', 'The input does not fit the `input_schema` of the manual trigger.'],
  [
    "params.value: {{ input.nme }}: 'input' has no 'nme'",
    "A template uses something that is not there. Correct the name, or give a default: `{{ input.name | default('') }}`.",
  ],
  [
    "'items' must give a list, but gives an object",
    'The `items` of a loop must be a list. Pick the list inside of the object.',
  ],
  [
    'The step has at most 20 rounds, so there is no round with the index 20',
    'A test of a step in a repeat takes the index of a round, from 0.',
  ],
  [
    'The loop has 120 items (at most 100)',
    'Loop over fewer items, let the operator raise `HEDDLE_LOOP_ITEMS`, or write the items into a file and loop over that.',
  ],
  [
    "Line 3 of 'items.ndjson' is not valid JSON",
    'Correct the line of the file. The loop had worked on the items before it. Lines of CSV and lines that are not UTF-8 are reported in the same way.',
  ],
  [
    "'query.key' must name a unique column, but several rows have the same 'customer'",
    'A loop over a query continues behind the key of its last row. Name a column that is unique in the result, such as the primary key.',
  ],
  [
    "The format of 'items.bin' is not known: set 'format' to csv, ndjson or json",
    'Neither the name of the file nor its type says what it contains. Say it with the param `format` of the loop.',
  ],
  [
    'The server answered 404 Not Found',
    'The status of an `http.request` is 400 or more. Use the output `error`, or `accept_errors: true`.',
  ],
  ['The step took longer than 30 seconds', 'Raise `timeout_seconds`, or add `retry`.'],
  [
    'The run took longer than 3600 seconds',
    'The computing time of a run is limited by `HEDDLE_RUN_SECONDS`; waiting does not count. Divide the work.',
  ],
  ["The credential 'shop' may not be sent to 'example.org'", 'Add the host to the allowed hosts of the credential.'],
  [
    "The credential 'shop' does not exist or may not be used by this user",
    'A run uses the credentials of the user on whose behalf it executes. Share the credential with them.',
  ],
  ["The workflow 'Child' is not published", 'Publish the workflow that `workflow.run` starts.'],
  ['None of the assignees is a known user', 'An approval needs at least one user of this installation.'],
  ['Nobody called in time', 'A `wait` for a call got none. Connect its output `timeout`, or give it more time.'],
  ["The event 'order.paid' did not come in time", 'As above, for an event.'],
  ['Not enough credits', 'An AI step needs credits, and the user has none left.'],
  ['No AI model is configured', 'An operator has to configure a model.'],
  ['The run was cancelled', 'Somebody cancelled the run.'],
  ['The run failed because of an internal error', 'A fault of Heddle. The log of the service has the details.'],
];

export function runErrorTable(): string {
  return table(
    ['Error', 'Why, and what to do'],
    RUN_ERRORS.map(([text, meaning]) => [code(text), meaning]),
  );
}
