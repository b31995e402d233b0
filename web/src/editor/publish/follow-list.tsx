import type { Publication } from '../../api/publication.ts';
import { type Definition, nameOfStep } from '../../graph/definition.ts';
import { sentence } from '../../look/sentence.ts';
import { Time } from '../../look/time.tsx';
import * as texts from '../../texts/database-changes.ts';
import classes from './publish-panel.module.css';

type Trigger = Publication['deployment']['triggers'][number];

export function followedBy(triggers: readonly Trigger[]): readonly Trigger[] {
  return triggers.filter(({ type }) => type === 'trigger.database_change');
}

/** How each trigger that follows a database is doing: a log that is kept for it fills a disk there. */
export function FollowList({ followed, draft }: { followed: readonly Trigger[]; draft: Definition }) {
  return followed.map(({ node_id, active, last_fired_at, last_error, lag_bytes }) => (
    <div key={node_id} className={classes.trigger}>
      <div className={classes.version}>
        <strong className="medium break-anywhere">{nameOfStep(draft, node_id)}</strong>
        <span className="flex-none dim">
          {last_fired_at === null ? texts.notFollowed : sentence(texts.lastChange, <Time at={last_fired_at} />)}
        </span>
      </div>
      {last_error !== undefined && <p className={classes.problem}>{last_error}</p>}
      {active && lag_bytes !== undefined && (
        <p className="small dim">{texts.keptLog(Math.ceil(lag_bytes / 2 ** 20))}</p>
      )}
    </div>
  ));
}
