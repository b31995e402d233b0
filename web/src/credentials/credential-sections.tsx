/** Everything that can be said about a credential, in sections: the same for a new one and for one that is there. */
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CredentialField, KindDescription } from '../api/credentials.ts';
import { problemAt } from '../api/field-problems.ts';
import { useSession } from '../api/session.ts';
import { CredentialFields } from '../connection-parts/credential-fields.tsx';
import { HostsField } from '../connection-parts/hosts-field.tsx';
import { type ChosenOwner, OwnerSection } from '../connection-parts/owner.tsx';
import { SharingSection } from '../connection-parts/sharing-section.tsx';
import type { Change } from '../forms/form-context.ts';
import { KindIcon } from '../forms/pickers/kind-icon.tsx';
import { FormSection } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { newCredential as texts } from '../texts/credentials.ts';
import classes from './credential-page.module.css';
import { type CredentialForm, TEMPLATE_PLACES, type TemplatePlace } from './form.ts';
import { OwnFields } from './own-fields.tsx';
import { ReminderField } from './reminder-field.tsx';

interface CredentialSectionsProps {
  kind: KindDescription;
  form: CredentialForm;
  /** Why it was not saved. */
  error: unknown;
  owner: ChosenOwner;
  onOwner(owner: ChosenOwner): void;
  onChange(change: Change<CredentialForm>): void;
  /** To choose another kind. */
  kindAction: ReactNode;
}

/** A new credential. */
export function CredentialSections(props: CredentialSectionsProps) {
  const { kind, form, error, owner, onOwner, onChange, kindAction } = props;
  const { user } = useSession();
  return (
    <>
      <AboutSection form={form} error={error} onChange={onChange}>
        <div className={classes.kind}>
          <KindIcon kind={kind.kind} size={18} />
          <span className="grow">
            <strong className="block medium">{kind.title}</strong>
            <span className="small dim">{kind.description}</span>
          </span>
          {kindAction}
        </div>
      </AboutSection>
      {(kind.fields.length > 0 || kind.own_fields) && (
        <FormSection
          title={texts.values}
          text={
            <>
              {texts.valuesText}
              {user.admin && <span className={classes.external}>{texts.externalHint}</span>}
            </>
          }
        >
          <CredentialFields
            fields={kind.fields}
            values={form.values}
            error={error}
            onChange={changes => onChange(({ values }) => ({ values: { ...values, ...changes } }))}
          />
          {kind.own_fields && (
            <OwnFields own={form.own} onUpdate={update => onChange(({ own }) => ({ own: update(own) }))} />
          )}
        </FormSection>
      )}
      <HostsSection form={form} error={error} onChange={onChange} />
      <FormSection title={texts.reminder} text={texts.reminderText}>
        <ReminderField at={form.rotateAt} onChange={rotateAt => onChange({ rotateAt })} />
      </FormSection>
      <OwnerSection owner={owner} onChange={onOwner} />
      <SharingSection sharing={form} onChange={onChange} />
    </>
  );
}

interface PartProps {
  form: CredentialForm;
  error: unknown;
  readOnly?: boolean;
  onChange(change: Change<CredentialForm>): void;
  children?: ReactNode;
}

export function AboutSection({ form, error, readOnly = false, onChange, children }: PartProps) {
  return (
    <FormSection title={words.whatItIs} text={texts.aboutText}>
      {children}
      <TextInput
        label={words.name}
        description={texts.nameHint}
        value={form.name}
        readOnly={readOnly}
        maxLength={200}
        required
        error={problemAt(error, 'name')}
        autoComplete="off"
        onChange={event => onChange({ name: event.currentTarget.value })}
      />
      <Textarea
        label={words.description}
        description={texts.descriptionHint}
        value={form.description}
        readOnly={readOnly}
        maxLength={2000}
        autosize
        minRows={1}
        maxRows={6}
        onChange={event => onChange({ description: event.currentTarget.value })}
      />
    </FormSection>
  );
}

export function HostsSection({ form, error, readOnly = false, onChange, children }: PartProps) {
  return (
    <FormSection title={texts.where} text={texts.whereText}>
      <HostsField
        hosts={form.hosts}
        problem={problemAt(error, 'hosts')}
        readOnly={readOnly}
        onChange={hosts => onChange({ hosts })}
      />
      <PlacesField
        places={form.places}
        problem={problemAt(error, 'template_places')}
        readOnly={readOnly}
        onChange={places => onChange({ places })}
      />
      {children}
    </FormSection>
  );
}

interface PlacesFieldProps {
  places: readonly TemplatePlace[];
  problem: string | undefined;
  readOnly: boolean;
  onChange(places: TemplatePlace[]): void;
}

/** The parts of a request in which templates may name the credential. */
function PlacesField({ places, problem, readOnly, onChange }: PlacesFieldProps) {
  return (
    <Checkbox.Group
      label={texts.places}
      description={texts.placesHint}
      error={problem}
      value={[...places]}
      onChange={chosen => onChange(TEMPLATE_PLACES.filter(place => chosen.includes(place)))}
    >
      <div className={classes.places}>
        {TEMPLATE_PLACES.map(place => (
          <Checkbox key={place} value={place} label={texts.placeNames[place]} disabled={readOnly} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** The secrets of a kind. */
export function secretsOf(fields: readonly CredentialField[]): CredentialField[] {
  return fields.filter(({ secret }) => secret);
}
