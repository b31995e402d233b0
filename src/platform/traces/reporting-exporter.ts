import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** How much of a reply is reported: a collector, or another server in its place, may send whole pages. */
const MESSAGE_CHARACTERS = 300;

/** Reports the first of several failures in a row, and afterwards how many spans were lost in all. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #onError: (error: Error) => void;
  #isFailing = false;
  #lostSpans = 0;

  constructor(exporter: SpanExporter, onError: (error: Error) => void) {
    this.#exporter = exporter;
    this.#onError = onError;
  }

  export(spans: ReadableSpan[], onResult: (result: ExportResult) => void): void {
    this.#exporter.export(spans, result => {
      if (result.code === ExportResultCode.SUCCESS) this.reportLost();
      else this.#fail(result.error, spans.length);
      onResult(result);
    });
  }

  reportLost(): void {
    if (this.#lostSpans > 0) this.#onError(new Error(`${this.#lostSpans} spans were lost, as they could not be sent`));
    this.#lostSpans = 0;
    this.#isFailing = false;
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #fail(error: Error | undefined, spans: number): void {
    this.#lostSpans += spans;
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#onError(new Error(`traces could not be sent: ${describe(error)}`));
  }
}

function describe(error: (Error & { code?: string | number }) | undefined): string {
  return [error?.code, error?.message].filter(Boolean).join(' ').slice(0, MESSAGE_CHARACTERS);
}
