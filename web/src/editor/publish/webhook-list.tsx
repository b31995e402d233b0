import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../../api/live.ts';
import { type Publication, publicationQuery, regenerateWebhook } from '../../api/publication.ts';
import { ConfirmDialog } from '../../look/confirm-dialog.tsx';
import { CopyButton } from '../../look/copy-button.tsx';
import { sentence } from '../../look/sentence.ts';
import { Time } from '../../look/time.tsx';
import * as texts from '../../texts/publish.ts';
import classes from './publish-panel.module.css';
import { describeWebhook, webhookCurl } from './publish-words.ts';

type Webhook = Publication['webhooks'][number];

/** The URL of each webhook with a command that calls it. There is one URL, for drafts and versions alike. */
export function WebhookList({ workflowId, webhooks }: { workflowId: string; webhooks: readonly Webhook[] }) {
  const [renewed, setRenewed] = useState<Webhook>();
  const queryClient = useQueryClient();
  const { queryKey } = publicationQuery(workflowId);
  // A run that began may be one that a call started.
  useLive(event => {
    if (event.type === 'run' && event.workflow_id === workflowId) void queryClient.invalidateQueries({ queryKey });
  });
  return (
    <>
      {webhooks.map(webhook => (
        <WebhookEntry key={webhook.node_id} webhook={webhook} onRenew={() => setRenewed(webhook)} />
      ))}
      <ConfirmDialog
        opened={renewed !== undefined}
        title={texts.makeNewURL}
        action={texts.makeNewURL}
        danger
        changes={[queryKey]}
        onClose={() => setRenewed(undefined)}
        onConfirm={async () => {
          if (renewed) await regenerateWebhook(workflowId, renewed.node_id);
        }}
      >
        {texts.presentURLStopsWorking(renewed?.name || renewed?.node_id || '')}
      </ConfirmDialog>
    </>
  );
}

function WebhookEntry({ webhook, onRenew }: { webhook: Webhook; onRenew(): void }) {
  const { node_id, name, url, last_called_at } = webhook;
  return (
    <div className={classes.trigger}>
      <div className={classes.version}>
        <strong>{name || node_id}</strong>
        <span className="dim">
          {last_called_at === null ? texts.neverCalled : sentence(texts.called, <Time at={last_called_at} />)}
        </span>
      </div>
      {url === null ? (
        <p className={classes.text}>{texts.getsURLWhenPublished}</p>
      ) : (
        <>
          <CopyLine label={texts.copyUrl} text={url} isOneLine />
          <p className={classes.text}>{texts.whoeverURLCanStart}</p>
          {describeWebhook(webhook).map(line => (
            <p key={line} className={classes.text}>
              {line}
            </p>
          ))}
          <details className={classes.fold}>
            <summary>{texts.moreAboutUrl}</summary>
            <CopyLine label={texts.copyCommand} text={webhookCurl(url, webhook.methods)} />
            <Button size="compact-xs" variant="default" className={classes.renew} onClick={onRenew}>
              {texts.makeNewURL}
            </Button>
          </details>
        </>
      )}
    </div>
  );
}

function CopyLine({ label, text, isOneLine = false }: { label: string; text: string; isOneLine?: boolean }) {
  return (
    <div className={classes.copy}>
      <pre className={isOneLine ? 'truncate' : undefined}>{text}</pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}
