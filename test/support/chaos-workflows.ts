/**
 * The workflows of a load that things happen to. What each of their runs must have done follows from its name: its
 * effects are requests to `/<name>/<step>` at the outside, and every value builds on what those before were answered.
 */
import { type Definition, edge, type Node, node } from './definitions.ts';

/** What starts a run: a request that waits for it, a webhook, a time, a record, a request for what people decide. */
export const KINDS = ['direct', 'webhook', 'schedule', 'record', 'approval', 'round'] as const;
export type Kind = (typeof KINDS)[number];

/** Where a run's name stands in its input. */
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

/** As the templates make it. */
export function nameIn(input: Input): string {
  return input.name ?? input.body?.name ?? input.record?.data.name ?? `schedule-${input.scheduled_at}`;
}

export interface WorkflowOptions {
  outsideUrl: string;
  /** Who decides. */
  assignees: string[];
  /** Whose records are watched. */
  panelId: string;
}

/** A schedule fires when a test says so: by itself only at New Year. */
const CRON = '0 0 1 1 *';

export function workflowOf(kind: Kind, { outsideUrl, assignees, panelId }: WorkflowOptions): Definition {
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
  if (kind === 'approval') return asking(start, name, effect, assignees);
  if (kind === 'round') return goingRound(start, name, effect, assignees);
  const file =
    kind === 'webhook' ? { file: '{{ input.body.file.file_id if input.body.file is defined else none }}' } : {};
  const value = { name: `{{ ${name} }}`, first: nonceOf('first'), second: nonceOf('second'), ...file };
  const steps = [
    start,
    effect('first', { name: `{{ ${name} }}` }),
    effect('second', { first: nonceOf('first') }),
    node('done', 'output', { value }),
  ];
  return { nodes: steps, edges: steps.slice(1).map((step, index) => edge(steps[index]?.id ?? '', step.id)) };
}

type MakeEffect = (id: string, body: object, place?: string) => Node;

export const BRANCHES = ['approved', 'rejected', 'timeout'] as const;

/** Something else goes on beside it, and each decision has an effect of its own. */
function asking(start: Node, name: string, effect: MakeEffect, assignees: string[]): Definition {
  const form_schema = { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] };
  const ends = BRANCHES.flatMap(branch => {
    const answer = '{{ steps.ask.output }}';
    const value = { name: `{{ ${name} }}`, branch, answer, told: nonceOf(branch) };
    return [effect(branch, { answer }), node(`after_${branch}`, 'output', { value })];
  });
  return {
    nodes: [
      start,
      effect('beside', {}),
      effect('behind', { beside: nonceOf('beside') }),
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

/** How many approvals a round has. */
export const ROUND = 2;

function goingRound(start: Node, name: string, effect: MakeEffect, assignees: string[]): Definition {
  const items = JSON.stringify(Array.from({ length: ROUND }, (_, index) => index));
  const results = '{{ steps.each.output.results }}';
  return {
    nodes: [
      start,
      node('each', 'loop', { items, collect: '{{ steps.ask.output }}' }),
      node('ask', 'human.approval', { title: `{{ ${name} }}`, assignees }),
      effect('approved', { answer: '{{ steps.ask.output }}' }, 'approved-{{ loop.index }}'),
      effect('last', { results }),
      node('done', 'output', { value: { name: `{{ ${name} }}`, results, last: nonceOf('last') } }),
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

function nonceOf(step: string): string {
  return `{{ steps.${step}.output.body.nonce }}`;
}
