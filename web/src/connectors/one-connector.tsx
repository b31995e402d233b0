import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  CONNECTOR_CHANGES,
  type ConnectorDetails,
  connectorQuery,
  deleteConnector,
  updateConnector,
} from '../api/connectors.ts';
import { useSession } from '../api/session.ts';
import { SaveBar } from '../connection-parts/save-bar.tsx';
import { SharingSection } from '../connection-parts/sharing-section.tsx';
import type { Update } from '../forms/form-context.ts';
import { Icon } from '../look/icons.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { useAction } from '../look/use-action.ts';
import { ownership } from '../texts/connections.ts';
import { connectors as listTexts, connectorPage as texts } from '../texts/connectors.ts';
import { AccessBanner } from './access-banner.tsx';
import type { AccessForm } from './access-form.ts';
import { ConnectorFacts } from './connector-facts.tsx';
import { type ConnectorForm, findChanges, findProblem, isChanged, toForm } from './connector-form.ts';
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
  // The form begins with what was read first: it must not change under somebody's hands.
  const [initial, setInitial] = useState(() => toForm(connector));
  const [form, setForm] = useState(initial);
  const { isBusy, error, problem, perform, dismiss } = useAction({ changes: CONNECTOR_CHANGES });
  const hasChanged = isChanged(initial, form);
  // Switching and refreshing change the connector beside the form. Then the form begins again, unless it has changes.
  useEffect(() => {
    if (hasChanged) return;
    setInitial(toForm(connector));
    setForm(toForm(connector));
  }, [connector, hasChanged]);

  async function save() {
    await updateConnector(findChanges(connector.id, initial, form));
    setInitial(form);
  }
  const change = (changes: Partial<ConnectorForm>) => setForm(before => ({ ...before, ...changes }));
  const changeAccess = (update: Update<AccessForm>) =>
    setForm(before => ({ ...before, access: update(before.access) }));

  return (
    <>
      <PageHeader
        title={connector.title}
        actions={
          <>
            <Button
              component={Link}
              to="/connectors"
              variant="subtle"
              color="gray"
              leftSection={<Icon name="arrow-left" />}
            >
              {listTexts.all}
            </Button>
            {mayWrite && <RefreshButton connector={connector} />}
          </>
        }
      />
      <AccessBanner source={connector} path={`/connectors/${connector.id}`} />
      {!permissions.use ? (
        <p className={classes.note}>{texts.adminOnly}</p>
      ) : (
        !mayWrite && <p className={classes.note}>{texts.readOnly}</p>
      )}
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
        error={error}
        readOnly={!mayWrite}
        onChange={change}
        onAccess={changeAccess}
      />
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
          setForm(initial);
          dismiss();
        }}
      />
    </>
  );
}
