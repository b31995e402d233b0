/** Which steps the params of a step name. Pure. */
import type { Params } from '../../engine/definition.ts';
import { isTemplate, type Texts, textsOf } from '../../engine/node-rules.ts';
import { isObject } from '../../platform/is-object.ts';
import type { TemplateCache } from '../../templates/template.ts';
import { TemplateError } from '../../templates/template.ts';

/** By id, or any. */
export type NamedSteps = ReadonlySet<string> | 'any';

export function namedSteps(params: Params, texts: Texts, templates: TemplateCache): NamedSteps {
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
