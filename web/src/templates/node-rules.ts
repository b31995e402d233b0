/** What the engine must know about the node types of the catalog, to tell the order of steps and what is a template. */

import { isObject } from '../../../src/engine/definition.ts';
import type { NodeRules, Texts } from '../../../src/engine/node-rules.ts';
import type { Catalog } from '../../../src/workflows/schemas.ts';

export type CatalogType = Catalog['node_types'][number];

/** The expression that decides whether a failed step is tried again. */
const ACTION = { retry: { when: 'failure expression' } } as const;

/** The conditions of triggers, and the keys by which they merge calls. */
const FLOW = {
  when: 'expression',
  debounce: { key: 'expression' },
  batch: { key: 'expression' },
  throttle: { key: 'expression' },
} as const;

/**
 * The params of each type that are not templates. The catalog does not tell them, so this repeats what the types in
 * `src/nodes` say; a test compares both.
 */
export const TEXTS: Readonly<Record<string, Texts>> = {
  'trigger.manual': { input_schema: 'schema' },
  'trigger.schedule': {
    cron: 'literal',
    timezone: 'literal',
    days: 'literal',
    missed: 'literal',
    when: 'expression',
  },
  'trigger.webhook': {
    reply: 'literal',
    methods: 'literal',
    cors: 'literal',
    verify: 'literal',
    forms: 'literal',
    headers: 'literal',
    dedupe: 'expression',
    ...FLOW,
  },
  'trigger.booster_record': { panel_id: 'literal', collection: 'literal', events: 'literal', ...FLOW },
  'trigger.booster_file': { panel_id: 'literal', folder: 'literal', events: 'literal', ...FLOW },
  'trigger.poll': {
    tool: 'literal',
    credential: 'literal',
    items: 'expression',
    key: 'expression',
    cursor: 'expression',
    every: 'literal',
    timezone: 'literal',
    first: 'literal',
    ...FLOW,
  },
  'trigger.message': {
    broker: 'literal',
    host: 'literal',
    port: 'literal',
    tls: 'literal',
    credential: 'literal',
    stream: 'literal',
    subject: 'literal',
    queue: 'literal',
    vhost: 'literal',
    region: 'literal',
    topic: 'literal',
    consumer: 'literal',
    start: 'literal',
    ...FLOW,
  },
  'trigger.database_change': {
    host: 'literal',
    port: 'literal',
    database: 'literal',
    credential: 'literal',
    tls: 'literal',
    tables: 'literal',
    kinds: 'literal',
    columns: 'literal',
    ...FLOW,
  },
  'trigger.run': { workflow_ids: 'literal', statuses: 'literal', runs: 'literal', ...FLOW },
  'trigger.form': {
    title: 'literal',
    description: 'literal',
    form_schema: 'form schema',
    submit_label: 'literal',
    result: 'literal',
    message: 'literal',
    redirect_url: 'literal',
    embed: 'literal',
    when: 'expression',
  },
  'tool.call': ACTION,
  'http.request': { credential: 'literal', ...ACTION },
  notify: ACTION,
  'file.to_text': ACTION,
  'message.send': { broker: 'literal', credential: 'literal', ...ACTION },
  'event.send': ACTION,
  'webhook.reply': ACTION,
  'assistant.run': { output_schema: 'schema', ...ACTION },
  'workflow.run': { workflow_id: 'literal', version: 'literal' },
  code: { code: 'literal', language: 'literal' },
  'human.approval': { form_schema: 'form schema' },
  condition: { expression: 'expression' },
  switch: { cases: { name: 'literal', expression: 'expression' } },
  'ai.choice': { options: { name: 'literal' } },
  loop: {
    items: 'expression',
    collect: 'item template',
    concurrency: 'literal',
    format: 'literal',
    keep: 'literal',
    on_failure: 'literal',
  },
  repeat: {
    until: 'item expression',
    result: 'item template',
    most: 'literal',
    delay_seconds: 'literal',
    backoff: 'literal',
  },
};

/** The params whose entries name further outputs of the step. */
export const NAMING_PARAMS: Readonly<Record<string, string>> = { switch: 'cases', 'ai.choice': 'options' };

export const LOOP_BODY: Readonly<Record<string, string>> = { loop: 'item', repeat: 'round' };

/** The loops that have rounds instead of items. */
export const REPEAT = 'repeat';

export function isLoop(type: string): boolean {
  return Object.hasOwn(LOOP_BODY, type);
}

const known = new WeakMap<readonly CatalogType[], ReadonlyMap<string, NodeRules>>();

export function nodeRules({ node_types }: Pick<Catalog, 'node_types'>): ReadonlyMap<string, NodeRules> {
  const found = known.get(node_types) ?? new Map(node_types.map(type => [type.type, toRules(type)]));
  known.set(node_types, found);
  return found;
}

export function textsOf(type: string): Texts {
  return Object.hasOwn(TEXTS, type) ? (TEXTS[type] ?? 'template') : 'template';
}

function toRules({ type, category, terminal, handles, default_output, params_schema }: CatalogType): NodeRules {
  const bodyHandle = LOOP_BODY[type];
  const naming = NAMING_PARAMS[type];
  return {
    type,
    category,
    terminal,
    handles,
    ...(default_output && { defaultOutput: true }),
    paramsSchema: isObject(params_schema) ? params_schema : {},
    texts: textsOf(type),
    ...(bodyHandle !== undefined && { bodyHandle }),
    ...(type === REPEAT && { isRepeat: true }),
    ...(naming !== undefined && { namedHandles: params => readNames(params[naming]) }),
  };
}

function readNames(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => (isObject(entry) && typeof entry.name === 'string' ? entry.name : []));
}
