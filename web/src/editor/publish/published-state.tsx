import { Switch } from '@mantine/core';
import { activateWorkflow, type Publication, publicationChanges } from '../../api/publication.ts';
import { Problem } from '../../look/problem.tsx';
import { sentence } from '../../look/sentence.ts';
import { Time } from '../../look/time.tsx';
import { useAction } from '../../look/use-action.ts';
import * as texts from '../../texts/publish.ts';
import classes from './publish-panel.module.css';

/** Which version is published, by whom, and whether its triggers are on. */
export function PublishedState({ workflowId, publication }: { workflowId: string; publication: Publication }) {
  const { deployment, published } = publication;
  const { isBusy, problem, perform } = useAction({ changes: publicationChanges(workflowId), rereadsRefused: true });
  if (!published) {
    return <p className={classes.status}>{texts.neverPublishedPublishingTurns}</p>;
  }

  return (
    <div className={classes.status}>
      <div className={classes.version}>
        <span>
          {sentence(
            texts.publishedVersion,
            published.version,
            <Time at={published.at} />,
            published.by.name || published.by.email,
          )}
        </span>
        <Switch
          label={deployment.active ? texts.triggers : texts.triggersOff}
          checked={deployment.active}
          disabled={isBusy}
          onChange={event => {
            const active = event.currentTarget.checked;
            void perform(() => activateWorkflow(workflowId, active));
          }}
        />
      </div>
      {published.note !== '' && <p className={classes.note}>{published.note}</p>}
      <Problem>{problem}</Problem>
    </div>
  );
}
