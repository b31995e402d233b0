import { Anchor, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Publication, publicationQuery, regenerateWebhook } from '../../api/publication.ts';
import { useLive } from '../../api/transport/live.ts';
import { ConfirmDialog } from '../../look/confirm-dialog.tsx';
import { CopyButton } from '../../look/copy-button.tsx';
import { Icon } from '../../look/icons.tsx';
import { sentence } from '../../look/sentence.ts';
import { Time } from '../../look/time.tsx';
import * as texts from '../../texts/publish.ts';
import classes from './publish-panel.module.css';
import { describeWebhook, webhookCurl } from './publish-words.ts';

interface AddressEntryProps {
  workflowId: string;
  trigger: { node_id: string; name: string; url: string | null; last_called_at: number | null };
  words: {
    never: string;
    last(time: string): string;
    unpublished: string;
    copy: string;
    /** What a new address does to the present one. */
    renewed(name: string): string;
  };
  /** What can be done with the address, with the button that makes a new one. */
  children(url: string, renewal: ReactNode): ReactNode;
}

/** A trigger that is reached at an address, for drafts and versions alike. */
function AddressEntry({ workflowId, trigger, words, children }: AddressEntryProps) {
  const [isRenewing, setRenewing] = useState(false);
  const { node_id, url, last_called_at } = trigger;
  const name = trigger.name || node_id;
  const renewal = (
    <Button size="compact-xs" variant="default" className={classes.renew} onClick={() => setRenewing(true)}>
      {texts.makeNewURL}
    </Button>
  );
  return (
    <div className={classes.trigger}>
      <div className={classes.version}>
        <strong className="medium break-anywhere">{name}</strong>
        <span className="flex-none dim">
          {last_called_at === null ? words.never : sentence(words.last, <Time at={last_called_at} />)}
        </span>
      </div>
      {url === null ? (
        <p className="small dim">{words.unpublished}</p>
      ) : (
        <>
          <CopyLine label={words.copy} text={url} isOneLine />
          {children(url, renewal)}
        </>
      )}
      <ConfirmDialog
        opened={isRenewing}
        title={texts.makeNewURL}
        action={texts.makeNewURL}
        danger
        changes={[publicationQuery(workflowId).queryKey]}
        onClose={() => setRenewing(false)}
        onConfirm={() => regenerateWebhook(workflowId, node_id)}
      >
        {words.renewed(name)}
      </ConfirmDialog>
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

const FORM_WORDS = {
  never: texts.neverSent,
  last: texts.sent,
  unpublished: texts.formAfterPublishing,
  copy: texts.copyTheLink,
  renewed: texts.formAddressStops,
};

/** The page of each form, to open and to pass on. */
export function FormList({ workflowId, forms }: { workflowId: string; forms: Publication['forms'] }) {
  return forms.map(form => (
    <AddressEntry key={form.node_id} workflowId={workflowId} trigger={form} words={FORM_WORDS}>
      {(url, renewal) => (
        <>
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
            {texts.openForm} <Icon name="external-link" size={14} />
          </Anchor>
          <p className="small dim">{texts.whoeverLinkCanSend}</p>
          {renewal}
        </>
      )}
    </AddressEntry>
  ));
}

const WEBHOOK_WORDS = {
  never: texts.neverCalled,
  last: texts.called,
  unpublished: texts.getsURLWhenPublished,
  copy: texts.copyTheUrl,
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
    <AddressEntry key={webhook.node_id} workflowId={workflowId} trigger={webhook} words={WEBHOOK_WORDS}>
      {(url, renewal) => (
        <>
          <p className="small dim">{texts.whoeverURLCanStart}</p>
          {describeWebhook(webhook).map(line => (
            <p key={line} className="small dim">
              {line}
            </p>
          ))}
          <details className={classes.fold}>
            <summary>{texts.moreAboutUrl}</summary>
            <CopyLine label={texts.copyTheCommand} text={webhookCurl(url, webhook.methods)} />
            {renewal}
          </details>
        </>
      )}
    </AddressEntry>
  ));
}
