/** Events of this time are shown together, because a model sends a hundred pieces a second. */
const BATCH_MS = 40;

export interface EventBatches<Event> {
  add(event: Event): void;
  /** Hands over what has been collected at once. */
  flush(): void;
}

export function createEventBatches<Event>(onBatch: (events: readonly Event[]) => void): EventBatches<Event> {
  let batch: Event[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (batch.length === 0) return;
    const events = batch;
    batch = [];
    onBatch(events);
  }
  return {
    add(event) {
      batch.push(event);
      timer ??= setTimeout(flush, BATCH_MS);
    },
    flush,
  };
}
