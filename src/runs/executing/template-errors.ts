/** Tells the author of a workflow which param and which expression of it an error is about. */
import type { Params } from '../../engine/definition.ts';
import { formatPath } from '../../engine/node-types.ts';
import { isObject } from '../../platform/is-object.ts';
import { TemplateError, TemplateTimeout } from '../../templates/template.ts';

/** Authors find a long expression by its beginning. */
const SHOWN_CHARACTERS = 80;

/**
 * Returns the error of a template with its place before its message: `params.data.total: {{ input.a }}: ...`. The place
 * is looked for only now, because templates that do not fail should not pay for it. Where the same text stands twice,
 * both places fail alike, and the first one is named. Other errors stay as they are.
 */
export function nameTemplate(error: unknown, params: Params, source: string): unknown {
  if (!(error instanceof TemplateError)) return error;
  const path = findText(params, source, ['params']);
  const expression = shorten(findExpression(source, error.line));
  const place = path ? `${shorten(formatPath(path))}: ` : '';
  const Kind = error instanceof TemplateTimeout ? TemplateTimeout : TemplateError;
  return new Kind(`${place}${expression}: ${error.message}`, error.line);
}

function findText(value: unknown, text: string, path: readonly string[]): readonly string[] | undefined {
  if (value === text) return path;
  const entries = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [key, inner] of entries) {
    const found = findText(inner, text, [...path, String(key)]);
    if (found) return found;
  }
  return undefined;
}

/**
 * Finds the expression that failed, or all of its line. The text around expressions stays out of errors, which more people
 * read than definitions. The lines of an error count from 1, and a tag has the line on which it begins.
 */
function findExpression(source: string, line = 1): string {
  const text = source.replaceAll(/\r\n?/g, '\n');
  const start = text.split('\n', line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const end = text.indexOf('\n', start);
  const whole = text.slice(start, end === -1 ? undefined : end);
  const tags = whole.match(/\{[{%].*?(?:[%}]\}|$)/g);
  return tags ? tags.join(' ') : whole.trim();
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}...` : text;
}
