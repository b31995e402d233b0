/** Finds the steps and variables that the params of a step refer to. Pure. */
import type { Params } from '../../engine/definition.ts';
import { fieldTexts, isExpressionKind, isTemplate, type Texts } from '../../engine/node-rules.ts';
import { isObject } from '../../platform/is-object.ts';
import type { TemplateCache } from '../../templates/template.ts';
import { TemplateError } from '../../templates/template.ts';

/** The ids of steps or the names of variables, or 'any' when a template computes one. */
export type Names = ReadonlySet<string> | 'any';

export interface NamedValues {
  steps: Names;
  variables: Names;
}

export function findNamedValues(params: Params, texts: Texts, templates: TemplateCache): NamedValues {
  const steps = new NameCollector();
  const variables = new NameCollector();

  function visit(value: unknown, kind: Texts): void {
    if (typeof value === 'string') visitText(value, kind);
    else if (Array.isArray(value)) for (const element of value) visit(element, kind);
    else if (isObject(value)) {
      for (const [field, inner] of Object.entries(value)) visit(inner, fieldTexts(kind, field));
    }
  }

  function visitText(text: string, kind: Texts): void {
    const isExpression = isExpressionKind(kind);
    if (!isExpression && (!isTemplate(text) || (typeof kind === 'string' && !/template/.test(kind)))) return;
    for (const { root, path } of findReferences(text, isExpression)) {
      if (root === 'steps') steps.add(path[0]);
      else if (root === 'vars') variables.add(path[0]);
    }
  }

  function findReferences(text: string, isExpression: boolean) {
    try {
      return (isExpression ? templates.expression(text) : templates.template(text)).references;
    } catch (error) {
      // The evaluation of the template reports the error.
      if (error instanceof TemplateError) return [];
      throw error;
    }
  }

  visit(params, texts);
  return { steps: steps.names, variables: variables.names };
}

/** Combines the names of several steps. */
export function joinNames(all: readonly Names[]): Names {
  const joined = new Set<string>();
  for (const names of all) {
    if (names === 'any') return 'any';
    for (const name of names) joined.add(name);
  }
  return joined;
}

class NameCollector {
  readonly #names = new Set<string>();
  #isAny = false;

  /** Without a name that is known before the evaluation, any may be meant. */
  add(name: string | number | undefined): void {
    if (typeof name === 'string') this.#names.add(name);
    else this.#isAny = true;
  }

  get names(): Names {
    return this.#isAny ? 'any' : this.#names;
  }
}
