/** `npm test` runs less than everything: see docs/contributing/testing.md. */

/** Whether every case runs: in `npm run test:all`, and when files or areas are named. */
export const isFullTier = process.env.HEDDLE_TEST_ALL === '1';
