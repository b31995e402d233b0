/** How far the run is that somebody's answers have started. */
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { parseJson } from '../../platform/json/parse.ts';
import type { Outcome } from './result-page.ts';
import { readRunId, type SignedToken } from './tokens.ts';

export async function readOutcome(db: Query, token: SignedToken): Promise<Outcome> {
  const id = readRunId(token);
  const run =
    id === undefined
      ? undefined
      : await db.selectFrom('runs').select(['status', 'output']).where('id', '=', id).executeTakeFirst();
  switch (run?.status) {
    case 'success':
      return { state: 'done', output: await parseOutput(run.output) };
    case 'failed':
    case 'cancelled':
      return { state: 'failed' };
    default:
      return { state: isLate(token) ? 'late' : 'waiting' };
  }
}

function isLate({ issuedAtMs }: SignedToken): boolean {
  return Date.now() - issuedAtMs > fixedLimits.form.resultSeconds * 1000;
}

/** A run without an output has an empty text, and an output that was cut is not JSON. */
async function parseOutput(text: string): Promise<unknown> {
  if (text === '') return null;
  return parseJson(text).catch(() => text);
}
