import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Publication } from '../../api/publication.ts';
import { type Definition, displayName, findNode } from '../../graph/definition.ts';
import { formatInZone } from '../../look/duration.ts';
import { Time } from '../../look/time.tsx';
import { backfill as texts } from '../../texts/flow.ts';
import { BackfillDialog } from './backfill-dialog.tsx';
import classes from './publish-panel.module.css';

/** The next times of each schedule, in its own zone. */
interface ScheduleListProps extends Pick<Publication, 'schedules' | 'deployment'> {
  workflowId: string;
  draft: Definition;
}

export function ScheduleList({ workflowId, schedules, deployment, draft }: ScheduleListProps) {
  const [backfilled, setBackfilled] = useState<string>();
  const isOn = (id: string) => deployment.triggers.some(trigger => trigger.node_id === id && trigger.active);
  const entries = schedules.map(({ node_id, cron, timezone, next_runs, error }) => {
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
        {isOn(node_id) && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.more ?? ''}
            onClick={() => setBackfilled(node_id)}
          >
            {texts.open}
          </Button>
        )}
      </div>
    );
  });
  return (
    <>
      {entries}
      {backfilled !== undefined && (
        <BackfillDialog workflowId={workflowId} nodeId={backfilled} onClose={() => setBackfilled(undefined)} />
      )}
    </>
  );
}
