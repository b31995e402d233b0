/** The references of steps to other steps in their templates, by the parser that runs them. */
import { isTemplate } from '../../../src/engine/node-rules.ts';
import type { Reference } from '../../../src/templates/syntax/references.ts';
import { renameMembers } from '../../../src/templates/syntax/renaming.ts';
import { findSourceReferences } from '../../../src/templates/syntax/source-references.ts';
import type { GraphNode } from './definition.ts';
import { mapParamTexts, type TextKind } from './param-texts.ts';

/** Rewrites the references in the params of a step, where `newIds` has a new id. Returns the same step without any. */
export function renameReferences(node: GraphNode, newIds: ReadonlyMap<string, string>): GraphNode {
  if (!node.params || newIds.size === 0) return node;
  const params = mapParamTexts(node.params, node.type, (text, kind) => renameInText(text, kind, newIds));
  return params === node.params ? node : { ...node, params };
}

/** Returns the ids of the steps that a step refers to. */
export function referencedSteps(node: GraphNode): ReadonlySet<string> {
  const ids = new Set<string>();
  mapParamTexts(node.params ?? {}, node.type, (text, kind) => {
    for (const { root, path } of findReferences(text, kind)) {
      if (root === 'steps' && typeof path[0] === 'string') ids.add(path[0]);
    }
    return text;
  });
  return ids;
}

function renameInText(text: string, kind: TextKind, newIds: ReadonlyMap<string, string>): string {
  // Most texts name no step at all, and need no parser to know it.
  const variables = ['steps', 'run.links'].filter(name => text.includes(name.slice(-5)));
  return variables.reduce((renamed, variable) => {
    const references = findReferences(renamed, kind);
    return renameMembers(renamed, syntaxOf(renamed, kind), references, variable, id => newIds.get(id));
  }, text);
}

function findReferences(text: string, kind: TextKind): readonly Reference[] {
  if (kind !== 'expression' && !isTemplate(text)) return [];
  return findSourceReferences(text, syntaxOf(text, kind));
}

/** An expression may have braces around it, and is a template then. */
function syntaxOf(text: string, kind: TextKind): 'template' | 'expression' {
  return kind === 'expression' && !text.trimStart().startsWith('{{') ? 'expression' : 'template';
}
