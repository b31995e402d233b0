/** An assistant while somebody edits it. PURE. */
import type { Assistant, AssistantCreation, AssistantUpdate } from '../api/assistants.ts';

/** What can be edited. */
export interface AssistantForm {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly model: string | null;
  readonly tools: readonly string[];
  readonly sharing: readonly Assistant['sharing'][number][];
  readonly group_sharing: readonly Assistant['group_sharing'][number][];
}

export const EMPTY_FORM: AssistantForm = {
  name: '',
  description: '',
  instructions: '',
  model: null,
  tools: [],
  sharing: [],
  group_sharing: [],
};

export function toForm(assistant: Assistant): AssistantForm {
  const { name, description, instructions, model, tools, sharing, group_sharing } = assistant;
  return { name, description, instructions, model, tools, sharing, group_sharing };
}

export function toCreation(form: AssistantForm): AssistantCreation {
  const { tools, sharing, group_sharing, ...rest } = form;
  return {
    ...rest,
    name: form.name.trim(),
    tools: [...tools],
    sharing: [...sharing],
    group_sharing: [...group_sharing],
  };
}

/** Only what was changed: somebody else may change other things at the same time. */
export function findChanges(id: string, before: AssistantForm, after: AssistantForm): AssistantUpdate {
  const creation = toCreation(after);
  const changed = Object.entries(creation).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof AssistantForm]),
  );
  return { id, ...Object.fromEntries(changed) };
}

export function isChanged(before: AssistantForm, after: AssistantForm): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** Turns a tool on or off, and keeps the order in which tools were chosen. */
export function toggleTool(tools: readonly string[], name: string): string[] {
  return tools.includes(name) ? tools.filter(each => each !== name) : [...tools, name];
}
