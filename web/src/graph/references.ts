/** The references of steps to other steps in their templates, by the parser that runs them. */
import { fieldTexts, isExpressionKind, isTemplate, type TextKind, type Texts } from '../../../src/engine/node-rules.ts';
import type { Reference } from '../../../src/templates/syntax/references.ts';
import { renameMembers } from '../../../src/templates/syntax/renaming.ts';
import { findSourceReferences } from '../../../src/templates/syntax/source-references.ts';
import { textsOf } from '../templates/node-rules.ts';
import type { GraphNode } from './definition.ts';

/** Rewrites the references in the params of a step, where `newIds` has a new id. Returns the same step without any. */
export function renameReferences(node: GraphNode, newIds: ReadonlyMap<string, string>): GraphNode {
  if (!node.params || newIds.size === 0) return node;
  const params = mapParamTexts(node.params, node.type, (text, kind) => renameInText(text, kind, newIds));
  return params === node.params ? node : { ...node, params };
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
  if (!isExpressionKind(kind) && !isTemplate(text)) return [];
  return findSourceReferences(text, syntaxOf(text, kind));
}

/** An expression may have braces around it, and is a template then. */
function syntaxOf(text: string, kind: TextKind): 'template' | 'expression' {
  return isExpressionKind(kind) && !text.trimStart().startsWith('{{') ? 'expression' : 'template';
}

/** Replaces every string of the params that is a template or an expression. Returns the same object without a change. */
function mapParamTexts<Value>(value: Value, type: string, map: (text: string, kind: TextKind) => string): Value {
  return mapTexts(value, textsOf(type), map) as Value;
}

function mapTexts(value: unknown, texts: Texts, map: (text: string, kind: TextKind) => string): unknown {
  if (texts === 'literal' || texts === 'schema' || texts === 'form schema') return value;
  if (typeof value === 'string') return typeof texts === 'string' ? map(value, texts) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const mapped = value.map(entry => mapTexts(entry, texts, map));
    return mapped.every((entry, index) => entry === value[index]) ? value : mapped;
  }
  const entries = Object.entries(value);
  const mapped = entries.map(([key, child]) => [key, mapTexts(child, fieldTexts(texts, key), map)] as const);
  return mapped.every(([, child], index) => child === entries[index]?.[1]) ? value : Object.fromEntries(mapped);
}
