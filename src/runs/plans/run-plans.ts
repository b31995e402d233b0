/** Caches the plans of definitions by their text, because most runs execute a definition that was executed just before. */
import { Plan } from '../../engine/plan.ts';
import { findNamedSecrets, type NamedSecret } from '../../engine/secrets.ts';
import { readSettings } from '../../engine/settings.ts';
import type { NodeTypes } from '../../engine/validation.ts';
import type { NodeLimits } from '../../nodes/node.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { WeightedCache } from '../../platform/weighted-cache.ts';
import type { TemplateCache } from '../../templates/template.ts';
import { mayUseVariables } from '../../variables/reading.ts';
import { type InputSchema, readInputSchema } from './input-schema.ts';
import { findNamedValues, joinNames, type NamedValues, type Names } from './named-steps.ts';
import type { PlanInput } from './plan-thread.ts';

export class RunPlan extends Plan {
  readonly text: string;
  readonly #templates: TemplateCache;
  /** What a thread found out for each step. Undefined when the definition is small. */
  readonly #namedByStep: readonly NamedValues[] | undefined;
  readonly #usedByStep = new Map<number, readonly number[]>();
  readonly #usedByItem = new Map<number, readonly number[]>();
  readonly #paramsTexts = new Map<number, string>();
  #variables: Names | null | undefined;
  #calledSteps: readonly number[] | undefined;
  #labels: Readonly<Record<string, string>> | null | undefined;
  readonly #secretsByStep = new Map<number, readonly NamedSecret[]>();
  readonly #inputSchemas = new Map<number, InputSchema | undefined>();
  /** The keys of evaluations that took too long on the event loop. `step-evaluator.ts` uses it. */
  readonly slow = new Set<string>();

  constructor(text: string, types: NodeTypes, templates: TemplateCache, namedByStep?: readonly NamedValues[]) {
    super(JSON.parse(text), types);
    this.text = text;
    this.#templates = templates;
    this.#namedByStep = namedByStep;
  }

  /** Whether compiling the templates of the step would block the event loop. */
  isLarge(node: number): boolean {
    return this.#namedByStep !== undefined && this.paramsText(node).length > LARGE_PARAMS_CHARACTERS;
  }

  /** The earlier steps whose results the params of a step refer to. */
  usedBy(node: number): readonly number[] {
    let used = this.#usedByStep.get(node);
    if (!used) {
      used = this.#resolveNames(node, this.ancestors(node).members());
      this.#usedByStep.set(node, used);
    }
    return used;
  }

  /** The steps that the `collect` of a loop refers to. It also sees the steps in the body of the loop. */
  usedByItem(loop: number, body: readonly number[]): readonly number[] {
    let used = this.#usedByItem.get(loop);
    if (!used) {
      used = this.#resolveNames(loop, [...this.ancestors(loop).members(), ...body]);
      this.#usedByItem.set(loop, used);
    }
    return used;
  }

  /** The secrets that the params of a step name, if it is one that may send them. */
  secretsOf(node: number): readonly NamedSecret[] {
    let secrets = this.#secretsByStep.get(node);
    if (!secrets) {
      const step = this.steps[node];
      secrets = step?.rules?.sendsSecrets ? findNamedSecrets(step.node.params) : [];
      this.#secretsByStep.set(node, secrets);
    }
    return secrets;
  }

  /** The schema that a trigger has for its input, if any. */
  inputSchema(node: number): InputSchema | undefined {
    let schema = this.#inputSchemas.get(node);
    if (schema === undefined && !this.#inputSchemas.has(node)) {
      schema = readInputSchema(this.steps[node]?.node.params ?? {});
      this.#inputSchemas.set(node, schema);
    }
    return schema;
  }

  /** The steps that wait for a call, if any template may name their URLs. In most definitions there are none. */
  get calledSteps(): readonly number[] {
    this.#calledSteps ??= LINKS.test(this.text)
      ? this.steps.flatMap(({ node, rules }, index) => (rules?.isCalled?.(node.params) ? index : []))
      : [];
    return this.#calledSteps;
  }

  /** Whether the params of a step may name URLs of steps that wait for a call. */
  namesLinks(node: number): boolean {
    return this.calledSteps.length > 0 && LINKS.test(this.paramsText(node));
  }

  /** The variables that the templates of all steps refer to. Null when there are none. */
  get variables(): Names | null {
    if (this.#variables === undefined) this.#variables = this.#findVariables();
    return this.#variables;
  }

  /** The expressions of the labels that runs of the definition get. Null when there are none. */
  get labels(): Readonly<Record<string, string>> | null {
    if (this.#labels === undefined) {
      this.#labels = (this.text.includes('"labels"') && readSettings(JSON.parse(this.text)).labels) || null;
    }
    return this.#labels;
  }

  #findVariables(): Names | null {
    if (!mayUseVariables(this.text)) return null;
    const names = joinNames(this.steps.map((_, node) => this.#findNames(node).variables));
    return names === 'any' || names.size > 0 ? names : null;
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

  #resolveNames(node: number, visible: readonly number[]): number[] {
    const { steps: named } = this.#findNames(node);
    return visible.filter(other => named === 'any' || named.has(this.graph.id(other)));
  }

  #findNames(node: number): NamedValues {
    const { node: { params = {} } = {}, rules } = this.steps[node] ?? {};
    return this.#namedByStep?.[node] ?? findNamedValues(params, rules?.texts ?? 'template', this.#templates);
  }
}

const LINKS = /\blinks\b/;

/** A definition with fewer characters has its templates compiled on the event loop, in a few milliseconds each. */
const LARGE_CHARACTERS = 50_000;
const LARGE_PARAMS_CHARACTERS = 5_000;

export interface RunPlans {
  /** Returns the plan of a valid definition. A thread analyses a large definition that is not cached. */
  get(text: string, owner: string): RunPlan | Promise<RunPlan>;
  /** Whether the definition was found valid before, and uses nothing that only some users may use. */
  isValidForAnyone(text: string): boolean;
  markValidForAnyone(plan: RunPlan): void;
}

interface RunPlansOptions {
  types: NodeTypes;
  templates: TemplateCache;
  threads: ThreadPool;
  limits: NodeLimits & { readonly templateCharacters: number };
}

/** The size of the cache, in characters of definitions. */
const CACHED_CHARACTERS = 20_000_000;
const ANALYSIS = new URL('./plan-thread.ts', import.meta.url);
const ANALYSIS_MS = 60_000;
const ANALYSIS_MB = 512;

export function createRunPlans({ types, templates, threads, limits }: RunPlansOptions): RunPlans {
  const cached = new WeightedCache<string, RunPlan>({ most: CACHED_CHARACTERS, weigh: ({ text }) => text.length });
  const valid = new WeakSet<RunPlan>();

  async function analyse(text: string, owner: string): Promise<RunPlan> {
    const input: PlanInput = { definition: text, limits, templateCharacters: limits.templateCharacters };
    const options = { owner, timeoutMs: ANALYSIS_MS, memoryMb: ANALYSIS_MB };
    const named = await threads.run<NamedValues[]>(ANALYSIS, input, options);
    return cached.add(text, new RunPlan(text, types, templates, named));
  }

  return {
    isValidForAnyone(text) {
      const plan = cached.peek(text);
      return plan !== undefined && valid.has(plan);
    },
    markValidForAnyone: plan => void valid.add(plan),
    get(text, owner) {
      const found = cached.get(text);
      if (found) return found;
      if (text.length > LARGE_CHARACTERS) return analyse(text, owner);
      return cached.add(text, new RunPlan(text, types, templates));
    },
  };
}
