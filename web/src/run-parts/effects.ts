/** Which steps of a definition reach out of a run. PURE. */
import type { Definition } from '../graph/definition.ts';
import { readStructure } from './structure.ts';

/** The types whose steps do something that can not be taken back. A test compares this with the node types. */
export const EFFECT_TYPES: ReadonlySet<string> = new Set([
  'tool.call',
  'assistant.run',
  'workflow.run',
  'http.request',
  'notify',
  'file.to_text',
  'event.send',
  'message.send',
  'webhook.reply',
  'human.approval',
  'wait',
  'ai.condition',
  'ai.choice',
]);

/** Which part of a draft is run. */
export type RunPart = { kind: 'all' } | { kind: 'until' | 'only'; nodeId: string };

/** The steps with effects that may be executed, in order. Pinned steps are not executed. */
export function effectsOf(definition: Definition, part: RunPart): string[] {
  const pins = definition.editor?.pins ?? {};
  const isEffect = (id: string) =>
    !Object.hasOwn(pins, id) && EFFECT_TYPES.has(definition.nodes.find(node => node.id === id)?.type ?? '');
  if (part.kind === 'only') return [part.nodeId].filter(isEffect);
  const structure = readStructure(definition);
  if (part.kind === 'all') return structure.order.filter(isEffect);
  const isBefore = (id: string) => id === part.nodeId || structure.behind(id).includes(part.nodeId);
  return structure.order.filter(id => isEffect(id) && isBefore(id));
}
