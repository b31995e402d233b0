import type { Budget } from '../budget.ts';
import { toText } from './printing.ts';
import { Markup, type Value } from './values.ts';

/** HTML-safe text of any value; what is marked as HTML already stays as it is. */
export function escapeHtml(value: Value, budget: Budget): string {
  return value instanceof Markup ? value.text : escapeText(toText(value, budget), budget);
}

export function escapeText(text: string, budget: Budget): string {
  budget.scan(text.length);
  if (!/[&<>'"]/.test(text)) return text;
  budget.allocate(text.length);
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('>', '&gt;')
    .replaceAll('<', '&lt;')
    .replaceAll("'", '&#39;')
    .replaceAll('"', '&#34;');
  budget.allocate(escaped.length);
  return escaped;
}
