/** Values of variables as people type them. PURE. */

import type { VariableType } from '../../../src/variables/schemas.ts';
import * as words from '../texts/common.ts';
import { valueField as texts } from '../texts/variables.ts';

export type ReadValue = { readonly value: unknown } | { readonly problem: string };

export const VARIABLE_TYPES = ['text', 'number', 'boolean', 'json'] as const satisfies readonly VariableType[];

/** What the field of a value shows. */
export function toTyped(type: VariableType, value: unknown): string {
  if (type === 'json') return JSON.stringify(value, null, 2) ?? '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

export function readTyped(type: VariableType, typed: string): ReadValue {
  if (type === 'text') return { value: typed };
  if (type === 'boolean') return { value: typed === 'true' };
  if (type === 'number') {
    const number = Number(typed);
    return typed.trim() !== '' && Number.isFinite(number) ? { value: number } : { problem: texts.notANumber };
  }
  try {
    return { value: JSON.parse(typed) };
  } catch {
    return { problem: words.notJson };
  }
}

/** What was typed stays where another type can read it. */
export function retype(type: VariableType, typed: string): string {
  if (type === 'boolean') return /^(true|yes|1)$/i.test(typed.trim()) ? 'true' : 'false';
  return typed;
}

/** One line that shows a value in a list. */
export function toLine(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS)}…` : text;
}

const LINE_CHARACTERS = 200;
