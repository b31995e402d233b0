/** Definitions made ready to run, kept by their text: most runs are of a definition that was run just before. */
import { isObject, type Params } from '../engine/definition.ts';
import { isTemplate, type Texts, textsOf } from '../engine/node-rules.ts';
import { Plan } from '../engine/plan.ts';
import type { NodeTypes } from '../engine/validation.ts';
import { TemplateError } from '../templates/template.ts';
import type { TemplateCache } from '../templates/template-cache.ts';

/** The steps that a node's params name: by id, or any. */
type NamedSteps = ReadonlySet<string> | 'any';

export class RunPlan extends Plan {
  readonly text: string;
  readonly #templates: TemplateCache;
  readonly #used = new Map<number, readonly number[]>();
  readonly #collected = new Map<number, readonly number[]>();
  readonly #paramsTexts = new Map<number, string>();
  /** What took too long on the event loop, by whoever evaluates it. */
  readonly slow = new Set<string>();

  constructor(text: string, types: NodeTypes, templates: TemplateCache) {
    super(JSON.parse(text), types);
    this.text = text;
    this.#templates = templates;
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
    const named = namedSteps(step.node.params, step.rules?.texts ?? 'template', this.#templates);
    return visible.filter(other => named === 'any' || named.has(this.graph.id(other)));
  }
}

export interface RunPlans {
  /** Of a valid definition. */
  of(text: string): RunPlan;
  /** Whether it was found valid before, and names nothing that one user may use and another not. */
  isValidForAnyone(text: string): boolean;
  markValidForAnyone(text: string): void;
}

/** Kept plans, in characters of their definitions. */
const KEPT_CHARACTERS = 20_000_000;

export function createRunPlans(types: NodeTypes, templates: TemplateCache): RunPlans {
  const kept = new Map<string, RunPlan>();
  const valid = new WeakSet<RunPlan>();
  let characters = 0;
  const plans: RunPlans = {
    isValidForAnyone(text) {
      const plan = kept.get(text);
      return plan !== undefined && valid.has(plan);
    },
    markValidForAnyone(text) {
      valid.add(plans.of(text));
    },
    of(text) {
      const found = kept.get(text);
      if (found) {
        kept.delete(text);
        kept.set(text, found);
        return found;
      }
      const plan = new RunPlan(text, types, templates);
      kept.set(text, plan);
      characters += text.length;
      for (const oldest of kept.keys()) {
        if (characters <= KEPT_CHARACTERS || oldest === text) break;
        kept.delete(oldest);
        characters -= oldest.length;
      }
      return plan;
    },
  };
  return plans;
}

function namedSteps(params: Params, texts: Texts, templates: TemplateCache): NamedSteps {
  const ids = new Set<string>();
  let any = false;

  function visit(value: unknown, kind: Texts): void {
    if (typeof value === 'string') visitText(value, kind);
    else if (Array.isArray(value)) for (const element of value) visit(element, kind);
    else if (isObject(value)) {
      for (const [field, inner] of Object.entries(value)) visit(inner, textsOf(kind, field));
    }
  }

  function visitText(text: string, kind: Texts): void {
    const isExpression = kind === 'expression';
    if (!isExpression && (!isTemplate(text) || (typeof kind === 'string' && !/template/.test(kind)))) return;
    for (const { root, path } of referencesOf(text, isExpression)) {
      if (root !== 'steps') continue;
      const [id] = path;
      if (typeof id === 'string') ids.add(id);
      else any = true;
    }
  }

  function referencesOf(text: string, isExpression: boolean) {
    try {
      return (isExpression ? templates.expression(text) : templates.template(text)).references;
    } catch (error) {
      if (error instanceof TemplateError) return []; // told when it is evaluated
      throw error;
    }
  }

  visit(params, texts);
  return any ? 'any' : ids;
}
