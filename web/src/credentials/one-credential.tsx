import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  CREDENTIALS,
  type Credential,
  credentialQuery,
  type KindDescription,
  updateCredential,
} from '../api/credentials.ts';
import { useSession } from '../api/session.ts';
import { CredentialFields } from '../connection-parts/credential-fields.tsx';
import { type FieldValues, isFilled } from '../connection-parts/field-values.ts';
import { SaveBar } from '../connection-parts/save-bar.tsx';
import { Section } from '../connection-parts/section.tsx';
import { SharingSection } from '../connection-parts/sharing-section.tsx';
import { Icon } from '../look/icons.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { useAction } from '../look/use-action.ts';
import { credentials as listTexts, newCredential, credentialPage as texts } from '../texts/credentials.ts';
import { ConnectButton, DisconnectButton, StateBanner } from './connecting.tsx';
import classes from './credential-page.module.css';
import { AboutSection, HostsSection, secretsOf } from './credential-sections.tsx';
import { DeleteSection } from './delete-section.tsx';
import { Facts } from './facts.tsx';
import {
  asksForSecrets,
  type CredentialForm,
  fieldsOf,
  findChanges,
  goesElsewhere,
  isChanged,
  toForm,
} from './form.ts';
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
  // The form begins with what was read first: it must not change under somebody's hands.
  const [base, setBase] = useState(credential);
  const [initial, setInitial] = useState(() => toForm(credential, fields));
  const [form, setForm] = useState(initial);
  const { isBusy, error, problem, dismiss, perform } = useAction({ changes: [CREDENTIALS] });
  const hasChanged = isChanged(initial, form);
  const wantsSecrets = goesElsewhere(initial, form) || asksForSecrets(error);
  const missing = wantsSecrets
    ? secrets.filter(({ name }) => name in credential.fields && !isFilled(form.values[name]))
    : [];

  // Rotating and connecting change the credential beside the form. Then the form begins again, unless it has changes.
  useEffect(() => {
    if (hasChanged) return;
    const next = toForm(credential, fieldsOf(kind, credential.fields));
    setBase(credential);
    setInitial(next);
    setForm(next);
  }, [credential, kind, hasChanged]);

  async function save() {
    const saved = await updateCredential(findChanges(base, fields, initial, form));
    const next = toForm(saved, fieldsOf(kind, saved.fields));
    setBase(saved);
    setInitial(next);
    setForm(next);
    queryClient.setQueryData(credentialQuery(credential.id).queryKey, saved);
  }
  const change = (changes: Partial<CredentialForm>) => setForm(before => ({ ...before, ...changes }));
  const changeValues = (changes: FieldValues) =>
    setForm(before => ({ ...before, values: { ...before.values, ...changes } }));

  const mayWrite = permissions.write;
  const publicFields = fields.filter(({ secret }) => !secret);
  const part = { form, error, onChange: change, readOnly: !mayWrite };
  return (
    <>
      <PageHeader
        title={credential.name}
        actions={
          <>
            <Button
              component={Link}
              to="/credentials"
              variant="subtle"
              color="gray"
              leftSection={<Icon name="arrow-left" />}
            >
              {listTexts.all}
            </Button>
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
      {permissions.use
        ? !mayWrite && <p className={classes.note}>{texts.readOnly}</p>
        : user.admin && <p className={classes.note}>{texts.adminOnly}</p>}
      <Facts credential={credential} kind={kind} />
      <UsersSection credential={credential} />
      {permissions.use && <TrySection credential={credential} />}
      <AboutSection {...part} />
      <Section title={newCredential.values} text={texts.valuesText}>
        <StoredSecrets secrets={secrets} stored={credential.fields} />
        <CredentialFields
          fields={publicFields}
          values={form.values}
          readOnly={!mayWrite}
          error={error}
          onChange={changeValues}
        />
        {kind.own_fields && mayWrite && <OwnFields own={form.own} onChange={own => change({ own })} />}
      </Section>
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
      <Section title={newCredential.reminder} text={newCredential.reminderText}>
        <ReminderField at={form.rotateAt} readOnly={!mayWrite} onChange={rotateAt => change({ rotateAt })} />
      </Section>
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
          setForm(initial);
          dismiss();
        }}
      />
    </>
  );
}
