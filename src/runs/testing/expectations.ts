/** Compares what a test expects with what came out. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { quote } from '../../engine/definition.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Expectation } from '../../workflows/tests/schemas.ts';
import type { RunEnd } from '../executing/saved-run.ts';

/** Far more than anybody reads. */
const MOST_PROBLEMS = 20;
/** Characters of a value in a problem. */
const SHOWN_CHARACTERS = 100;

type Outcome = Pick<RunEnd, 'status' | 'output' | 'error' | 'steps'>;

/** Returns a sentence for each difference. There is none when the test has passed. */
export function findProblems({ status, output, error, steps = {} }: Expectation, end: Outcome): string[] {
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
    const own = end.steps.filter(({ node_id }) => node_id === id);
    const other = own.find(step => step.status !== expected);
    if (own.length === 0) problems.push(`The run never reached the step ${quote(id)}`);
    else if (other) {
      const reason = other.error === '' ? '' : `: ${other.error}`;
      problems.push(`The step ${quote(id)} is ${other.status} instead of ${expected}${reason}`);
    }
  }
  if (output !== undefined) compare(output, end.output === '' ? undefined : JSON.parse(end.output), 'output', problems);
  return problems.slice(0, MOST_PROBLEMS);
}

/** An object may have further members. A list must have the same length. */
function compare(expected: unknown, actual: unknown, path: string, problems: string[]): void {
  if (problems.length >= MOST_PROBLEMS) return;
  if (isObject(expected) && isObject(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      if (Object.hasOwn(actual, key)) compare(value, actual[key], `${path}.${key}`, problems);
      else problems.push(`${path}.${key} is missing`);
    }
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      problems.push(`${path} has ${actual.length} items instead of ${expected.length}`);
    } else {
      for (const [index, value] of expected.entries()) compare(value, actual[index], `${path}[${index}]`, problems);
    }
  } else if (!isDeepStrictEqual(expected, actual)) {
    problems.push(`${path} is ${show(actual)} instead of ${show(expected)}`);
  }
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text;
}
