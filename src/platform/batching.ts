/**
 * Does together what is asked for at the same time: while one batch is under way, what comes is gathered for the next.
 * One alone waits for nothing; many share a round trip. What is answered was begun after it was asked for.
 */
export interface BatchingOptions<Given, Answer> {
  /** In one batch. */
  most: number;
  /** An answer for each that is given, in order. */
  act(batch: readonly Given[]): Promise<readonly Answer[]>;
  /** Whether it would have hit each of them alone, too: a broken connection, say. */
  isForAll(error: unknown): boolean;
}

export function batching<Given, Answer>(options: BatchingOptions<Given, Answer>): (given: Given) => Promise<Answer> {
  const { most, act, isForAll } = options;
  const waiting: Waiting<Given, Answer>[] = [];
  let isUnderWay = false;

  async function next(): Promise<void> {
    const batch = waiting.splice(0, most);
    isUnderWay = true;
    try {
      await together(batch);
    } catch (error) {
      if (batch.length === 1 || isForAll(error)) for (const { reject } of batch) reject(error);
      // What is wrong with one of them must not be the others' fault.
      else for (const each of batch) await together([each]).catch(each.reject);
    } finally {
      isUnderWay = false;
      if (waiting.length > 0) void next();
    }
  }

  async function together(batch: readonly Waiting<Given, Answer>[]): Promise<void> {
    const answers = await act(batch.map(({ given }) => given));
    if (answers.length !== batch.length) throw new Error(`${batch.length} were asked for, ${answers.length} answered`);
    answers.forEach((answer, index) => {
      batch[index]?.resolve(answer);
    });
  }

  return given =>
    new Promise((resolve, reject) => {
      waiting.push({ given, resolve, reject });
      if (!isUnderWay) void next();
    });
}

interface Waiting<Given, Answer> {
  given: Given;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}
