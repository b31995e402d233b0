/**
 * Finds the variables of a source without the values and filters of the language, so that the console can load it
 * without the interpreter. A name that is no filter is an error only for those who evaluate the source.
 */
import type { Language } from './expression-parser.ts';
import { parseExpression, parseTemplate } from './parser.ts';
import { collectReferences, type Reference } from './references.ts';

const anyName = { has: () => true };
const LANGUAGE: Language = { filters: anyName, tests: anyName, createFloat: value => value };

/** Returns none for a source that does not parse: its author sees the error anyway. */
export function findSourceReferences(source: string, syntax: 'template' | 'expression'): readonly Reference[] {
  try {
    if (syntax === 'template') return collectReferences(parseTemplate(source, LANGUAGE), new Set());
    const value = parseExpression(source, LANGUAGE);
    return collectReferences([{ kind: 'print', line: value.line, value }], new Set());
  } catch {
    return [];
  }
}
