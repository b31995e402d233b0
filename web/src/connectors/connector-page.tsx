/** One connector: which of its operations are tools, how they are called, and who may use them. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  CONNECTOR_CHANGES,
  type ConnectorDetails,
  connectorQuery,
  deleteConnector,
  updateConnector,
} from '../api/connectors.ts';
import { ConnectionGate, ConnectionPage } from '../connection-parts/connection-page.tsx';
import { useStoredForm } from '../connection-parts/use-stored-form.ts';
import { useAction } from '../look/use-action.ts';
import { ownership } from '../texts/connections.ts';
import { connectors as listTexts, connectorPage as texts } from '../texts/connectors.ts';
import { AccessBanner } from './access-banner.tsx';
import { ConnectorFacts } from './connector-facts.tsx';
import { findChanges, findProblem, toForm } from './connector-form.ts';
import classes from './connector-page.module.css';
import { ConnectorSettings } from './connector-settings.tsx';
import { Operations } from './operations.tsx';
import { OwnAccount } from './own-account.tsx';
import { RefreshButton } from './refresh-dialog.tsx';
import { SkippedList } from './skipped-list.tsx';
import { ToolUses } from './tool-uses.tsx';

export function ConnectorPage() {
  const { connectorId } = useParams({ from: '/shell/connectors/$connectorId' });
  const query = useQuery(connectorQuery(connectorId));
  return (
    <ConnectionGate query={query} icon="plug" texts={listTexts} list="/connectors">
      {connector => <OneConnector key={connector.id} connector={connector} />}
    </ConnectionGate>
  );
}

function OneConnector({ connector }: { connector: ConnectorDetails }) {
  const { id, permissions, skipped, skipped_count } = connector;
  const mayWrite = permissions.write;
  const stored = useStoredForm(connector, toForm);
  const { initial, form, change, begin } = stored;
  const action = useAction({ changes: CONNECTOR_CHANGES });

  return (
    <ConnectionPage
      name={connector.title}
      list="/connectors"
      all={listTexts.all}
      texts={texts}
      permissions={permissions}
      actions={mayWrite && <RefreshButton connector={connector} />}
      banners={<AccessBanner source={connector} path={`/connectors/${id}`} />}
      stored={stored}
      sharingHint={ownership.toolsHint}
      action={action}
      problem={action.problem ?? findProblem(form)}
      canSave={findProblem(form) === undefined && form.title.trim() !== ''}
      save={async () => begin({ ...connector, ...(await updateConnector(findChanges(id, initial, form))) })}
      queryKey={connectorQuery(id).queryKey}
      changes={CONNECTOR_CHANGES}
      deletion={<ToolUses kind="connector" id={id} prefix={connector.name} />}
      onDelete={() => deleteConnector(id)}
    >
      <ConnectorFacts connector={connector} />
      {connector.credential === 'own' && permissions.use && <OwnAccount connector={connector} />}
      <Operations connector={connector} mayWrite={mayWrite} />
      {skipped_count > 0 && (
        <div className={classes.skipped}>
          <SkippedList title={texts.skipped(skipped_count)} skipped={skipped} />
        </div>
      )}
      <ConnectorSettings
        connector={connector}
        form={form}
        error={action.error}
        readOnly={!mayWrite}
        onChange={change}
      />
    </ConnectionPage>
  );
}
