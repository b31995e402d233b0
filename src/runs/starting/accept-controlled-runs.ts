/**
 * Accepts calls whose workflow limits its runs, or whose trigger merges calls. They are part of the transaction
 * that accepts a batch of calls, and always become queued runs, because the queue decides when they begin.
 */
import { lockAccounts } from '../../accounts/reservations.ts';
import { tooManyQueuedRuns } from '../../errors.ts';
import { insertFiles } from '../../files/store.ts';
import {
  type AcceptStatements,
  type AcceptTransaction,
  insertAcceptedRuns,
  type QueueLimits,
  type TriggerState,
} from '../store/accept-statements.ts';
import { admit, type WithoutRun } from '../store/admitting.ts';
import { NO_CONTROL } from '../store/queueing.ts';
import type { RunControl } from '../store/start-row.ts';
import { type AdmissionOutcome, type PreparedQueuedRun, TriggerChanged } from './admission.ts';
import { saveRequestKey } from './idempotency.ts';

interface PreparedControlledRun {
  run: PreparedQueuedRun;
  control: RunControl;
}

/** Splits runs into those that something controls and all others. */
export function splitControlled<Run extends PreparedQueuedRun>(
  runs: readonly Run[],
  triggers: ReadonlyMap<string, TriggerState>,
): { plain: Run[]; controlled: PreparedControlledRun[] } {
  const plain: Run[] = [];
  const controlled: PreparedControlledRun[] = [];
  for (const run of runs) {
    const control = triggers.get(run.trigger.id)?.control;
    if (control) controlled.push({ run, control });
    else plain.push(run);
  }
  return { plain, controlled };
}

/** Adds the outcome of each run to `outcomes`. */
export async function acceptControlledRuns(
  transaction: AcceptTransaction,
  statements: AcceptStatements,
  runs: readonly PreparedControlledRun[],
  { startOf }: Pick<QueueLimits, 'startOf'>,
  outcomes: Map<PreparedQueuedRun, AdmissionOutcome>,
): Promise<void> {
  const candidates = runs.map(({ run, control }) => ({
    runId: run.runId,
    workflowId: control.workflow.id,
    input: run.input,
    start: startOf(control, run.input) ?? NO_CONTROL,
    run,
  }));
  await admit(transaction, candidates, {
    async insert(some) {
      const rows = some.map(({ candidate, input, start }) => ({ ...candidate.run, input, start }));
      const inserted = await insertAcceptedRuns(transaction, statements, rows);
      for (const { candidate } of some) {
        const { run, runId } = candidate;
        if (inserted.has(runId)) {
          outcomes.set(run, { run_id: runId, status: 'queued' });
          await saveKeyAndFiles(transaction, run, runId);
        } else outcomes.set(run, new TriggerChanged(run.trigger.id));
      }
      return new Set(some.map(({ candidate }) => candidate.runId).filter(id => !inserted.has(id)));
    },
    async withoutRun({ run }, outcome) {
      outcomes.set(run, toAdmission(outcome));
      if (outcome.kind === 'full') return;
      // A call that is sent again belongs to the same run as before.
      await saveKeyAndFiles(transaction, outcome.kind === 'skipped' ? { ...run, files: [] } : run, outcome.runId);
    },
  });
}

function toAdmission(outcome: WithoutRun): AdmissionOutcome {
  if (outcome.kind === 'full') return tooManyQueuedRuns(outcome.queued);
  return { run_id: outcome.runId, status: outcome.kind === 'skipped' ? outcome.status : 'queued' };
}

async function saveKeyAndFiles(
  { typed: transaction }: AcceptTransaction,
  { key, files }: PreparedQueuedRun,
  runId: string,
): Promise<void> {
  if (!transaction) return;
  if (key) await saveRequestKey(transaction, key, runId);
  await lockAccounts(
    transaction,
    files.map(({ content }) => content.reservation.account),
  );
  await insertFiles(
    transaction,
    files.map(file => ({ ...file, row: { ...file.row, run_id: runId } })),
  );
}
