import type { RunDetail } from '../api/run.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { formatDuration, formatExact } from '../look/duration.ts';
import { idempotencyKey, type StepState } from '../run-parts/run-state.ts';
import * as texts from '../texts/runs.ts';
import classes from './step-panel.module.css';

export function StepDetails({ run, step }: { run: RunDetail; step: StepState }) {
  const facts: [string, string][] = [
    [texts.stepLabel, step.nodeId],
    [texts.type, step.nodeType],
    ...(step.iteration.length > 0
      ? [[texts.iteration, JSON.stringify(step.iteration)] satisfies [string, string]]
      : []),
    ...(step.startedAt === null ? [] : [[texts.startedColumn, formatExact(step.startedAt)] satisfies [string, string]]),
    ...(step.finishedAt === null ? [] : [[texts.finished, formatExact(step.finishedAt)] satisfies [string, string]]),
    ...(step.handle === null ? [] : [[texts.continuedAt, step.handle] satisfies [string, string]]),
    // A replay may send the keys of the first run of its chain instead.
    [run.replay_of === null ? texts.idempotencyKey : texts.keyIfNew, idempotencyKey(run.id, step)],
  ];
  return (
    <>
      <dl className={classes.params}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="mono">{value}</span>
              <CopyButton text={value} label={texts.copyValue(name)} />
            </dd>
          </div>
        ))}
      </dl>
      {step.tries.length > 1 && (
        <section className={classes.section}>
          <h3>{texts.triesTitle}</h3>
          <table className={classes.tries}>
            <thead>
              <tr>
                <th scope="col">{texts.no}</th>
                <th scope="col">{texts.after}</th>
                <th scope="col">{texts.took}</th>
                <th scope="col">{texts.ended}</th>
              </tr>
            </thead>
            <tbody>
              {step.tries.map(({ started_at, finished_at, error }, index) => (
                <tr key={started_at}>
                  <td>{index + 1}</td>
                  <td>{formatDuration(started_at - (step.startedAt ?? started_at))}</td>
                  <td>{finished_at === null ? texts.tryRunning : formatDuration(finished_at - started_at)}</td>
                  <td>{finished_at === null ? '' : error || texts.trySuccess}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
