import type { Publication } from '../../api/publication.ts';
import { type Definition, nameOfStep } from '../../graph/definition.ts';
import * as texts from '../../texts/publish.ts';
import classes from './publish-panel.module.css';

/** What the conditions of triggers have decided, so that one that lets nothing through is seen. */
export function ConditionList({ conditions, draft }: Pick<Publication, 'conditions'> & { draft: Definition }) {
  return conditions.map(({ node_id, filtered, failed, problem }) => (
    <div key={node_id} className={classes.trigger}>
      <div className={classes.version}>
        <strong className="medium break-anywhere">{nameOfStep(draft, node_id)}</strong>
        <span className="flex-none dim">{texts.filteredInDay(filtered)}</span>
      </div>
      {problem !== null && <p className={classes.problem}>{texts.conditionFailed(failed, problem)}</p>}
    </div>
  ));
}
