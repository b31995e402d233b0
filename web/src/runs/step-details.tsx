import type { RunDetail } from '../api/run.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { formatDuration, formatExact } from '../look/duration.ts';
import { idempotencyKey, type StepState } from '../run-parts/run-state.ts';
import classes from './step-panel.module.css';

export function StepDetails({ run, step }: { run: RunDetail; step: StepState }) {
  const facts: [string, string][] = [
    ['Step', step.nodeId],
    ['Type', step.nodeType],
    ...(step.iteration.length > 0 ? [['Iteration', JSON.stringify(step.iteration)] satisfies [string, string]] : []),
    ...(step.startedAt === null ? [] : [['Started', formatExact(step.startedAt)] satisfies [string, string]]),
    ...(step.finishedAt === null ? [] : [['Finished', formatExact(step.finishedAt)] satisfies [string, string]]),
    ...(step.handle === null ? [] : [['Continued at', step.handle] satisfies [string, string]]),
    // A replay may send the keys of the first run of its chain instead.
    [run.replay_of === null ? 'Idempotency key' : 'Key, if new', idempotencyKey(run.id, step)],
  ];
  return (
    <>
      <dl className={classes.params}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="mono">{value}</span>
              <CopyButton text={value} label={`Copy: ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
      {step.tries.length > 1 && (
        <section className={classes.section}>
          <h3>Tries</h3>
          <table className={classes.tries}>
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">After</th>
                <th scope="col">Took</th>
                <th scope="col">Ended with</th>
              </tr>
            </thead>
            <tbody>
              {step.tries.map(({ started_at, finished_at, error }, index) => (
                <tr key={started_at}>
                  <td>{index + 1}</td>
                  <td>{formatDuration(started_at - (step.startedAt ?? started_at))}</td>
                  <td>{finished_at === null ? 'running' : formatDuration(finished_at - started_at)}</td>
                  <td>{finished_at === null ? '' : error || 'success'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
