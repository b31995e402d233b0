import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../api/live.ts';
import { type Publication, publicationQuery } from '../../api/publication.ts';
import * as texts from '../../texts/publish.ts';
import { AddressEntry, CopyLine } from './address-entry.tsx';
import classes from './publish-panel.module.css';
import { describeWebhook, webhookCurl } from './publish-words.ts';

const WORDS = {
  never: texts.neverCalled,
  last: texts.called,
  unpublished: texts.getsURLWhenPublished,
  copy: texts.copyUrl,
  renewed: texts.presentURLStopsWorking,
};

/** The URL of each webhook with a command that calls it. */
export function WebhookList({ workflowId, webhooks }: { workflowId: string; webhooks: Publication['webhooks'] }) {
  const queryClient = useQueryClient();
  const { queryKey } = publicationQuery(workflowId);
  // A run that began may be one that a call started.
  useLive(event => {
    if (event.type === 'run' && event.workflow_id === workflowId) void queryClient.invalidateQueries({ queryKey });
  });
  return webhooks.map(webhook => (
    <AddressEntry key={webhook.node_id} workflowId={workflowId} trigger={webhook} words={WORDS}>
      {(url, renewal) => (
        <>
          <p className={classes.text}>{texts.whoeverURLCanStart}</p>
          {describeWebhook(webhook).map(line => (
            <p key={line} className={classes.text}>
              {line}
            </p>
          ))}
          <details className={classes.fold}>
            <summary>{texts.moreAboutUrl}</summary>
            <CopyLine label={texts.copyCommand} text={webhookCurl(url, webhook.methods)} />
            {renewal}
          </details>
        </>
      )}
    </AddressEntry>
  ));
}
