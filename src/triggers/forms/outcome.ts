/** How far the run is that somebody's answers have started. */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { parseJson } from '../../platform/json/parse.ts';
import type { FormOutcome } from './result-page.ts';
import { readSentAnswers, type SentAnswers, type SignedToken } from './tokens.ts';

/**
 * Where a workflow limits its runs, answers may be given to a run that exists already, or a waiting run may get the
 * answers of somebody else. So only the run that has these very answers is shown.
 */
export async function readOutcome(db: Query, token: SignedToken): Promise<FormOutcome> {
  const sent = readSentAnswers(token);
  const run = sent && (await readRun(db, sent));
  if (run && run.submissionId !== sent.submissionId) return { state: 'late' };
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

async function readRun(db: Query, { runId }: SentAnswers) {
  return db
    .selectFrom('runs')
    .select(['status', 'output', sql<string | null>`input::json ->> 'submission_id'`.as('submissionId')])
    .where('id', '=', runId)
    .executeTakeFirst();
}

function isLate({ issuedAtMs }: SignedToken): boolean {
  return Date.now() - issuedAtMs > fixedLimits.form.resultSeconds * 1000;
}

/** A run without an output has an empty text, and an output that was cut is not JSON. */
async function parseOutput(text: string): Promise<unknown> {
  if (text === '') return null;
  return parseJson(text).catch(() => text);
}
