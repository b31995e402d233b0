/**
 * Reports runs to the operators of the service: metrics, one log line per run, and traces. Only the kind of an error is
 * reported, as its message may contain values of the run.
 */
import type { HeddleDatabase } from '../../database.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type Attributes, noTracer, type Tracer } from '../../platform/traces/tracer.ts';
import type { Failure } from '../executing/failure.ts';
import type { RunObserver } from '../executing/run-services.ts';
import type { RunFacts } from '../executing/run-state.ts';
import { runTrace, stepSpanId } from '../executing/run-trace.ts';
import type { RunEnd } from '../executing/saved-run.ts';
import type { StepRecord } from '../executing/step-record.ts';
import { countByWorkflow, type WorkflowMetricsOptions } from './workflow-metrics.ts';

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

interface Observer extends RunObserver {
  takenOver(): void;
}

interface ObserverOptions {
  database: HeddleDatabase;
  metrics: Metrics;
  workflowMetrics: WorkflowMetricsOptions;
  log: Logger;
  tracer: Tracer;
}

export function observeRuns(
  { database, metrics, workflowMetrics, log, tracer }: ObserverOptions,
  /** Whether the duration of a step depends on more than templates. */
  isMeasured: (nodeType: string) => boolean,
): Observer {
  const ended = metrics.histogram('run_seconds', 'From start to end of a run', ['status', 'trigger'], SECONDS);
  const countRun = countByWorkflow(metrics, workflowMetrics);
  const stepSeconds = metrics.histogram(
    'step_seconds',
    'Duration of steps that reach out of the run, or run code',
    ['type', 'status'],
    SECONDS,
  );
  const takeOvers = metrics.counter('run_take_overs_total', 'Runs that were continued for a dead process', []);
  reportOpenRuns(metrics, database);

  return {
    takenOver: () => takeOvers.inc(),
    stepEnded(facts, record) {
      const { nodeType, status, startedAt, finishedAt } = record;
      const startMs = startedAt ?? Date.now();
      const endMs = finishedAt ?? startMs;
      if (isMeasured(nodeType)) stepSeconds.observe({ type: nodeType, status }, (endMs - startMs) / 1000);
      if (tracer !== noTracer) traceStep(tracer, facts, record, { startMs, endMs });
    },
    stepCrashed: (facts, err) => log.error({ err, run: facts.id, workflow: facts.workflowId }, 'a step broke'),
    runEnded({ facts, records, plan }, { status, error, finishedAt, steps }) {
      const failed = records.find(record => record.status === 'failed' && record.error === error);
      // When the run took too long or had too many steps, no step has the same error.
      const failure = failed ? stepFailure(failed) : { kind: 'run' };
      const ms = finishedAt.getTime() - facts.startedAt.getTime();
      ended.observe({ status, trigger: facts.triggerType }, ms / 1000);
      countRun({ workflowId: facts.workflowId, workflowName: facts.workflowName, status, seconds: ms / 1000 });
      const failedAt = failed && { step: failed.nodeId, step_name: plan.steps[failed.place.node]?.node.name };
      log.info(
        {
          run: facts.id,
          workflow: facts.workflowId,
          trigger: facts.triggerType,
          user: facts.user.id,
          status,
          steps: steps.length,
          ms,
          ...(status === 'failed' && {
            workflow_name: facts.workflowName,
            failure: { ...failedAt, ...failure },
          }),
        },
        'run',
      );
      if (tracer !== noTracer) traceRun(tracer, facts, { status, finishedAt }, failure);
    },
  };
}

function reportOpenRuns(metrics: Metrics, database: HeddleDatabase): void {
  metrics.gauge(
    'runs_open',
    'Runs that have not ended, by status: queued is the depth of the queue',
    ['status'],
    async gauge => {
      const { rows } = await database.pool.query<{ status: string; count: number }>(
        `SELECT status, count(*) FROM runs WHERE status IN ('queued', 'running') GROUP BY status`,
      );
      const counts = new Map(rows.map(({ status, count }) => [status, count]));
      for (const status of ['queued', 'running']) gauge.set({ status }, counts.get(status) ?? 0);
    },
  );
}

function traceStep(
  tracer: Tracer,
  facts: RunFacts,
  record: StepRecord,
  times: { startMs: number; endMs: number },
): void {
  const { nodeType, status } = record;
  tracer.recordPart(runTrace(facts), stepSpanId(facts, record), {
    name: `step ${record.nodeId}`,
    kind: nodeType === 'http.request' ? 'client' : 'internal',
    attributes: {
      'heddle.node.id': record.nodeId,
      'heddle.node.type': nodeType,
      ...(record.iteration.length > 0 && { 'heddle.iteration': record.iteration.join('.') }),
      ...(status === 'failed' && failureAttributes(stepFailure(record))),
    },
    ...times,
    ...(status === 'failed' && { error: stepFailure(record).kind }),
  });
}

function traceRun(
  tracer: Tracer,
  facts: RunFacts,
  { status, finishedAt }: Pick<RunEnd, 'status' | 'finishedAt'>,
  failure: Failure,
): void {
  tracer.recordRoot(runTrace(facts), {
    name: `run ${facts.workflowName}`,
    kind: facts.traceContext === null ? 'internal' : 'server',
    attributes: {
      'heddle.run.id': facts.id,
      'heddle.workflow.id': facts.workflowId,
      'heddle.workflow.name': facts.workflowName,
      'heddle.trigger.type': facts.triggerType,
      ...(status === 'failed' && failureAttributes(failure)),
    },
    startMs: facts.startedAt.getTime(),
    endMs: finishedAt.getTime(),
    ...(status === 'failed' && { error: failure.kind }),
  });
}

function stepFailure({ failure }: StepRecord): Failure {
  return failure ?? { kind: 'step' };
}

function failureAttributes({ kind, status }: Failure): Attributes {
  return { 'error.type': kind, ...(status !== undefined && { 'http.response.status_code': status }) };
}
