/**
 * Combines calls that arrive at the same time into batches. While one batch is in progress, new calls wait for the next
 * one. So a single call waits for nothing, many calls share a round trip, and every result was computed after its call.
 */
interface BatcherOptions<Input, Result> {
  maxBatchSize: number;
  /** Returns one result for each input, in the same order. */
  execute(batch: readonly Input[]): Promise<readonly Result[]>;
  /** Whether the error would have hit every call of the batch alone too, as a broken connection does. */
  failsWholeBatch(error: unknown): boolean;
}

export function createBatcher<Input, Result>(
  options: BatcherOptions<Input, Result>,
): (input: Input) => Promise<Result> {
  const { maxBatchSize, execute, failsWholeBatch } = options;
  const queue: Call<Input, Result>[] = [];
  let isExecuting = false;

  async function executeNextBatch(): Promise<void> {
    const batch = queue.splice(0, maxBatchSize);
    isExecuting = true;
    try {
      await settle(batch);
    } catch (error) {
      if (batch.length === 1 || failsWholeBatch(error)) for (const { reject } of batch) reject(error);
      // One bad input must not fail the other calls, so each call is executed on its own.
      else for (const call of batch) await settle([call]).catch(call.reject);
    } finally {
      isExecuting = false;
      if (queue.length > 0) void executeNextBatch();
    }
  }

  async function settle(batch: readonly Call<Input, Result>[]): Promise<void> {
    const results = await execute(batch.map(({ input }) => input));
    if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} has ${results.length} results`);
    results.forEach((result, index) => {
      batch[index]?.resolve(result);
    });
  }

  return input =>
    new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject });
      if (!isExecuting) void executeNextBatch();
    });
}

interface Call<Input, Result> {
  input: Input;
  resolve(result: Result): void;
  reject(error: unknown): void;
}
