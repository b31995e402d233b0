import { useQueryClient } from '@tanstack/react-query';
import {
  CREDENTIALS,
  type Credential,
  credentialQuery,
  type KindDescription,
  updateCredential,
} from '../api/credentials.ts';
import { useSession } from '../api/session.ts';
import { CredentialFields } from '../connection-parts/credential-fields.tsx';
import { RightsNote } from '../connection-parts/facts.tsx';
import { type FieldValues, isFilled } from '../connection-parts/field-values.ts';
import { SharingSection } from '../connection-parts/sharing-section.tsx';
import { useStoredForm } from '../connection-parts/use-stored-form.ts';
import { LinkButton } from '../look/link-button.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { SaveBar } from '../look/save-bar.tsx';
import { FormSection } from '../look/section.tsx';
import { useAction } from '../look/use-action.ts';
import { credentials as listTexts, newCredential, credentialPage as texts } from '../texts/credentials.ts';
import { ConnectButton, DisconnectButton, StateBanner } from './connecting.tsx';
import classes from './credential-page.module.css';
import { AboutSection, HostsSection, secretsOf } from './credential-sections.tsx';
import { DeleteSection } from './delete-section.tsx';
import { CredentialFacts } from './facts.tsx';
import { asksForSecrets, fieldsOf, findChanges, goesElsewhere, toForm } from './form.ts';
import { OwnFields } from './own-fields.tsx';
import { ReminderField } from './reminder-field.tsx';
import { RotateButton } from './rotate-dialog.tsx';
import { StoredSecrets } from './stored-secrets.tsx';
import { TrySection } from './try-section.tsx';
import { UsersSection } from './users-section.tsx';

interface OneCredentialProps {
  credential: Credential;
  kind: KindDescription;
}

export function OneCredential({ credential, kind }: OneCredentialProps) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { permissions } = credential;
  const fields = fieldsOf(kind, credential.fields);
  const secrets = secretsOf(fields);
  const { base, initial, form, hasChanged, change, discard, begin } = useStoredForm(credential, stored =>
    toForm(stored, fieldsOf(kind, stored.fields)),
  );
  const { isBusy, error, problem, dismiss, perform } = useAction({ changes: [CREDENTIALS] });
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
    <>
      <PageHeader
        title={credential.name}
        actions={
          <>
            <LinkButton to="/credentials" isBack>
              {listTexts.all}
            </LinkButton>
            {mayWrite && secrets.length > 0 && <RotateButton credential={credential} secrets={secrets} />}
            {kind.connectable && mayWrite && credential.state === 'ready' && (
              <DisconnectButton credential={credential} />
            )}
            {/* Otherwise the banner below has it. */}
            {kind.connectable && mayWrite && credential.state === 'ready' && <ConnectButton credential={credential} />}
          </>
        }
      />
      <StateBanner credential={credential} mayConnect={kind.connectable && mayWrite} />
      <RightsNote permissions={permissions} readOnly={texts.readOnly} adminOnly={texts.adminOnly} />
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
            <p className="dim">{texts.againWhy}</p>
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
      {(mayWrite || user.admin) && <SharingSection sharing={form} onChange={change} />}
      {(mayWrite || user.admin) && <DeleteSection credential={credential} />}
      <SaveBar
        hasChanged={hasChanged}
        isBusy={isBusy}
        problem={problem}
        note={missing.length > 0 ? newCredential.missing(missing.map(({ title }) => title)) : ''}
        canSave={missing.length === 0 && form.name.trim() !== '' && form.hosts.length > 0}
        onSave={() => perform(save, texts.saved)}
        onDiscard={() => {
          discard();
          dismiss();
        }}
      />
    </>
  );
}
