/** The answers of a person: the texts that a browser sends, as the values that the schema of the form describes. Pure. */
import { isEmailAddress } from '../../platform/mail/addresses.ts';
import type { FieldKind, Form, FormField } from './form.ts';
import { words } from './words.ts';

/** What is wrong, by field. */
export type Problems = ReadonlyMap<string, string>;

export interface Answers {
  values: Record<string, unknown>;
  problems: Problems;
}

/** Files are added later. A field that was left empty has no value. */
export function toAnswers({ fields }: Pick<Form, 'fields'>, texts: ReadonlyMap<string, string>): Answers {
  const values: [string, unknown][] = [];
  const problems = new Map<string, string>();
  for (const field of fields) {
    if (field.kind === 'file') continue;
    const text = readText(field, texts.get(field.name));
    const { value, problem } = toValue(field, text);
    if (problem !== undefined) problems.set(field.name, problem);
    else if (value !== undefined) values.push([field.name, value]);
  }
  return { values: Object.fromEntries(values), problems };
}

interface Value {
  value?: unknown;
  problem?: string;
}

function toValue(field: FormField, text: string): Value {
  const { kind, isRequired, options } = field;
  if (kind === 'boolean') {
    const isTicked = text !== '';
    return isRequired && !isTicked ? { problem: words.tick } : { value: isTicked };
  }
  if (text === '') return isRequired ? { problem: kind === 'choice' ? words.choose : words.required } : {};
  if (kind === 'choice') {
    const option = options.find(each => each.text === text);
    return option ? { value: option.value } : { problem: words.choose };
  }
  if (kind === 'number' || kind === 'integer') return toNumber(kind, text);
  const problem = FORMATS[kind]?.(text);
  return problem === undefined ? { value: text } : { problem };
}

function toNumber(kind: 'number' | 'integer', text: string): Value {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return { problem: words.number };
  return kind === 'integer' && !Number.isSafeInteger(value) ? { problem: words.integer } : { value };
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** Browsers check these formats as well, but nobody has to use a browser. */
const FORMATS: Partial<Record<FieldKind, (text: string) => string | undefined>> = {
  email: text => (isEmailAddress(text) ? undefined : words.email),
  url: text => (/^https?:$/.test(URL.parse(text)?.protocol ?? '') ? undefined : words.url),
  date: text => (isDate(text) ? undefined : words.date),
  time: text => (/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text) ? undefined : words.time),
};

function isDate(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Browsers send line breaks as CR LF. Spaces around an answer of one line are never meant. */
function readText({ kind }: FormField, text = ''): string {
  return kind === 'long text' ? text.replaceAll('\r\n', '\n') : text.trim();
}
