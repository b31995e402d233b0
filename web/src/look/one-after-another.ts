/**
 * Makes work of which only one runs at a time. A call during the work lets it run once more afterwards. PURE.
 * To begin again at once instead would never end where calls come faster than the work is done.
 */
export function oneAfterAnother(work: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isAskedAgain = false;
  async function run(): Promise<void> {
    isRunning = true;
    do {
      isAskedAgain = false;
      await work().catch(() => undefined);
    } while (isAskedAgain);
    isRunning = false;
  }
  return () => {
    if (isRunning) isAskedAgain = true;
    else void run();
  };
}
