/** Chooses the credential of a connector or an MCP server, or asks for the fields of a new one. */
import { Button, Radio, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { credentialKindsQuery, type KindDescription, usableCredentialsQuery } from '../api/credentials.ts';
import { CredentialFields } from '../connection-parts/credential-fields.tsx';
import type { Update } from '../forms/form-context.ts';
import { FormSection } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { newConnector as texts } from '../texts/connectors.ts';
import { type AccessForm, askedFields, CHOICES, type Scheme, valuesOf } from './access-form.ts';

interface AccessFieldsProps {
  form: AccessForm;
  /** What the API asks for. Without any, no new credential can be made here. */
  schemes: readonly Scheme[];
  /** Where a new credential may go. */
  hosts: readonly string[];
  readOnly?: boolean;
  /** Whether it is an MCP server, which tells by itself how people sign in. */
  isServer?: boolean;
  /** Where people get what they must enter. */
  hint?: string;
  onUpdate(update: Update<AccessForm>): void;
}

export function AccessSection({ head, ...props }: AccessFieldsProps & { head?: ReactNode }) {
  return (
    <FormSection title={words.access} text={props.isServer ? texts.serverAccessText : texts.accessText}>
      {head}
      <AccessFields {...props} />
    </FormSection>
  );
}

export function AccessFields({
  form,
  schemes,
  hosts,
  readOnly = false,
  isServer = false,
  hint,
  onUpdate,
}: AccessFieldsProps) {
  const { data: credentials = [] } = useQuery(usableCredentialsQuery);
  const choices = CHOICES.filter(choice => choice !== 'new' || schemes.length > 0);
  const isKnown = credentials.some(({ id }) => id === form.credentialId);
  return (
    <>
      <Radio.Group
        label={words.credential}
        value={form.choice}
        readOnly={readOnly}
        onChange={value => {
          const choice = CHOICES.find(each => each === value);
          if (choice) onUpdate(before => ({ ...before, choice }));
        }}
      >
        <Stack gap={8} mt={6}>
          {choices.map(choice => (
            <Radio
              key={choice}
              value={choice}
              label={isServer && choice === 'none' ? texts.openServer : texts.choices[choice]}
              disabled={readOnly}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.choice === 'existing' && (
        <Select
          label={words.credential}
          placeholder={credentials.length === 0 ? texts.noCredential : undefined}
          data={[
            ...credentials.map(({ id, name }) => ({ value: id, label: name })),
            ...(form.credentialId !== null && !isKnown
              ? [{ value: form.credentialId, label: texts.hiddenCredential }]
              : []),
          ]}
          value={form.credentialId}
          searchable
          readOnly={readOnly}
          onChange={credentialId => onUpdate(before => ({ ...before, credentialId }))}
        />
      )}
      {form.choice === 'own' && <p className="dim">{isServer ? texts.serverOwnText : texts.ownText}</p>}
      {form.choice === 'new' && (
        <NewAccessFields form={form} schemes={schemes} hosts={hosts} hint={hint} onUpdate={onUpdate} />
      )}
    </>
  );
}

interface NewAccessFieldsProps {
  form: AccessForm;
  schemes: readonly Scheme[];
  hosts: readonly string[];
  hint?: string | undefined;
  onUpdate(update: Update<AccessForm>): void;
}

/** The kind of a new credential, and its fields. */
export function NewAccessFields({ form, schemes, hosts, hint, onUpdate }: NewAccessFieldsProps) {
  const { data: kinds = [] } = useQuery(credentialKindsQuery);
  const scheme = schemes[form.scheme];
  const kind = kinds.find(each => each.kind === scheme?.kind);
  return (
    <>
      {schemes.length > 1 && (
        <Select
          label={words.kind}
          data={schemes.map((each, index) => ({ value: String(index), label: titleOf(kinds, each) }))}
          value={String(form.scheme)}
          allowDeselect={false}
          onChange={index => onUpdate(before => ({ ...before, scheme: Number(index ?? 0), values: {} }))}
        />
      )}
      {hint !== undefined && <p>{hint}</p>}
      {kind && scheme && <NewCredential kind={kind} scheme={scheme} form={form} onUpdate={onUpdate} />}
      <p className="dim">{hosts.length === 0 ? texts.noHosts : texts.hosts(hosts.join(', '))}</p>
    </>
  );
}

function titleOf(kinds: readonly KindDescription[], { kind, description }: Scheme): string {
  const title = kinds.find(each => each.kind === kind)?.title ?? kind;
  return description === '' ? title : `${title}: ${description.slice(0, 80)}`;
}

interface NewCredentialProps {
  kind: KindDescription;
  scheme: Scheme;
  form: AccessForm;
  onUpdate(update: Update<AccessForm>): void;
}

function NewCredential({ kind, scheme, form, onUpdate }: NewCredentialProps) {
  const [isComplete, setComplete] = useState(false);
  const asked = askedFields(kind, scheme, isComplete);
  return (
    <>
      <CredentialFields
        fields={asked}
        values={valuesOf(kind, scheme, form)}
        onChange={changes => onUpdate(before => ({ ...before, values: { ...before.values, ...changes } }))}
      />
      {!isComplete && asked.length < kind.fields.length && (
        <div>
          <Button size="compact-sm" variant="default" onClick={() => setComplete(true)}>
            {texts.allFields}
          </Button>
        </div>
      )}
    </>
  );
}
