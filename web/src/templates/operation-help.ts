/**
 * The filters, tests and functions of templates as completion offers them. A test compares the names with those of the
 * interpreter, so that none is missing.
 */
import * as texts from '../texts/operation-help.ts';

export interface OperationHelp {
  readonly name: string;
  /** How it is written, with its arguments. */
  readonly usage: string;
  readonly meaning: string;
}

const FILTER_ARGUMENTS: Arguments<typeof texts.filters> = {
  attr: "('name')",
  batch: '(3)',
  center: '(80)',
  d: "('value')",
  default: "('value')",
  format: "('a', 1)",
  groupby: "('city')",
  indent: '(4)',
  join: "(', ')",
  map: "(attribute='name')",
  max: "(attribute='price')",
  min: "(attribute='price')",
  reject: "('none')",
  rejectattr: "('active')",
  replace: "('a', 'b')",
  round: '(2)',
  select: "('number')",
  selectattr: "('active')",
  slice: '(3)',
  sort: "(attribute='name')",
  strftime: "('%d.%m.%Y', 'Europe/Berlin')",
  sum: "(attribute='price')",
  truncate: '(80)',
  wordwrap: '(79)',
};

const TEST_ARGUMENTS: Arguments<typeof texts.tests> = {
  divisibleby: '(3)',
  eq: '(1)',
  equalto: '(1)',
  ge: '(1)',
  greaterthan: '(1)',
  gt: '(1)',
  in: '(list)',
  le: '(1)',
  lessthan: '(1)',
  lt: '(1)',
  ne: '(1)',
  sameas: '(true)',
};

const FUNCTION_ARGUMENTS: Arguments<typeof texts.functions> = {
  cycler: "('odd', 'even')",
  dict: "(name='Ann')",
  joiner: "(', ')",
  namespace: '(total=0)',
  range: '(10)',
};

export const FILTERS = toHelp(texts.filters, FILTER_ARGUMENTS);
export const TESTS = toHelp(texts.tests, TEST_ARGUMENTS);
export const FUNCTIONS = toHelp(texts.functions, FUNCTION_ARGUMENTS);

type Arguments<Meanings> = Readonly<Partial<Record<keyof Meanings, string>>>;

function toHelp<Meanings extends Record<string, string>>(
  meanings: Meanings,
  given: Arguments<Meanings>,
): readonly OperationHelp[] {
  return Object.entries(meanings).map(([name, meaning]) => ({ name, usage: `${name}${given[name] ?? ''}`, meaning }));
}
