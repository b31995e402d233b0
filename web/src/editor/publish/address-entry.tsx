import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { publicationQuery, regenerateWebhook } from '../../api/publication.ts';
import { ConfirmDialog } from '../../look/confirm-dialog.tsx';
import { CopyButton } from '../../look/copy-button.tsx';
import { sentence } from '../../look/sentence.ts';
import { Time } from '../../look/time.tsx';
import * as texts from '../../texts/publish.ts';
import classes from './publish-panel.module.css';

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
export function AddressEntry({ workflowId, trigger, words, children }: AddressEntryProps) {
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
        <strong>{name}</strong>
        <span className="dim">
          {last_called_at === null ? words.never : sentence(words.last, <Time at={last_called_at} />)}
        </span>
      </div>
      {url === null ? (
        <p className={classes.text}>{words.unpublished}</p>
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

export function CopyLine({ label, text, isOneLine = false }: { label: string; text: string; isOneLine?: boolean }) {
  return (
    <div className={classes.copy}>
      <pre className={isOneLine ? 'truncate' : undefined}>{text}</pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}
