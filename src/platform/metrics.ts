import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { sharedCall } from './shared-call.ts';

export interface Metrics {
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>;
  histogram<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets: number[],
  ): { observe(labels: Record<Label, string>, value: number): void };
  /** Measured when asked for, but not more often than once a second: it may take the database some time. */
  gauge<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    collect: (gauge: Gauge<Label>) => Promise<void> | void,
  ): void;
  /** The Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
}

const MEASURED_EVERY_MS = 1_000;

export function createMetrics(prefix: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix });
  const common = <Label extends string>(name: string, help: string, labels: readonly Label[]) => ({
    name: prefix + name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter: (name, help, labels) => new Counter(common(name, help, labels)),
    histogram(name, help, labels, buckets) {
      const histogram = new Histogram({ ...common(name, help, labels), buckets });
      // Looking up a combination of labels takes the library longer than counting.
      const known = new Map<string, ReturnType<typeof histogram.labels>>();
      return {
        observe(values, value) {
          let key = '';
          for (const label of labels) key += `${values[label]}\n`;
          let labelled = known.get(key);
          if (!labelled) {
            labelled = histogram.labels(values);
            known.set(key, labelled);
          }
          labelled.observe(value);
        },
      };
    },
    gauge(name, help, labels, collect) {
      const measure = sharedCall(
        async () => {
          gauge.reset();
          // What can not be measured right now is missing; everything else is told all the same.
          await Promise.resolve(collect(gauge)).catch(() => {});
        },
        { keepMs: MEASURED_EVERY_MS },
      );
      const gauge = new Gauge({ ...common(name, help, labels), collect: measure });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
