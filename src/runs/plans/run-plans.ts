/** Definitions made ready to run, kept by their text: most runs are of a definition that was run just before. */
import { Plan } from '../../engine/plan.ts';
import type { NodeTypes } from '../../engine/validation.ts';
import type { NodeLimits } from '../../nodes/node.ts';
import type { Threads } from '../../platform/threads/threads.ts';
import type { TemplateCache } from '../../templates/template.ts';
import { type NamedSteps, namedSteps } from './named-steps.ts';
import type { PlanInput } from './plan-thread.ts';

export class RunPlan extends Plan {
  readonly text: string;
  readonly #templates: TemplateCache;
  /** By step, where a thread has found it out. */
  readonly #namedByStep: readonly NamedSteps[] | undefined;
  readonly #used = new Map<number, readonly number[]>();
  readonly #collected = new Map<number, readonly number[]>();
  readonly #paramsTexts = new Map<number, string>();
  /** What took too long on the event loop, by whoever evaluates it. */
  readonly slow = new Set<string>();

  constructor(text: string, types: NodeTypes, templates: TemplateCache, namedByStep?: readonly NamedSteps[]) {
    super(JSON.parse(text), types);
    this.text = text;
    this.#templates = templates;
    this.#namedByStep = namedByStep;
  }

  /** Whether compiling its templates would hold up the event loop. */
  isLarge(node: number): boolean {
    return this.#namedByStep !== undefined && this.paramsText(node).length > LARGE_PARAMS_CHARACTERS;
  }

  /** The steps before a step whose results its params name. */
  usedBy(node: number): readonly number[] {
    let used = this.#used.get(node);
    if (!used) {
      used = this.#named(node, this.ancestors(node).members());
      this.#used.set(node, used);
    }
    return used;
  }

  /** What is collected of an item sees the steps of the body as well. */
  usedByItem(loop: number, body: readonly number[]): readonly number[] {
    let used = this.#collected.get(loop);
    if (!used) {
      used = this.#named(loop, [...this.ancestors(loop).members(), ...body]);
      this.#collected.set(loop, used);
    }
    return used;
  }

  /** The params of a step as JSON, for a thread. */
  paramsText(node: number): string {
    let text = this.#paramsTexts.get(node);
    if (text === undefined) {
      text = JSON.stringify(this.steps[node]?.node.params ?? {});
      this.#paramsTexts.set(node, text);
    }
    return text;
  }

  #named(node: number, visible: readonly number[]): number[] {
    const step = this.steps[node];
    if (!step) return [];
    const named =
      this.#namedByStep?.[node] ?? namedSteps(step.node.params, step.rules?.texts ?? 'template', this.#templates);
    return visible.filter(other => named === 'any' || named.has(this.graph.id(other)));
  }
}

/** A definition with fewer characters has its templates compiled on the event loop, in a few milliseconds each. */
const LARGE_CHARACTERS = 50_000;
const LARGE_PARAMS_CHARACTERS = 5_000;

export interface RunPlans {
  /** Of a valid definition. A large one that is new is analysed in a thread on behalf of the owner. */
  of(text: string, owner: string): RunPlan | Promise<RunPlan>;
  /** Whether it was found valid before, and names nothing that one user may use and another not. */
  isValidForAnyone(text: string): boolean;
  markValidForAnyone(plan: RunPlan): void;
}

export interface RunPlansOptions {
  types: NodeTypes;
  templates: TemplateCache;
  threads: Threads;
  limits: NodeLimits & { readonly templateCharacters: number };
}

/** Kept plans, in characters of their definitions. */
const KEPT_CHARACTERS = 20_000_000;
const ANALYSIS = new URL('./plan-thread.ts', import.meta.url);
const ANALYSIS_MS = 60_000;
const ANALYSIS_MB = 512;

export function createRunPlans({ types, templates, threads, limits }: RunPlansOptions): RunPlans {
  const kept = new Map<string, RunPlan>();
  const valid = new WeakSet<RunPlan>();
  let characters = 0;

  function keep(plan: RunPlan): RunPlan {
    const { text } = plan;
    if (!kept.has(text)) characters += text.length;
    kept.set(text, plan);
    for (const oldest of kept.keys()) {
      if (characters <= KEPT_CHARACTERS || oldest === text) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    return plan;
  }

  async function analyse(text: string, owner: string): Promise<RunPlan> {
    const input: PlanInput = { definition: text, limits, templateCharacters: limits.templateCharacters };
    const options = { owner, timeoutMs: ANALYSIS_MS, memoryMb: ANALYSIS_MB };
    const named = await threads.run<NamedSteps[]>(ANALYSIS, input, options);
    return keep(new RunPlan(text, types, templates, named));
  }

  return {
    isValidForAnyone(text) {
      const plan = kept.get(text);
      return plan !== undefined && valid.has(plan);
    },
    markValidForAnyone: plan => void valid.add(plan),
    of(text, owner) {
      const found = kept.get(text);
      if (!found)
        return text.length > LARGE_CHARACTERS ? analyse(text, owner) : keep(new RunPlan(text, types, templates));
      kept.delete(text);
      kept.set(text, found);
      return found;
    },
  };
}
