/** Compares what a test expects with what came out. Pure. */
import { quote } from '../../engine/definition.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Expectation } from '../../workflows/tests/schemas.ts';
import { withoutWorkingLinks } from '../../workflows/working-links.ts';
import { pinKey } from '../executing/run-variation.ts';
import type { RunEnd } from '../executing/saved-run.ts';
import { standsFor } from './anything.ts';
import type { AskedEffects } from './rehearsal.ts';

/** Far more than anybody reads. */
const MOST_PROBLEMS = 20;
/** Characters of a value in a problem. */
const SHOWN_CHARACTERS = 100;

interface Outcome extends Pick<RunEnd, 'status' | 'output' | 'error' | 'steps'> {
  asked: AskedEffects | undefined;
}

/** Returns a sentence for each difference. There is none when the test has passed. */
export function findProblems({ status, output, error, steps = {}, effects }: Expectation, end: Outcome): string[] {
  const problems: string[] = [];
  if (status !== undefined && status !== end.status) {
    problems.push(
      `The run ended as ${end.status} instead of ${status}${end.status === 'failed' ? `: ${end.error}` : ''}`,
    );
  }
  if (error !== undefined && !end.error.includes(error)) {
    problems.push(`The error is ${show(end.error)} and does not contain ${show(error)}`);
  }
  for (const [id, expected] of Object.entries(steps)) {
    const own = end.steps.filter(({ node_id, iteration }) => node_id === id || pinKey(node_id, iteration) === id);
    const other = own.find(step => step.status !== expected);
    if (own.length === 0) problems.push(`The run never reached the step ${quote(id)}`);
    else if (other) {
      const reason = other.error === '' ? '' : `: ${other.error}`;
      problems.push(`The step ${quote(id)} is ${other.status} instead of ${expected}${reason}`);
    }
  }
  if (output !== undefined) {
    const actual = end.output === '' ? undefined : JSON.parse(withoutWorkingLinks(end.output));
    compare(output, actual, 'output', problems);
  }
  if (effects) compareEffects(effects, end.asked ?? {}, problems);
  return problems.slice(0, MOST_PROBLEMS);
}

/** Each effect must be asked for exactly what is expected. Effects that are not named are those that people left out. */
function compareEffects(effects: AskedEffects, asked: AskedEffects, problems: string[]): void {
  for (const [key, expected] of Object.entries(effects)) {
    if (Object.hasOwn(asked, key)) compare(expected, asked[key], `${key}.params`, problems, { isExact: true });
    else problems.push(`The step ${quote(key)} was not performed`);
  }
}

/** An object may have further members, unless all are expected. A list must have the same length. */
function compare(
  expected: unknown,
  actual: unknown,
  path: string,
  problems: string[],
  { isExact } = { isExact: false },
): void {
  if (problems.length >= MOST_PROBLEMS) return;
  if (isObject(expected) && isObject(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      if (Object.hasOwn(actual, key)) compare(value, actual[key], `${path}.${key}`, problems, { isExact });
      else problems.push(`${path}.${key} is missing`);
    }
    const further = isExact ? Object.entries(actual).filter(([key]) => !Object.hasOwn(expected, key)) : [];
    for (const [key, value] of further) problems.push(`${path}.${key} is ${show(value)} and was not expected`);
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      problems.push(`${path} has ${actual.length} items instead of ${expected.length}`);
    } else {
      for (const [index, value] of expected.entries()) {
        compare(value, actual[index], `${path}[${index}]`, problems, { isExact });
      }
    }
  } else if (!standsFor(expected, actual)) {
    problems.push(`${path} is ${show(actual)} instead of ${show(expected)}`);
  }
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text;
}
