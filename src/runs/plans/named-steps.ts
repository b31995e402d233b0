/** Finds the steps that the params of a step refer to. Pure. */
import type { Params } from '../../engine/definition.ts';
import { fieldTexts, isTemplate, type Texts } from '../../engine/node-rules.ts';
import { isObject } from '../../platform/is-object.ts';
import type { TemplateCache } from '../../templates/template.ts';
import { TemplateError } from '../../templates/template.ts';

/** The ids of the steps, or 'any' when a template computes the id. */
export type NamedSteps = ReadonlySet<string> | 'any';

export function findNamedSteps(params: Params, texts: Texts, templates: TemplateCache): NamedSteps {
  const ids = new Set<string>();
  let any = false;

  function visit(value: unknown, kind: Texts): void {
    if (typeof value === 'string') visitText(value, kind);
    else if (Array.isArray(value)) for (const element of value) visit(element, kind);
    else if (isObject(value)) {
      for (const [field, inner] of Object.entries(value)) visit(inner, fieldTexts(kind, field));
    }
  }

  function visitText(text: string, kind: Texts): void {
    const isExpression = kind === 'expression';
    if (!isExpression && (!isTemplate(text) || (typeof kind === 'string' && !/template/.test(kind)))) return;
    for (const { root, path } of findReferences(text, isExpression)) {
      if (root !== 'steps') continue;
      const [id] = path;
      if (typeof id === 'string') ids.add(id);
      else any = true;
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
  return any ? 'any' : ids;
}
