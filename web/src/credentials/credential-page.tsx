/** One credential: what it is, where it may go, who uses it, and how to replace it. */

import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  CREDENTIALS,
  type Credential,
  credentialKindsQuery,
  credentialQuery,
  deleteCredential,
  type KindDescription,
  updateCredential,
} from '../api/credentials.ts';
import { ConnectionGate, ConnectionPage } from '../connection-parts/connection-page.tsx';
import { CredentialFields } from '../connection-parts/credential-fields.tsx';
import { type FieldValues, isFilled } from '../connection-parts/field-values.ts';
import { useStoredForm } from '../connection-parts/use-stored-form.ts';
import { FormSection } from '../look/page/section.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { credentials as listTexts, newCredential, credentialPage as texts } from '../texts/credentials.ts';
import { ConnectButton, DisconnectButton, StateBanner } from './connecting.tsx';
import classes from './credential-page.module.css';
import { AboutSection, HostsSection, secretsOf } from './credential-sections.tsx';
import { CredentialFacts } from './facts.tsx';
import { asksForSecrets, fieldsOf, findChanges, goesElsewhere, toForm } from './form.ts';
import { OwnFields } from './own-fields.tsx';
import { ReminderField } from './reminder-field.tsx';
import { RotateButton } from './rotate-dialog.tsx';
import { StoredSecrets } from './stored-secrets.tsx';
import { TrySection } from './try-section.tsx';
import { CredentialUses, UsersSection } from './users-section.tsx';

interface OneCredentialProps {
  credential: Credential;
  kind: KindDescription;
}

export function CredentialPage() {
  const { credentialId } = useParams({ from: '/shell/credentials/$credentialId' });
  const credential = useQuery(credentialQuery(credentialId));
  const { data: kinds } = useQuery(credentialKindsQuery);
  return (
    <ConnectionGate query={credential} icon="key" texts={listTexts} list="/credentials">
      {stored => {
        const kind = kinds?.find(each => each.kind === stored.kind);
        if (!kind) return <Loader size="sm" m="md" aria-label={listTexts.all} />;
        return <OneCredential key={stored.id} credential={stored} kind={kind} />;
      }}
    </ConnectionGate>
  );
}

function OneCredential({ credential, kind }: OneCredentialProps) {
  const queryClient = useQueryClient();
  const { permissions } = credential;
  const fields = fieldsOf(kind, credential.fields);
  const secrets = secretsOf(fields);
  const stored = useStoredForm(credential, from => toForm(from, fieldsOf(kind, from.fields)));
  const { base, initial, form, change, begin } = stored;
  const action = useAction({ changes: [CREDENTIALS] });
  const { error, problem } = action;
  const wantsSecrets = goesElsewhere(initial, form) || asksForSecrets(error);
  const missing = wantsSecrets
    ? secrets.filter(({ name }) => name in credential.fields && !isFilled(form.values[name]))
    : [];

  async function save() {
    const saved = await updateCredential(findChanges(base, fields, initial, form));
    begin(saved);
    queryClient.setQueryData(credentialQuery(credential.id).queryKey, saved);
  }
  const changeValues = (changes: FieldValues) => change(({ values }) => ({ values: { ...values, ...changes } }));

  const mayWrite = permissions.write;
  const publicFields = fields.filter(({ secret }) => !secret);
  const part = { form, error, onChange: change, readOnly: !mayWrite };
  return (
    <ConnectionPage
      name={credential.name}
      list="/credentials"
      all={listTexts.all}
      texts={texts}
      permissions={permissions}
      actions={
        mayWrite && (
          <>
            {secrets.length > 0 && <RotateButton credential={credential} secrets={secrets} />}
            {/* Otherwise the banner below has it. */}
            {kind.connectable && credential.state === 'ready' && (
              <>
                <DisconnectButton credential={credential} />
                <ConnectButton credential={credential} />
              </>
            )}
          </>
        )
      }
      banners={<StateBanner credential={credential} mayConnect={kind.connectable && mayWrite} />}
      stored={stored}
      action={action}
      note={missing.length > 0 ? words.stillMissing(missing.map(({ title }) => title)) : ''}
      canSave={missing.length === 0 && form.name.trim() !== '' && form.hosts.length > 0}
      save={save}
      queryKey={credentialQuery(credential.id).queryKey}
      changes={[CREDENTIALS]}
      deletion={<CredentialUses id={credential.id} />}
      onDelete={() => deleteCredential(credential.id)}
    >
      <CredentialFacts credential={credential} kind={kind} />
      <UsersSection credential={credential} />
      {permissions.use && <TrySection credential={credential} />}
      <AboutSection {...part} />
      <FormSection title={newCredential.values} text={texts.valuesText}>
        <StoredSecrets secrets={secrets} stored={credential.fields} />
        <CredentialFields
          fields={publicFields}
          values={form.values}
          readOnly={!mayWrite}
          error={error}
          onChange={changeValues}
        />
        {kind.own_fields && mayWrite && (
          <OwnFields own={form.own} onUpdate={update => change(({ own }) => ({ own: update(own) }))} />
        )}
      </FormSection>
      <HostsSection {...part}>
        {wantsSecrets && (
          <fieldset className={classes.again}>
            <legend>{goesElsewhere(initial, form) ? texts.again : problem}</legend>
            <p className="text-13 dim">{texts.againWhy}</p>
            <CredentialFields
              fields={secrets.filter(({ name }) => name in credential.fields)}
              values={form.values}
              onChange={changeValues}
            />
          </fieldset>
        )}
      </HostsSection>
      <FormSection title={newCredential.reminder} text={newCredential.reminderText}>
        <ReminderField at={form.rotateAt} readOnly={!mayWrite} onChange={rotateAt => change({ rotateAt })} />
      </FormSection>
    </ConnectionPage>
  );
}
