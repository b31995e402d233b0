/** The two tiers of the tests: see `test/runner/parts.ts`. */

/** Whether all cases run, as in `npm run test:all` and when somebody names the files. */
export const isFullTier = process.env.HEDDLE_TEST_ALL === '1';

/** The options of a test that only the complete tier runs. */
export const COMPLETE_ONLY = { skip: !isFullTier && 'only the complete tier tests this' };

/** All cases in the complete tier, and otherwise those that the predicate chooses. */
export function casesOf<Case>(
  cases: readonly Case[],
  isQuick: (each: Case, index: number) => boolean,
): readonly Case[] {
  return isFullTier ? cases : cases.filter(isQuick);
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
