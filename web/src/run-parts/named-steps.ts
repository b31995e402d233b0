/** Which steps the params of a step name, so that only their outputs are read. PURE. */
import { type Definition, findNode } from '../graph/definition.ts';
import type { StepScope } from '../templates/scope.ts';

/** May return more than necessary, and never less: a name anywhere in the texts counts. */
export function stepsToRead(
  definition: Definition,
  scope: Pick<StepScope, 'steps' | 'loops'>,
  params: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const loopItems = scope.loops.map(id => findNode(definition, id)?.params?.items ?? '');
  const texts = JSON.stringify([params, loopItems]);
  return new Set(scope.steps.flatMap(({ id }) => (texts.includes(id) ? id : [])));
}
