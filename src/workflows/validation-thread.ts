/** Validates a large definition in a thread. */

import { sourceKey } from '../code/syntax.ts';
import type { RunnableWorkflow } from '../engine/details.ts';
import type { UsableCredentials } from '../engine/secrets.ts';
import { NodeTypes, type ParamIssue, validateParams } from '../engine/validation.ts';
import { createNodeRegistry } from '../nodes/registry.ts';
import { createTemplateCache } from '../templates/template.ts';
import { scheduleProblem } from './triggers.ts';
import type { WorkflowLimits } from './workflow-limits.ts';

export interface ValidationInput {
  /** The definition as JSON. */
  definition: string;
  /** Maps the names of tools to whether they exist. */
  tools: ReadonlyMap<string, 'yes' | 'no' | 'maybe'>;
  assistants: ReadonlySet<string>;
  panels: ReadonlySet<string>;
  credentials: UsableCredentials;
  workflows: ReadonlyMap<string, RunnableWorkflow>;
  variables: ReadonlySet<string> | undefined;
  /** What is wrong with code, by `sourceKey`. */
  codeProblems: ReadonlyMap<string, string>;
  limits: WorkflowLimits;
}

export default function validate({
  definition,
  tools,
  assistants,
  panels,
  credentials,
  workflows,
  variables,
  codeProblems,
  limits,
}: ValidationInput): ParamIssue[] {
  return validateParams(JSON.parse(definition), {
    nodeTypes: new NodeTypes(Object.values(createNodeRegistry(limits))),
    templates: createTemplateCache({ entries: 0, maxSourceCharacters: limits.templateCharacters }),
    knowsTool: name => tools.get(name) ?? 'no',
    assistants,
    panels,
    variables,
    credentials,
    workflows,
    scheduleProblem: (cron, timezone, days) => scheduleProblem(cron, timezone, { days, shortest: limits }),
    sourceProblem: source => codeProblems.get(sourceKey(source)),
    limits,
  });
}
