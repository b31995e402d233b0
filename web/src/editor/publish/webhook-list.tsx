import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Publication, publicationQuery, regenerateWebhook } from '../../api/publication.ts';
import { ConfirmDialog } from '../../look/confirm-dialog.tsx';
import { CopyButton } from '../../look/copy-button.tsx';
import { Time } from '../../look/time.tsx';
import classes from './publish-panel.module.css';
import { webhookCurl } from './publish-words.ts';

type Webhook = Publication['webhooks'][number];

/** The URL of each webhook with a command that calls it. There is one URL, for drafts and versions alike. */
export function WebhookList({ workflowId, webhooks }: { workflowId: string; webhooks: readonly Webhook[] }) {
  const [renewed, setRenewed] = useState<Webhook>();
  const queryClient = useQueryClient();
  return (
    <>
      {webhooks.map(webhook => (
        <WebhookEntry key={webhook.node_id} webhook={webhook} onRenew={() => setRenewed(webhook)} />
      ))}
      <ConfirmDialog
        opened={renewed !== undefined}
        title="Make a new URL"
        action="Make a new URL"
        danger
        onClose={() => setRenewed(undefined)}
        onConfirm={async () => {
          if (renewed) await regenerateWebhook(workflowId, renewed.node_id);
          await queryClient.invalidateQueries({ queryKey: publicationQuery(workflowId).queryKey });
        }}
      >
        The present URL of {renewed?.name || renewed?.node_id} stops working at once. Whoever calls it gets an error
        until they have the new one.
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
          {last_called_at === null ? (
            'never called'
          ) : (
            <>
              called <Time at={last_called_at} />
            </>
          )}
        </span>
      </div>
      {url === null ? (
        <p className={classes.text}>It gets its URL when it is published.</p>
      ) : (
        <>
          <CopyLine label="URL" text={url} isOneLine />
          <CopyLine label="command" text={webhookCurl(url)} />
          <p className={classes.text}>Whoever has the URL can start runs.</p>
          <Button size="compact-xs" variant="default" className={classes.renew} onClick={onRenew}>
            Make a new URL
          </Button>
        </>
      )}
    </div>
  );
}

function CopyLine({ label, text, isOneLine = false }: { label: string; text: string; isOneLine?: boolean }) {
  return (
    <div className={classes.copy}>
      <pre className={isOneLine ? 'truncate' : undefined}>{text}</pre>
      <CopyButton text={text} label={`Copy the ${label}`} />
    </div>
  );
}
