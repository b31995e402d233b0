import type { Publication } from '../../api/publication.ts';
import { type Definition, displayName, findNode } from '../../graph/definition.ts';
import { formatInZone } from '../../look/duration.ts';
import { Time } from '../../look/time.tsx';
import classes from './publish-panel.module.css';

/** The next times of each schedule, in its own zone. */
export function ScheduleList({ schedules, draft }: { schedules: Publication['schedules']; draft: Definition }) {
  return schedules.map(({ node_id, cron, timezone, next_runs, error }) => {
    const step = findNode(draft, node_id);
    return (
      <div key={node_id} className={classes.trigger}>
        <div className={classes.version}>
          <strong>{step ? displayName(step) : node_id}</strong>
          <span className="dim">
            <span className="mono">{cron}</span> {timezone}
          </span>
        </div>
        {error !== '' && <p className={classes.problem}>{error}</p>}
        <ol className={classes.times}>
          {next_runs.map(at => (
            <li key={at}>
              <span>{formatInZone(at, timezone)}</span>
              <span className="dim">
                <Time at={at} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    );
  });
}
