/** Changes the templates and expressions in the params of a step. */
import { fieldTexts, type TextKind, type Texts } from '../../../src/engine/node-rules.ts';
import { textsOf } from '../templates/node-rules.ts';

export type { TextKind };

/** Replaces every string of the params that is a template or an expression. Returns the same object without a change. */
export function mapParamTexts<Value>(value: Value, type: string, map: (text: string, kind: TextKind) => string): Value {
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
