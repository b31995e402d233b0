/** The user's own account at the service of a connector that asks everybody for one. */

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CONNECTOR_CHANGES, type ConnectorDetails, connectorQuery, setOwnAccount } from '../api/connectors.ts';
import { connectCredential, credentialKindsQuery } from '../api/credentials.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import { toFields } from '../connection-parts/field-values.ts';
import { FormSection } from '../look/page/section.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { ownAccount as texts } from '../texts/connectors.ts';
import { type AccessForm, beginAccess, findMissingFields, hostsOfUrl, type Scheme, valuesOf } from './access-form.ts';
import { NewAccessFields } from './access-section.tsx';
import classes from './connector-page.module.css';

/** What people mostly have, for an API whose description does not say what it asks for. */
const USUAL: readonly Scheme[] = [
  { kind: 'bearer', description: '', fields: {} },
  { kind: 'header', description: '', fields: {} },
  { kind: 'basic', description: '', fields: {} },
];

export function OwnAccount({ connector }: { connector: ConnectorDetails }) {
  const { id, account, security, base_url } = connector;
  const queryClient = useQueryClient();
  const { data: kinds = [] } = useQuery(credentialKindsQuery);
  const schemes = security.length === 0 ? USUAL : security;
  const [form, setForm] = useState<AccessForm>(() => beginAccess(schemes));
  const [isEditing, setEditing] = useState(false);
  const { isBusy, problem, perform } = useAction({ changes: CONNECTOR_CHANGES });
  const scheme = schemes[form.scheme];
  const kind = kinds.find(each => each.kind === scheme?.kind);
  const isAsking = account === null || isEditing;

  const connect = (credentialId: string) => connectCredential(credentialId, `/connectors/${id}`);
  const save = () =>
    perform(
      async () => {
        if (!kind || !scheme) return undefined;
        const fields = toFields(kind.fields, valuesOf(kind, scheme, form));
        const saved = await setOwnAccount({ id, kind: kind.kind, fields });
        queryClient.setQueryData(connectorQuery(id).queryKey, saved);
        setForm(beginAccess(schemes));
        setEditing(false);
        if (saved.account?.state !== 'connect') return texts.saved;
        await connect(saved.account.credential_id);
        return undefined;
      },
      done => done,
    );

  return (
    <FormSection title={texts.title} text={texts.text}>
      {account && (
        <div className={classes.account}>
          <CredentialMark credential={account} />
          {account.state !== 'ready' && (
            <Button loading={isBusy} onClick={() => perform(() => connect(account.credential_id))}>
              {words.connect}
            </Button>
          )}
          {!isEditing && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {texts.replace}
            </Button>
          )}
        </div>
      )}
      {isAsking && (
        <>
          <NewAccessFields form={form} schemes={schemes} hosts={hostsOfUrl(base_url)} onUpdate={setForm} />
          <div>
            <Button
              loading={isBusy}
              disabled={!kind || !scheme || findMissingFields(kind, scheme, form).length > 0}
              onClick={() => void save()}
            >
              {words.save}
            </Button>
          </div>
        </>
      )}
      <Problem>{problem}</Problem>
    </FormSection>
  );
}
