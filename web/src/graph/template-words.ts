/** Templates as short words, for lines that have no room for their syntax. PURE. */

const LONGEST = 120;
const TAG = /\{\{-?([\s\S]*?)-?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/g;
/** `steps.total.output.net` is `total.net` for everybody who knows the step, and shorter. */
const STEP_OUTPUT = /\bsteps\.([A-Za-z_]\w*)\.output\b/g;

/** Shortens an expression: the output of a step is called like the step. */
export function shortenExpression(expression: string): string {
  const inner = /^\s*\{\{-?([\s\S]*?)-?\}\}\s*$/.exec(expression)?.[1] ?? expression;
  return oneLine(inner.replaceAll(STEP_OUTPUT, '$1'));
}

/** Shortens a template. Text around expressions keeps their paths alone, because filters are no words. */
export function shortenTemplate(template: string): string {
  if (isOneExpression(template)) return shortenExpression(template);
  const text = template.replaceAll(TAG, (_, expression: string | undefined) => {
    if (expression === undefined) return ' ';
    return shortenExpression(expression.split(/\|(?!\|)/, 1)[0] ?? '');
  });
  return oneLine(text);
}

/** Shortens any value of a param: texts as templates, objects and lists by what they are made of. */
export function shortenValue(value: unknown): string {
  if (typeof value === 'string') return shortenTemplate(value);
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return oneLine(value.map(shortenValue).join(', '));
  if (typeof value === 'object') return oneLine(Object.keys(value).join(', '));
  return String(value);
}

/** Leaves out what everybody expects of an address: the protocol, a password and the query. */
export function shortenUrl(url: string): string {
  return shortenTemplate(url)
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');
}

function isOneExpression(template: string): boolean {
  const trimmed = template.trim();
  return trimmed.startsWith('{{') && trimmed.endsWith('}}') && trimmed.indexOf('}}') === trimmed.length - 2;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}
