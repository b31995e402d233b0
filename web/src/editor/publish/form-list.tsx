import { Anchor } from '@mantine/core';
import type { Publication } from '../../api/publication.ts';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/publish.ts';
import { AddressEntry } from './address-entry.tsx';
import classes from './publish-panel.module.css';

const WORDS = {
  never: texts.neverSent,
  last: texts.sent,
  unpublished: texts.formAfterPublishing,
  copy: texts.copyLink,
  renewed: texts.formAddressStops,
};

/** The page of each form, to open and to pass on. */
export function FormList({ workflowId, forms }: { workflowId: string; forms: Publication['forms'] }) {
  return forms.map(form => (
    <AddressEntry key={form.node_id} workflowId={workflowId} trigger={form} words={WORDS}>
      {(url, renewal) => (
        <>
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
            {texts.openForm} <Icon name="external-link" size={14} />
          </Anchor>
          <p className={classes.text}>{texts.whoeverLinkCanSend}</p>
          {renewal}
        </>
      )}
    </AddressEntry>
  ));
}
