/**
 * The silence of processes that were killed, without waiting for it: what a dead process had is taken over 15 s after its
 * last sign of life, and most tests want to know what becomes of it then. Real silence is waited for in
 * `heartbeat.test.ts`, `jobs-crash.test.ts`, `run-fencing.test.ts` and wherever processes are killed at random.
 */
interface Database {
  query(statement: string, values?: unknown[]): Promise<unknown>;
}

/** As when the process that had the run of this workflow has been silent for long enough. It must be dead. */
export async function endSilenceAfterRun(database: Database, workflowId: string): Promise<void> {
  await database.query(
    `UPDATE runners SET alive_until = now() - interval '1 second'
     WHERE id IN (SELECT runner_id FROM runs WHERE workflow_id = $1)`,
    [workflowId],
  );
}

/** The same for all processes on this database, where none that has anything to do is alive. */
export async function endSilenceOfAll(database: Database): Promise<void> {
  await database.query(`UPDATE runners SET alive_until = now() - interval '1 second'`);
}
