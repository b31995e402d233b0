/**
 * Combines calls that arrive at the same time into batches. While as many batches are in progress as may be, new calls
 * wait for the next one. So a single call waits for nothing, many calls share a round trip, and every result was computed
 * after its call.
 */
interface BatcherOptions<Input, Result> {
  maxBatchSize: number;
  /** The most that the inputs of one batch may weigh together. An input that weighs more is a batch of its own. */
  maxBatchWeight?: number;
  weigh?(input: Input): number;
  /**
   * How many batches may be in progress at the same time. With one, this process would be idle while a batch is flushed
   * to the disk, and the database while this process prepares the next.
   */
  atOnce?: number;
  /**
   * Whether a batch waits for the other calls of this turn of the event loop. Requests that arrive together are handled
   * within one turn, and the first of them would make a batch of its own.
   */
  gathers?: boolean;
  /** Returns one result for each input, in the same order. */
  execute(batch: readonly Input[]): Promise<readonly Result[]>;
  /** Whether the error would have hit every call of the batch alone too, as a broken connection does. */
  failsWholeBatch(error: unknown): boolean;
}

export function createBatcher<Input, Result>(
  options: BatcherOptions<Input, Result>,
): (input: Input) => Promise<Result> {
  const { maxBatchSize, atOnce = 1, gathers = false, execute, failsWholeBatch } = options;
  const { maxBatchWeight = Number.POSITIVE_INFINITY, weigh = () => 0 } = options;
  const queue: Call<Input, Result>[] = [];
  let executing = 0;
  let isGathering = false;

  function startBatch(): void {
    if (isGathering || executing >= atOnce) return;
    if (!gathers) {
      void executeNextBatch();
      return;
    }
    isGathering = true;
    setImmediate(() => {
      isGathering = false;
      if (queue.length > 0) void executeNextBatch();
      if (queue.length > 0) startBatch();
    });
  }

  function countNext(): number {
    let weight = 0;
    const tooHeavy = queue.slice(0, maxBatchSize).findIndex(({ input }) => {
      weight += weigh(input);
      return weight > maxBatchWeight;
    });
    return tooHeavy < 0 ? maxBatchSize : Math.max(1, tooHeavy);
  }

  async function executeNextBatch(): Promise<void> {
    const batch = queue.splice(0, countNext());
    executing++;
    try {
      await resolveBatch(batch);
    } catch (error) {
      if (batch.length === 1 || failsWholeBatch(error)) for (const { reject } of batch) reject(error);
      // One bad input must not fail the other calls, so each call is executed on its own.
      else for (const call of batch) await resolveBatch([call]).catch(call.reject);
    } finally {
      executing--;
      if (queue.length > 0) startBatch();
    }
  }

  async function resolveBatch(batch: readonly Call<Input, Result>[]): Promise<void> {
    const results = await execute(batch.map(({ input }) => input));
    if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} has ${results.length} results`);
    results.forEach((result, index) => {
      batch[index]?.resolve(result);
    });
  }

  return input =>
    new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject });
      startBatch();
    });
}

interface Call<Input, Result> {
  input: Input;
  resolve(result: Result): void;
  reject(error: unknown): void;
}
