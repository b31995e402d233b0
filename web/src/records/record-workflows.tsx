import { Link } from '@tanstack/react-router';
import type { WatchingWorkflow } from '../api/panels.ts';
import * as words from '../texts/common.ts';
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
        <p className="text-13 dim">{texts.noWorkflows}</p>
      ) : (
        <ul className={classes.list}>
          {found.map(({ id, name, active, node_id, events }) => (
            <li key={`${id} ${node_id}`}>
              <Link to="/workflows/$workflowId" params={{ workflowId: id }} className="truncate">
                {name}
              </Link>
              <small className="flex-none text-12 dim">
                {texts.events(events)} · {active ? texts.on : words.offInText}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
