/** Goes through all approvals that are due for something, each in a transaction of its own. */

export const BATCH = 200;

/**
 * A failure does not affect the others. `find` gets the last one of the batch before, so that one that failed is not found
 * again at once.
 */
export async function forEachDue<Due>(
  find: (last: Due | undefined) => Promise<Due[]>,
  act: (due: Due) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const problems: unknown[] = [];
  let last: Due | undefined;
  do {
    const batch = await find(last);
    for (const due of batch) {
      signal.throwIfAborted();
      await act(due).catch(error => problems.push(error));
    }
    last = batch.length === BATCH ? batch.at(-1) : undefined;
  } while (last);
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} approvals could not be dealt with`);
}
