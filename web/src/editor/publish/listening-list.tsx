import type { Publication } from '../../api/publication.ts';
import { type Definition, nameOfStep } from '../../graph/definition.ts';
import { sentence } from '../../look/sentence.ts';
import { Time } from '../../look/time.tsx';
import * as texts from '../../texts/polls.ts';
import classes from './publish-panel.module.css';

type Trigger = Publication['deployment']['triggers'][number];

/** The types of triggers that listen to something outside. */
const LISTENING: ReadonlySet<string> = new Set(['trigger.message', 'trigger.database_change']);

export function listeningOf(triggers: readonly Trigger[]): readonly Trigger[] {
  return triggers.filter(({ type }) => LISTENING.has(type));
}

/** How each trigger that listens is doing, so that a dead source is seen. */
export function ListeningList({ triggers, draft }: { triggers: readonly Trigger[]; draft: Definition }) {
  return triggers.map(({ node_id, active, last_polled_at, last_error, last_fired_at, lag_bytes }) => (
    <div key={node_id} className={classes.trigger}>
      <div className={classes.version}>
        <strong className="medium break-anywhere">{nameOfStep(draft, node_id)}</strong>
        <span className="flex-none dim">
          {last_polled_at !== undefined
            ? sentence(texts.listens, <Time at={last_polled_at} />)
            : active
              ? texts.connecting
              : texts.notListening}
        </span>
      </div>
      {last_error !== undefined && <p className={classes.problem}>{last_error}</p>}
      {last_fired_at !== null && (
        <p className="small dim">{sentence(texts.lastMessage, <Time at={last_fired_at} />)}</p>
      )}
      {active && lag_bytes !== undefined && (
        <p className="small dim">{texts.keptLog(Math.ceil(lag_bytes / 2 ** 20))}</p>
      )}
    </div>
  ));
}
