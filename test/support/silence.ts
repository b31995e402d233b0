/**
 * Skips the waiting time after a process was killed. Another process takes over its work 15 s after the last sign of
 * life, and most tests only check what happens then. `heartbeat.test.ts`, `jobs-crash.test.ts`, `run-fencing.test.ts`
 * and the tests that kill processes at random wait for the real time.
 */
interface Database {
  query(statement: string, values?: unknown[]): Promise<unknown>;
}

/** Makes the process that executed the run of this workflow look silent for long enough. It must be dead. */
export async function endSilenceAfterRun(database: Database, workflowId: string): Promise<void> {
  await database.query(
    `UPDATE runners SET alive_until = now() - interval '1 second'
     WHERE id IN (SELECT runner_id FROM runs WHERE workflow_id = $1)`,
    [workflowId],
  );
}

/** Does the same for all processes on this database, but for one. No other that still has work may be alive. */
export async function endSilenceOfAll(database: Database, { but }: { but?: string } = {}): Promise<void> {
  await database.query(
    `UPDATE runners SET alive_until = now() - interval '1 second' WHERE id IS DISTINCT FROM $1::uuid`,
    [but ?? null],
  );
}
