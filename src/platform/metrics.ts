import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { singleFlight } from './concurrency/single-flight.ts';

export interface Metrics {
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>;
  histogram<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets: number[],
  ): { observe(labels: Record<Label, string>, value: number): void };
  /**
   * Something that is the same for all processes, such as the length of a queue. It is measured when the metrics are read,
   * but at most once a second, because it may take the database some time.
   */
  gauge<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    collect: (gauge: Gauge<Label>) => Promise<void> | void,
  ): void;
  /** What this process has counted, for the metrics of several processes together. */
  count(): Promise<Counts>;
  /** The Prometheus text format: gauges, and what this process has counted, or several processes together. */
  text(counts?: readonly Counts[]): Promise<string>;
  contentType: string;
}

/** Counters, histograms and the measurements of a process, without the gauges that are the same for all. */
export type Counts = readonly MetricObjectWithValues<MetricValue<string>>[];

const GAUGE_CACHE_MS = 1_000;
/** Monitoring gives up after some seconds, and would take a process for dead whose database does not answer. */
const GAUGE_MS = 3_000;

/** The prefix is that of our own metrics. */
export function createMetrics(prefix: string): Metrics {
  const counted = new Registry();
  const gauges = new Registry();
  // Dashboards and alerts for Node know these by their standard names.
  collectDefaultMetrics({ register: counted });
  const common = <Label extends string>(name: string, help: string, labels: readonly Label[]) => ({
    name: prefix + name,
    help,
    labelNames: [...labels],
    registers: [counted],
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
          const late = Promise.withResolvers<void>();
          const timer = setTimeout(late.resolve, GAUGE_MS);
          const collected = Promise.try(() => collect(gauge)).catch(() => {});
          await Promise.race([collected, late.promise]).finally(() => clearTimeout(timer));
        },
        { cacheMs: GAUGE_CACHE_MS },
      );
      const gauge = new Gauge({ ...common(name, help, labels), registers: [gauges], collect: measure });
    },
    count: () => counted.getMetricsAsJSON(),
    async text(counts) {
      const all = counts ? addCounts(counts) : counted;
      return (await Promise.all([all.metrics(), gauges.metrics()])).join('\n');
    },
    contentType: counted.contentType,
  };
}

/** How measurements of several processes become one. The others are added, or say themselves how they are combined. */
const COMBINED: Readonly<Record<string, 'min' | 'max'>> = {
  process_start_time_seconds: 'min',
  process_max_fds: 'min',
  // The worst process is the one that matters.
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
};

function addCounts(counts: readonly Counts[]): Registry {
  return AggregatorRegistry.aggregate(
    counts.map(each => each.map(metric => ({ ...metric, aggregator: COMBINED[metric.name] ?? metric.aggregator }))),
  );
}

/**
 * What is left of processes that have ended: what they counted. Without it a sum would fall when a process ends, and
 * monitoring would take the rest of the sum for new events.
 */
export async function totalsOf(counts: readonly Counts[]): Promise<Counts> {
  const metrics = await addCounts(counts).getMetricsAsJSON();
  return metrics.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram');
}
