/**
 * The workflows of a load that is disturbed. The name of a run determines what it must have done: its effects are
 * requests to `/<name>/<step>` at the outside server, and every value builds on the answers to the effects before it.
 */
import { type Definition, edge, type Node, node } from './definitions.ts';

/** What starts a run: a request that waits for its end, a webhook, a schedule, a record, or a request for approvals. */
export const KINDS = ['direct', 'webhook', 'schedule', 'record', 'approval', 'round'] as const;
export type Kind = (typeof KINDS)[number];

/** The path of a run's name in its input. */
const NAMES: Record<Kind, string> = {
  direct: 'input.name',
  webhook: 'input.body.name',
  schedule: "('schedule-' ~ input.scheduled_at)",
  record: 'input.record.data.name',
  approval: 'input.name',
  round: 'input.name',
};

interface Input {
  name?: string;
  body?: { name: string };
  scheduled_at?: number;
  record?: { data: { name: string } };
}

/** Returns the name that the templates compute from this input. */
export function nameIn(input: Input): string {
  return input.name ?? input.body?.name ?? input.record?.data.name ?? `schedule-${input.scheduled_at}`;
}

export interface WorkflowOptions {
  outsideUrl: string;
  /** The ids of the users who decide. */
  assignees: string[];
  /** The panel whose records start runs. */
  panelId: string;
}

/** By itself the schedule fires only at New Year. Tests make it due when they need it. */
const CRON = '0 0 1 1 *';

export function defineWorkflow(kind: Kind, { outsideUrl, assignees, panelId }: WorkflowOptions): Definition {
  const name = NAMES[kind];
  const effect = (id: string, body: object, place = id) =>
    node(id, 'http.request', { method: 'POST', url: `${outsideUrl}/{{ ${name} }}/${place}`, body });
  const triggers: Record<Kind, Node> = {
    direct: node('start', 'trigger.manual'),
    webhook: node('start', 'trigger.webhook'),
    schedule: node('start', 'trigger.schedule', { cron: CRON }),
    record: node('start', 'trigger.booster_record', { panel_id: panelId, collection: 'orders', events: ['created'] }),
    approval: node('start', 'trigger.manual'),
    round: node('start', 'trigger.manual'),
  };
  const start = triggers[kind];
  if (kind === 'approval') return defineApproval(start, name, effect, assignees);
  if (kind === 'round') return defineRound(start, name, effect, assignees);
  const file =
    kind === 'webhook' ? { file: '{{ input.body.file.file_id if input.body.file is defined else none }}' } : {};
  const value = { name: `{{ ${name} }}`, first: toNonce('first'), second: toNonce('second'), ...file };
  const steps = [
    start,
    effect('first', { name: `{{ ${name} }}` }),
    effect('second', { first: toNonce('first') }),
    node('done', 'output', { value }),
  ];
  return { nodes: steps, edges: steps.slice(1).map((step, index) => edge(steps[index]?.id ?? '', step.id)) };
}

type MakeEffect = (id: string, body: object, place?: string) => Node;

export const BRANCHES = ['approved', 'rejected', 'timeout'] as const;

/** Waits for an approval beside another branch that continues. Each decision has its own effect. */
function defineApproval(start: Node, name: string, effect: MakeEffect, assignees: string[]): Definition {
  const form_schema = { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] };
  const ends = BRANCHES.flatMap(branch => {
    const answer = '{{ steps.ask.output }}';
    const value = { name: `{{ ${name} }}`, branch, answer, told: toNonce(branch) };
    return [effect(branch, { answer }), node(`after_${branch}`, 'output', { value })];
  });
  return {
    nodes: [
      start,
      effect('beside', {}),
      effect('behind', { beside: toNonce('beside') }),
      node('ask', 'human.approval', { title: `{{ ${name} }}`, assignees, form_schema, form_values: { amount: 1 } }),
      ...ends,
    ],
    edges: [
      edge('start', 'beside'),
      edge('beside', 'behind'),
      edge('start', 'ask'),
      ...BRANCHES.flatMap(branch => [edge('ask', branch, branch), edge(branch, `after_${branch}`)]),
    ],
  };
}

/** The number of approvals in a round. */
export const ROUND = 2;

function defineRound(start: Node, name: string, effect: MakeEffect, assignees: string[]): Definition {
  const items = JSON.stringify(Array.from({ length: ROUND }, (_, index) => index));
  const results = '{{ steps.each.output.results }}';
  return {
    nodes: [
      start,
      node('each', 'loop', { items, collect: '{{ steps.ask.output }}' }),
      node('ask', 'human.approval', { title: `{{ ${name} }}`, assignees }),
      effect('approved', { answer: '{{ steps.ask.output }}' }, 'approved-{{ loop.index }}'),
      effect('last', { results }),
      node('done', 'output', { value: { name: `{{ ${name} }}`, results, last: toNonce('last') } }),
    ],
    edges: [
      edge('start', 'each'),
      edge('each', 'ask', 'item'),
      edge('ask', 'approved', 'approved'),
      edge('each', 'last', 'done'),
      edge('last', 'done'),
    ],
  };
}

function toNonce(step: string): string {
  return `{{ steps.${step}.output.body.nonce }}`;
}
