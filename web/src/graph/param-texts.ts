/**
 * Which strings of a step's params are templates, expressions without braces, or plain text. The catalog does not say
 * it, so it is repeated here; a test compares it with the node types.
 */
import { fieldTexts, type TextKind, type Texts } from '../../../src/engine/node-rules.ts';

export type { TextKind, Texts };

const TEXTS: Readonly<Record<string, Texts>> = {
  'trigger.manual': { input_schema: 'schema' },
  'trigger.schedule': 'literal',
  'trigger.webhook': 'literal',
  'trigger.booster_record': 'literal',
  'trigger.booster_file': 'literal',
  'assistant.run': { output_schema: 'schema' },
  'human.approval': { form_schema: 'form schema' },
  condition: { expression: 'expression' },
  switch: { cases: { name: 'literal', expression: 'expression' } },
  'ai.choice': { options: { name: 'literal' } },
  loop: { items: 'expression', collect: 'item template' },
};

export function paramTexts(type: string): Texts {
  return Object.hasOwn(TEXTS, type) ? (TEXTS[type] ?? 'template') : 'template';
}

/** Returns the kind of the strings in one param of a node type. */
export function textsOf(type: string, param: string): Texts {
  return fieldTexts(paramTexts(type), param);
}

/** Replaces every string of the params that is a template or an expression. Returns the same object without a change. */
export function mapParamTexts<Value>(value: Value, type: string, map: (text: string, kind: TextKind) => string): Value {
  return mapTexts(value, paramTexts(type), map) as Value;
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
