import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { singleFlight } from './single-flight.ts';

export interface Metrics {
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>;
  histogram<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets: number[],
  ): { observe(labels: Record<Label, string>, value: number): void };
  /** Measured when the metrics are read, but at most once a second, because it may take the database some time. */
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

const GAUGE_CACHE_MS = 1_000;

/** The prefix is that of our own metrics. */
export function createMetrics(prefix: string): Metrics {
  const registry = new Registry();
  // Dashboards and alerts for Node know these by their standard names.
  collectDefaultMetrics({ register: registry });
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
      // Looking up a combination of labels takes the library longer than counting, so the result is cached.
      const children = new Map<string, ReturnType<typeof histogram.labels>>();
      return {
        observe(values, value) {
          let key = '';
          for (const label of labels) key += `${values[label]}\n`;
          let child = children.get(key);
          if (!child) {
            child = histogram.labels(values);
            children.set(key, child);
          }
          child.observe(value);
        },
      };
    },
    gauge(name, help, labels, collect) {
      const measure = singleFlight(
        async () => {
          gauge.reset();
          // A value that can not be measured now is missing from the output; the other metrics are still reported.
          await Promise.resolve(collect(gauge)).catch(() => {});
        },
        { cacheMs: GAUGE_CACHE_MS },
      );
      const gauge = new Gauge({ ...common(name, help, labels), collect: measure });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
