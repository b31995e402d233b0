/**
 * Counts runs by workflow. Each combination of labels takes memory here and in Prometheus for as long as the process lives,
 * so only the first workflows that this process executes get labels of their own.
 */
import type { Metrics } from '../../platform/metrics.ts';

export interface WorkflowMetricsOptions {
  /** So many workflows are counted one by one. */
  most: number;
  /** Whether the metrics show names. They do only where not everybody can read them. */
  named: boolean;
}

interface CountedRun {
  workflowId: string;
  workflowName: string;
  status: string;
  seconds: number;
}

interface Counted {
  inc(value?: number): void;
}

interface WorkflowCounters {
  byStatus: Map<string, Counted>;
  seconds: Counted;
  labels: { workflow: string; name: string };
}

export function countByWorkflow(metrics: Metrics, { most, named }: WorkflowMetricsOptions): (run: CountedRun) => void {
  const runs = metrics.counter('workflow_runs_total', 'Runs that ended, by workflow', ['workflow', 'name', 'status']);
  const seconds = metrics.counter('workflow_run_seconds_total', 'The time that they took', ['workflow', 'name']);
  const known = new Map<string, WorkflowCounters>();
  const create = (workflow: string, name: string): WorkflowCounters => {
    const labels = { workflow, name: named ? name : '' };
    return { byStatus: new Map(), seconds: seconds.labels(labels), labels };
  };
  const others = create('other', 'other');

  function find(workflowId: string, workflowName: string): WorkflowCounters {
    const found = known.get(workflowId);
    if (found || known.size >= most) return found ?? others;
    const created = create(workflowId, workflowName);
    known.set(workflowId, created);
    return created;
  }

  return ({ workflowId, workflowName, status, seconds: taken }) => {
    const counters = find(workflowId, workflowName);
    let counter = counters.byStatus.get(status);
    if (!counter) {
      counter = runs.labels({ ...counters.labels, status });
      counters.byStatus.set(status, counter);
    }
    counter.inc();
    counters.seconds.inc(taken);
  };
}
