/** How the text of a field can be edited, by what the run does with it. */
import { isExpressionKind, type Texts } from '../../../src/engine/node-rules.ts';
import type { FieldKind } from './field-kind.ts';
import { isTemplateValue } from './literal.ts';

/** Whether a run renders the texts of the field, so that it may hold a template. */
export function mayBeTemplate(texts: Texts): boolean {
  return texts === 'template' || texts === 'item template';
}

export type FieldMode = 'plain' | 'template';

interface ModeOptions {
  readonly texts: Texts;
  readonly value: unknown;
  readonly kind: FieldKind;
  /** Whether there is anything to render templates with. */
  readonly hasTemplates: boolean;
  /** Whether the user has asked for a template. */
  readonly isWanted: boolean;
}

export function fieldMode({ texts, value, kind, hasTemplates, isWanted }: ModeOptions): FieldMode {
  if (!hasTemplates) return 'plain';
  if (isExpressionKind(texts)) return 'template';
  // The field for any JSON edits texts as templates by itself.
  if (!mayBeTemplate(texts) || kind === 'json') return 'plain';
  return isWanted || isTemplateValue(value) ? 'template' : 'plain';
}

/** The text of a plain field after a dropped value: texts keep what is there, other values are replaced. */
export function insertIntoPlain(value: unknown, kind: FieldKind, written: string): string {
  const isText = kind === 'text' || kind === 'long text';
  return isText && typeof value === 'string' ? value + written : written;
}

/** Completes `{{` that was just typed into a plain field, and tells where the caret belongs in the template. */
export function continueAsTemplate(text: string): { text: string; caret: number } {
  const opened = /\{\{\s*$/.exec(text);
  if (!opened) return { text, caret: text.length };
  const start = `${text.slice(0, opened.index)}{{ `;
  return { text: `${start} }}`, caret: start.length };
}
