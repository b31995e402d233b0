import { useQueryClient } from '@tanstack/react-query';
import {
  CONNECTOR_CHANGES,
  type ConnectorDetails,
  connectorQuery,
  deleteConnector,
  updateConnector,
} from '../api/connectors.ts';
import { useSession } from '../api/session.ts';
import { RightsNote } from '../connection-parts/facts.tsx';
import { SharingSection } from '../connection-parts/sharing-section.tsx';
import { useStoredForm } from '../connection-parts/use-stored-form.ts';
import { LinkButton } from '../look/link-button.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { SaveBar } from '../look/save-bar.tsx';
import { useAction } from '../look/use-action.ts';
import { ownership } from '../texts/connections.ts';
import { connectors as listTexts, connectorPage as texts } from '../texts/connectors.ts';
import { AccessBanner } from './access-banner.tsx';
import { ConnectorFacts } from './connector-facts.tsx';
import { findChanges, findProblem, toForm } from './connector-form.ts';
import classes from './connector-page.module.css';
import { ConnectorSettings } from './connector-settings.tsx';
import { DeleteSection } from './delete-section.tsx';
import { Operations } from './operations.tsx';
import { OwnAccount } from './own-account.tsx';
import { RefreshButton } from './refresh-dialog.tsx';
import { SkippedList } from './skipped-list.tsx';

export function OneConnector({ connector }: { connector: ConnectorDetails }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { permissions, skipped, skipped_count } = connector;
  const mayWrite = permissions.write;
  const { initial, form, hasChanged, change, discard, begin } = useStoredForm(connector, toForm);
  const { isBusy, error, problem, perform, dismiss } = useAction({ changes: CONNECTOR_CHANGES });

  async function save() {
    begin({ ...connector, ...(await updateConnector(findChanges(connector.id, initial, form))) });
  }

  return (
    <>
      <PageHeader
        title={connector.title}
        actions={
          <>
            <LinkButton to="/connectors" isBack>
              {listTexts.all}
            </LinkButton>
            {mayWrite && <RefreshButton connector={connector} />}
          </>
        }
      />
      <AccessBanner source={connector} path={`/connectors/${connector.id}`} />
      <RightsNote permissions={permissions} readOnly={texts.readOnly} adminOnly={texts.adminOnly} />
      <ConnectorFacts connector={connector} />
      {connector.credential === 'own' && permissions.use && <OwnAccount connector={connector} />}
      <Operations connector={connector} mayWrite={mayWrite} />
      {skipped_count > 0 && (
        <div className={classes.skipped}>
          <SkippedList title={texts.skipped(skipped_count)} skipped={skipped} />
        </div>
      )}
      <ConnectorSettings connector={connector} form={form} error={error} readOnly={!mayWrite} onChange={change} />
      {(mayWrite || user.admin) && <SharingSection sharing={form} hint={ownership.toolsHint} onChange={change} />}
      {(mayWrite || user.admin) && (
        <DeleteSection
          kind="connector"
          id={connector.id}
          title={connector.title}
          prefix={connector.name}
          changes={CONNECTOR_CHANGES}
          onDelete={() => deleteConnector(connector.id)}
          onDeleted={() => queryClient.removeQueries({ queryKey: connectorQuery(connector.id).queryKey })}
        />
      )}
      <SaveBar
        hasChanged={hasChanged}
        isBusy={isBusy}
        problem={problem ?? findProblem(form)}
        canSave={findProblem(form) === undefined && form.title.trim() !== ''}
        onSave={() => perform(save, texts.saved)}
        onDiscard={() => {
          discard();
          dismiss();
        }}
      />
    </>
  );
}
