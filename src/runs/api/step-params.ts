/**
 * Shows the params of a step as its templates rendered them. Nothing is stored for it: templates are pure, and what they
 * saw is part of the run. They are rendered again when somebody asks, in a thread.
 */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import { OUTSIDE, type ReachableSubgraph } from '../../engine/plan.ts';
import { stepNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { endpointWith, workflowReaders } from '../../http/endpoint.ts';
import type { NodeLimits, NodeType } from '../../nodes/node.ts';
import { jsonHead } from '../../platform/json/head.ts';
import { ThreadError, type ThreadPool } from '../../platform/threads/thread-pool.ts';
import { valueWithoutWorkingLinks } from '../../workflows/working-links.ts';
import type { EvaluatedPart, ShownParams } from '../executing/evaluation.ts';
import type { EvaluationInput, EvaluationOutput } from '../executing/evaluation-thread.ts';
import { MASK, maskCredentials } from '../executing/masked-params.ts';
import { stepKey } from '../executing/run-records.ts';
import type { RunPlan, RunPlans } from '../plans/run-plans.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run, Step } from '../schemas.ts';
import { readExecutedDefinition } from '../store/replays.ts';
import { withSteps } from '../store/runs.ts';
import { isOfOther } from '../store/runs-of-others.ts';
import { requireSeenRun } from '../store/team-runs.ts';
import * as schemas from './list-schemas.ts';
import { findStep } from './read-run.ts';

export interface StepParamsServices {
  database: HeddleDatabase;
  limits: RunLimits;
  plans: RunPlans;
  nodeType(type: string): NodeType | undefined;
  nodeLimits: NodeLimits;
  computeThreads: ThreadPool;
}

export const stepParamsEndpoint = endpointWith<StepParamsServices>()({
  path: '/api/v1/run/step/params',
  summary: 'Reads the params of a step as its templates were rendered, with secrets masked',
  ...workflowReaders,
  body: schemas.StepRequest,
  reply: schemas.StepParams,
  handle: (services, { caller, body, signal }) => readStepParams(services, caller, body, signal),
});

interface StepAddress {
  run_id: string;
  node_id: string;
  iteration: readonly number[];
}

const EVALUATION = new URL('../executing/evaluation-thread.ts', import.meta.url);
const THREAD = { timeoutMs: 10_000, memoryMb: 256 };

async function readStepParams(
  services: StepParamsServices,
  caller: Caller,
  address: StepAddress,
  signal: AbortSignal,
): Promise<schemas.StepParams> {
  const db = services.database.query;
  const seen = await readSeenRun(services, caller, address.run_id);
  const shown = (params: ShownParams) =>
    showParams(params, isOfOther(caller, { created_by: seen.run.created.user_id }));
  const { node_id, iteration } = address;
  const step = findStep(seen.run, node_id, iteration);
  if (!step) throw stepNotFound(node_id);
  if (step.status === 'skipped') return unavailable('The step was skipped, so its params were not rendered');
  if (step.pinned) return unavailable('The result of the step was given, so its params were not rendered');
  const text = await readExecutedDefinition(db, address.run_id);
  if (text === undefined) return unavailable('The definition that the run executed is not stored any more');
  const plan = await services.plans.get(text, caller.userId);
  const node = plan.graph.index(node_id);
  const trigger = plan.graph.index(seen.run.trigger_node_id);
  const type = services.nodeType(step.node_type);
  if (node === undefined || trigger === undefined || !type) throw stepNotFound(node_id);
  const params = plan.steps[node]?.node.params ?? {};
  // The params of a trigger are not rendered.
  if (type.execution.kind === 'input') return shown({ params, problems: [] });
  const rendering = new Rendering(services, { ...seen, plan, trigger, owner: caller.userId, signal });
  if (rendering.isPause(node, iteration)) return unavailable('The pause between two rounds has no params');
  try {
    return shown(await rendering.render(node, type, iteration));
  } catch (error) {
    if (error instanceof OutputCut || error instanceof ItemGone) return unavailable(error.message);
    if (error instanceof ThreadError && (error.reason === 'timeout' || error.reason === 'memory')) {
      return unavailable('Rendering the params again takes too long');
    }
    throw error;
  }
}

interface SeenRun {
  run: Run;
  workflowName: string;
  /** JSON. */
  variables: string;
}

async function readSeenRun({ database, limits }: StepParamsServices, caller: Caller, id: string): Promise<SeenRun> {
  const row = await requireSeenRun(database.query, caller, id, runs =>
    runs.select(['runs.variables', 'workflows.name as workflow_name']),
  );
  const run = await withSteps(database.query, limits, row);
  return { run, workflowName: row.workflow_name, variables: row.variables ?? '{}' };
}

/** An output that the templates use is not stored as a whole any more. */
class OutputCut extends Error {
  override readonly name = 'OutputCut';
}

/** The item that the templates saw was read from a file. */
class ItemGone extends Error {
  override readonly name = 'ItemGone';
}

interface RenderedRun extends SeenRun {
  plan: RunPlan;
  trigger: number;
  owner: string;
  signal: AbortSignal;
}

/** Builds the variables that the templates of a step saw, as JSON, and renders them. It follows `RunState`. */
class Rendering {
  readonly #services: StepParamsServices;
  readonly #rendered: RenderedRun;
  readonly #subgraph: ReachableSubgraph;

  constructor(services: StepParamsServices, rendered: RenderedRun) {
    this.#services = services;
    this.#rendered = rendered;
    this.#subgraph = rendered.plan.reachableFrom(rendered.trigger);
  }

  async render(node: number, type: NodeType, iteration: readonly number[]): Promise<ShownParams> {
    const { plan } = this.#rendered;
    // A credential may be called __proto__.
    const secrets: Record<string, Record<string, string>> = Object.create(null);
    for (const { credential, field } of plan.secretsOf(node)) {
      secrets[credential] = { ...secrets[credential], [field]: MASK };
    }
    const body = await this.#bodyVariables(node, iteration);
    const used = plan.usedBy(node);
    const context = await this.#context(used, node, iteration, { body, secrets: JSON.stringify(secrets) });
    return (await this.#evaluate('params', node, type, iteration, context)) as ShownParams;
  }

  /** Whether the step is the pause after a round, which has the id of its repeat. */
  isPause(node: number, iteration: readonly number[]): boolean {
    return iteration.length > this.#loopsAround(node).length;
  }

  async #context(
    used: readonly number[],
    node: number,
    iteration: readonly number[],
    { body, secrets = '{}' }: Variables,
  ): Promise<string> {
    const { run, plan, variables, workflowName } = this.#rendered;
    const views: string[] = [];
    for (const each of used) {
      const depth = this.#loopsAround(each).length;
      if (depth > iteration.length) continue;
      const step = findStep(run, plan.graph.id(each), iteration.slice(iteration.length - depth));
      if (step) views.push(`${JSON.stringify(step.node_id)}:${await this.#view(step)}`);
    }
    const links = Object.fromEntries(plan.calledSteps.map(called => [plan.graph.id(called), MASK]));
    const known = {
      workflow: { id: run.workflow_id, name: workflowName },
      run: { id: run.id, ...(plan.namesLinks(node) && { links }) },
      now: new Date(run.started_at ?? run.created.timestamp).toISOString(),
    };
    const members = JSON.stringify(known).slice(1, -1);
    const ofBody = Object.entries(body).map(([name, json]) => `,${JSON.stringify(name)}:${json}`);
    return (
      `{${members},"input":${run.input_json},"vars":${variables},"secrets":${secrets}${ofBody.join('')},` +
      `"steps":{${views.join(',')}}}`
    );
  }

  /** The step as templates saw it. The text of a step whose output is a text is that text. */
  async #view(step: Step): Promise<string> {
    const { status, text, error, file_ids } = step;
    const output = step.output_truncated ? await this.#readWholeOutput(step) : step.output_json;
    const facts = { success: status === 'success', status, error, file_ids, ...(!output.startsWith('"') && { text }) };
    return `{${JSON.stringify(facts).slice(1, -1)}${output === '' ? '' : `,"output":${output}`}}`;
  }

  /** The outputs of a run that failed stay in rows of their own for some days. */
  async #readWholeOutput({ node_id, iteration }: Step): Promise<string> {
    const { run } = this.#rendered;
    const row = await readOutputRow(this.#services.database.query, run.id, node_id, iteration);
    if (!row?.output || row.output_key !== null) {
      throw new OutputCut(
        `The output of the step '${node_id}' is stored only in part, so nothing can be rendered again`,
      );
    }
    return row.output;
  }

  /** Returns the variables of the loops around a step, built from the outermost loop inward. */
  async #bodyVariables(node: number, iteration: readonly number[]): Promise<BodyVariables> {
    const { plan } = this.#rendered;
    let body: BodyVariables = {};
    const around = this.#loopsAround(node).toReversed();
    for (const [depth, loop] of around.entries()) {
      const type = this.#services.nodeType(plan.steps[loop]?.node.type ?? '');
      if (!type) throw new Error('the loop has no type');
      const outer = iteration.slice(iteration.length - depth);
      const index = iteration[iteration.length - depth - 1] ?? 0;
      if (plan.isRepeat(loop)) {
        const last = await this.#lastBefore(index, { loop, type, outer, body });
        body = { ...body, round: String(index + 1), last };
        continue;
      }
      if (plan.readsSource(loop)) {
        throw new ItemGone(
          'The items of the loop were read one after the other and are not stored, so nothing can be rendered again',
        );
      }
      const context = await this.#context(plan.usedBy(loop), loop, outer, { body });
      const items = (await this.#evaluate('step', loop, type, outer, context)) as unknown[];
      const known = JSON.stringify({ item: items[index] ?? null, index, count: items.length });
      body = { ...body, loop: `${known.slice(0, -1)},"parent":${body.loop ?? 'null'}}` };
    }
    return body;
  }

  /** Returns the result of the round before, as JSON. It may depend on those of all rounds before. */
  async #lastBefore(round: number, { loop, type, outer, body }: OpenRepeat): Promise<string> {
    const { plan } = this.#rendered;
    const used = plan.usedByItem(loop, this.#subgraph.section(loop).members);
    let last = 'null';
    for (let index = 0; index < round; index++) {
      const inRound = { ...body, round: String(index + 1), last };
      const context = await this.#context(used, loop, [index, ...outer], { body: inRound });
      last = JSON.stringify((await this.#evaluate('item', loop, type, outer, context)) ?? null);
    }
    return last;
  }

  /** The loops around a step, the innermost first. */
  #loopsAround(node: number): number[] {
    const loops: number[] = [];
    for (let loop = this.#subgraph.innermostLoop(node); loop !== OUTSIDE; loop = this.#subgraph.innermostLoop(loop)) {
      loops.push(loop);
    }
    return loops;
  }

  async #evaluate(
    part: EvaluatedPart,
    node: number,
    type: NodeType,
    iteration: readonly number[],
    context: string,
  ): Promise<unknown> {
    const { run, plan, owner, signal } = this.#rendered;
    const input: EvaluationInput = {
      part,
      nodeType: type.type,
      params: plan.paramsText(node),
      context,
      seed: `${run.id} ${stepKey({ nodeId: plan.graph.id(node), iteration })}`,
      limitMs: fixedLimits.run.templateMs,
      nodeLimits: this.#services.nodeLimits,
    };
    const { value } = await this.#services.computeThreads.run<EvaluationOutput>(EVALUATION, input, {
      ...THREAD,
      owner,
      signal,
    });
    return value === undefined ? undefined : JSON.parse(value);
  }
}

/** What the bodies of loops and repeats see beside the rest, as JSON. */
type BodyVariables = Partial<Record<'loop' | 'round' | 'last', string>>;

interface OpenRepeat {
  loop: number;
  type: NodeType;
  /** The items of the loops around it. */
  outer: readonly number[];
  body: BodyVariables;
}

interface Variables {
  body: BodyVariables;
  /** JSON. */
  secrets?: string;
}

function readOutputRow(db: Query, runId: string, nodeId: string, iteration: readonly number[]) {
  return db
    .selectFrom('run_steps')
    .select(['output', 'output_key'])
    .where('run_id', '=', runId)
    .where('node_id', '=', nodeId)
    .where(sql<boolean>`iteration = ${[...iteration]}::integer[]`)
    .executeTakeFirst();
}

function unavailable(reason: string): schemas.StepParams {
  return { params_json: '', params_truncated: false, problems: [], unavailable: reason };
}

function showParams({ params, problems }: ShownParams, isForeign: boolean): schemas.StepParams {
  const visible = isForeign ? valueWithoutWorkingLinks({ params, problems }) : { params, problems };
  const { text, cut } = jsonHead(maskCredentials(visible.params), fixedLimits.run.list.paramsCharacters);
  return { params_json: text, params_truncated: cut, problems: visible.problems, unavailable: '' };
}
