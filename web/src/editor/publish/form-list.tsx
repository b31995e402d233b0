import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { type Publication, publicationQuery, regenerateWebhook } from '../../api/publication.ts';
import { ConfirmDialog } from '../../look/confirm-dialog.tsx';
import { CopyButton } from '../../look/copy-button.tsx';
import { Icon } from '../../look/icons.tsx';
import { sentence } from '../../look/sentence.ts';
import { Time } from '../../look/time.tsx';
import * as texts from '../../texts/publish.ts';
import classes from './publish-panel.module.css';

type Form = Publication['forms'][number];

/** The page of each form, to open and to pass on. */
export function FormList({ workflowId, forms }: { workflowId: string; forms: readonly Form[] }) {
  const [renewed, setRenewed] = useState<Form>();
  return (
    <>
      {forms.map(form => (
        <FormEntry key={form.node_id} form={form} onRenew={() => setRenewed(form)} />
      ))}
      <ConfirmDialog
        opened={renewed !== undefined}
        title={texts.makeNewURL}
        action={texts.makeNewURL}
        danger
        changes={[publicationQuery(workflowId).queryKey]}
        onClose={() => setRenewed(undefined)}
        onConfirm={async () => {
          if (renewed) await regenerateWebhook(workflowId, renewed.node_id);
        }}
      >
        {texts.formAddressStops(renewed?.name || renewed?.node_id || '')}
      </ConfirmDialog>
    </>
  );
}

function FormEntry({ form: { node_id, name, url, last_called_at }, onRenew }: { form: Form; onRenew(): void }) {
  return (
    <div className={classes.trigger}>
      <div className={classes.version}>
        <strong>{name || node_id}</strong>
        <span className="dim">
          {last_called_at === null ? texts.neverSent : sentence(texts.sent, <Time at={last_called_at} />)}
        </span>
      </div>
      {url === null ? (
        <p className={classes.text}>{texts.formAfterPublishing}</p>
      ) : (
        <>
          <div className={classes.copy}>
            <pre className="truncate">{url}</pre>
            <CopyButton text={url} label={texts.copyLink} />
          </div>
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
            {texts.openForm} <Icon name="external-link" size={14} />
          </Anchor>
          <p className={classes.text}>{texts.whoeverLinkCanSend}</p>
          <Button size="compact-xs" variant="default" className={classes.renew} onClick={onRenew}>
            {texts.makeNewURL}
          </Button>
        </>
      )}
    </div>
  );
}
