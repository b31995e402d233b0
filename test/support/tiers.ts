/** The two tiers of the tests: see `test/runner/parts.ts`. */
import { test as nodeTest, type TestFn, type TestOptions } from 'node:test';

/** Whether all cases run, as in `npm run test:all` and when somebody names the files. */
export const isFullTier = process.env.HEDDLE_TEST_ALL === '1';

/** Whether the quick tier has run, and only what it left out runs now. */
const isRest = process.env.HEDDLE_TEST_REST === '1';

/** The options of a test that only the complete tier runs. */
export const COMPLETE_ONLY = { skip: !isFullTier && 'only the complete tier tests this' };

/** All cases in the complete tier, and otherwise those that the predicate chooses, or in the rest the others. */
export function casesOf<Case>(
  cases: readonly Case[],
  isQuick: (each: Case, index: number) => boolean,
): readonly Case[] {
  if (isRest) return cases.filter((each, index) => !isQuick(each, index));
  return isFullTier ? cases : cases.filter(isQuick);
}

/** The `test` of Node, for files whose other tests are `COMPLETE_ONLY`: the rest leaves out what the quick tier has run. */
export function test(title: string, ...given: [TestFn] | [TestOptions, TestFn]): void {
  const [options, act] = given.length === 1 ? [{}, ...given] : given;
  const isLeftOut = isRest && options !== COMPLETE_ONLY;
  void nodeTest(title, isLeftOut ? { ...options, skip: 'npm test has run this' } : options, act);
}

/** The number of random values with which a property is tested. */
export function runsOf(complete: number): { numRuns: number } {
  return { numRuns: isFullTier ? complete : Math.ceil(complete / 5) };
}

/** Chooses the first case of each key, such as of each crash point. */
export function firstPer<Case>(toKey: (each: Case) => unknown): (each: Case) => boolean {
  const seen = new Set<unknown>();
  return each => {
    const isFirst = !seen.has(toKey(each));
    seen.add(toKey(each));
    return isFirst;
  };
}
