/** The runs of other workflows that a step has started, one for each try, with their states. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { childRunsQuery, runSummaryQuery } from '../api/child-runs.ts';
import { StateMark } from '../look/state-mark.tsx';
import { Time } from '../look/time.tsx';
import type { StepState } from '../run-parts/run-state.ts';
import { shortId } from '../run-parts/words.ts';
import { subWorkflows as texts } from '../texts/sub-workflows.ts';
import classes from './step-panel.module.css';

export function StepRuns({ runId, step }: { runId: string; step: StepState }) {
  const { data } = useQuery(childRunsQuery(runId, step));
  if (!data) return null;
  // The list has the newest first, and tries are counted from the first.
  const runs = data.items.toReversed();
  return (
    <section className={classes.part} aria-label={texts.runs}>
      {runs.length === 0 && <p className="dim">{texts.none}</p>}
      <ul className="column gap-4">
        {runs.map(({ id, status, workflow_name, created }, index) => (
          <li key={id} className="row gap-8 min-w-0">
            <StateMark state={status} />
            <Link to="/runs/$runId" params={{ runId: id }} search={{}} className="truncate">
              {workflow_name}
            </Link>
            <span className="flex-none mono dim">{shortId(id)}</span>
            {runs.length > 1 && <span className="flex-none dim">{texts.try(index + 1)}</span>}
            <span className="flex-none ml-auto dim">
              <Time at={created.timestamp} />
            </span>
          </li>
        ))}
      </ul>
      {data.next !== null && <p className="dim">{texts.more}</p>}
    </section>
  );
}

/** The run whose step started this one. Without its name when it is gone. */
export function ParentRun({ id, nodeId }: { id: string; nodeId: string | undefined }) {
  const { data: parent } = useQuery(runSummaryQuery(id));
  return (
    <li title={nodeId === undefined ? undefined : texts.step(nodeId)}>
      {texts.partOf}
      {parent && <StateMark state={parent.status} />}
      <Link to="/runs/$runId" params={{ runId: id }} search={nodeId === undefined ? {} : { step: nodeId }}>
        {parent?.workflow_name} <span className="mono">{shortId(id)}</span>
      </Link>
    </li>
  );
}
