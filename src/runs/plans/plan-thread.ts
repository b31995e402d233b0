/** Finds in a thread which steps and variables the templates of a large definition refer to, because it has to compile all of them. */
import { readDefinition } from '../../engine/definition.ts';
import { readSteps } from '../../engine/steps.ts';
import { NodeTypes } from '../../engine/validation.ts';
import type { NodeLimits } from '../../nodes/node.ts';
import { createNodeRegistry } from '../../nodes/registry.ts';
import { createTemplateCache } from '../../templates/template.ts';
import { findNamedValues, type NamedValues } from './named-steps.ts';

export interface PlanInput {
  /** JSON. */
  definition: string;
  limits: NodeLimits;
  templateCharacters: number;
}

export default function analyse({ definition, limits, templateCharacters }: PlanInput): NamedValues[] {
  const nodeTypes = new NodeTypes(Object.values(createNodeRegistry(limits)));
  const templates = createTemplateCache({ entries: 0, maxSourceCharacters: templateCharacters });
  const steps = readSteps(readDefinition(JSON.parse(definition)), nodeTypes);
  return steps.map(({ node, rules }) => findNamedValues(node.params, rules?.texts ?? 'template', templates));
}
