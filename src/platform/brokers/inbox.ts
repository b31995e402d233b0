/** Messages that have come and are not handled yet. Whoever takes some waits for the first one, and gets all that are there. */
export class Inbox<Item> {
  #items: Item[] = [];
  #wake: (() => void) | undefined;
  #failure: { error: unknown } | undefined;

  push(item: Item): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** From now on, whoever takes gets this error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  async take(most: number): Promise<Item[]> {
    while (this.#items.length === 0 || this.#failure) {
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    return this.#items.splice(0, most);
  }
}

/** Fails the inbox as soon as the signal aborts. Returns what to do at the end. */
export function failOnAbort(inbox: Inbox<unknown>, signal: AbortSignal): () => void {
  const abort = () => inbox.fail(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return () => signal.removeEventListener('abort', abort);
}
