import { Link } from '@tanstack/react-router';
import type { WatchingWorkflow } from '../api/panels.ts';
import { recordPanel as texts } from '../texts/records.ts';
import classes from './record-panel.module.css';
import { watching } from './watching.ts';

interface RecordWorkflowsProps {
  workflows: readonly WatchingWorkflow[];
  collection: string;
}

/** The workflows that start when records of the collection change. */
export function RecordWorkflows({ workflows, collection }: RecordWorkflowsProps) {
  const found = watching(workflows, collection);
  return (
    <section className={classes.section}>
      <h3>{texts.workflows}</h3>
      {found.length === 0 ? (
        <p className={classes.none}>{texts.noWorkflows}</p>
      ) : (
        <ul className={classes.list}>
          {found.map(({ id, name, active, node_id, events }) => (
            <li key={`${id} ${node_id}`}>
              <Link to="/workflows/$workflowId" params={{ workflowId: id }} className="truncate">
                {name}
              </Link>
              <small>
                {texts.events(events)} · {active ? texts.on : texts.off}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
