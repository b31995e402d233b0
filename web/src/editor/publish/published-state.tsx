import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { activateWorkflow, type Publication, refreshPublication } from '../../api/publication.ts';
import { Time } from '../../look/time.tsx';
import { useAction } from '../../look/use-action.ts';
import * as texts from '../../texts/publish.ts';
import classes from './publish-panel.module.css';

/** Which version is published, by whom, and whether its triggers are on. */
export function PublishedState({ workflowId, publication }: { workflowId: string; publication: Publication }) {
  const { deployment, published } = publication;
  const queryClient = useQueryClient();
  const { isBusy, problem, perform } = useAction();
  if (!published) {
    return <p className={classes.status}>{texts.neverPublishedPublishingTurns}</p>;
  }

  async function activate(active: boolean) {
    await perform(() =>
      activateWorkflow(workflowId, active).finally(() => refreshPublication(queryClient, workflowId)),
    );
  }

  return (
    <div className={classes.status}>
      <div className={classes.version}>
        <span>
          {texts.version(published.version)} <Time at={published.at} />{' '}
          {texts.by2(published.by.name || published.by.email)}
        </span>
        <Switch
          label={deployment.active ? texts.triggers : texts.triggersOff}
          checked={deployment.active}
          disabled={isBusy}
          onChange={event => activate(event.currentTarget.checked)}
        />
      </div>
      {published.note !== '' && <p className={classes.note}>{published.note}</p>}
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
