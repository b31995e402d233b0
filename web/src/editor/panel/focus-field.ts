/** Where somebody begins to fill in a step, and how the focus comes into a field that is still being loaded. */
import { fieldKind } from '../../forms/field-kind.ts';
import type { JsonSchema } from '../../forms/json-schema.ts';
import { isObject } from '../../graph/definition.ts';
import { isSetting } from './setting-names.ts';

/**
 * Returns the first required param without a value, or else the first one without a value. Most triggers need nothing, and
 * whoever adds one goes on with the next step.
 */
export function firstEmptyParam(
  { properties = {}, required = [] }: JsonSchema,
  params: Readonly<Record<string, unknown>>,
  isTrigger: boolean,
): string | undefined {
  const empty = Object.entries(properties).flatMap(([name, schema]) => {
    // A check box that nobody ticked is an answer, and so is a default.
    const isAnswered = schema.default !== undefined || fieldKind(schema) === 'boolean';
    return isSetting(name) || isAnswered || !isEmpty(params[name]) ? [] : name;
  });
  return empty.find(name => required.includes(name)) ?? (isTrigger ? undefined : empty[0]);
}

export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

const TYPED = 'input:not([type="radio"]), textarea, [contenteditable="true"]';

/** Focuses a field as soon as its control is there, unless the returned function is called before. */
export function focusField(panel: HTMLElement, param: string): () => void {
  const focus = (): boolean => {
    const field = panel.querySelector(`[data-param="${CSS.escape(param)}"]`);
    const buttons = [...(field?.querySelectorAll('button') ?? [])];
    const control =
      field?.querySelector<HTMLElement>(TYPED) ??
      // A list has only a button at first. The switch to a template is beside the label.
      buttons.find(each => each.closest('[data-head]') === null);
    if (!field || !control) return false;
    field.scrollIntoView({ block: 'nearest' });
    control.focus();
    return true;
  };
  if (focus()) return () => {};
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(panel, { childList: true, subtree: true });
  return () => observer.disconnect();
}
