/** A credential while somebody makes or edits it. PURE. */

import type {
  Credential,
  CredentialCreation,
  CredentialField,
  CredentialUpdate,
  KindDescription,
} from '../api/credentials.ts';
import { ApiError } from '../api/transport/client.ts';
import {
  changedFields,
  type FieldValues,
  isFilled,
  readValues,
  toFields,
  valueProblem,
} from '../connection-parts/field-values.ts';
import type { ChosenOwner } from '../connection-parts/owner.tsx';
import type { Sharing } from '../sharing/shares.ts';

/** A secret field with a name of the user's own. */
export interface OwnField {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

/** The parts of a request into which templates may put a credential. */
export type TemplatePlace = Credential['template_places'][number];
export const TEMPLATE_PLACES: readonly TemplatePlace[] = ['url', 'header', 'body'];

export interface CredentialForm extends Sharing {
  readonly name: string;
  readonly description: string;
  readonly hosts: readonly string[];
  readonly places: readonly TemplatePlace[];
  readonly values: FieldValues;
  /** Fields that the kind does not name, where it allows such. */
  readonly own: readonly OwnField[];
  readonly rotateAt: number | null;
}

export function emptyForm(kind: KindDescription, known: { name?: string; host?: string }): CredentialForm {
  return {
    name: known.name ?? '',
    description: '',
    hosts: known.host === undefined ? [] : [known.host],
    // The other kinds have a place of their own in a request.
    places: kind.own_fields ? TEMPLATE_PLACES : [],
    values: readValues(kind.fields, {}),
    own: kind.own_fields ? [EMPTY_FIELD] : [],
    rotateAt: null,
    sharing: [],
    group_sharing: [],
  };
}

export function toForm(credential: Credential, fields: readonly CredentialField[]): CredentialForm {
  const { name, description, hosts, template_places, rotate_at, sharing = [], group_sharing = [] } = credential;
  return {
    name,
    description,
    hosts,
    places: template_places,
    values: readValues(fields, credential.fields),
    own: [],
    rotateAt: rotate_at,
    sharing,
    group_sharing,
  };
}

export function toCreation(
  { kind, fields }: KindDescription,
  form: CredentialForm,
  owner: ChosenOwner,
): CredentialCreation {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    kind,
    hosts: [...form.hosts],
    template_places: [...form.places],
    fields: { ...toFields(fields, form.values), ...ownValues(form.own) },
    ...owner,
    sharing: [...form.sharing],
    group_sharing: [...form.group_sharing],
    ...(form.rotateAt !== null && { rotate_at: form.rotateAt }),
  };
}

/** Only what was changed: somebody else may change other things at the same time. */
export function findChanges(
  { id, version }: Credential,
  fields: readonly CredentialField[],
  before: CredentialForm,
  after: CredentialForm,
): CredentialUpdate {
  const values = { ...changedFields(fields, before.values, after.values), ...ownValues(after.own) };
  const differs = (key: keyof CredentialForm) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  return {
    id,
    if_version: version,
    ...(differs('name') && { name: after.name.trim() }),
    ...(differs('description') && { description: after.description.trim() }),
    ...(differs('hosts') && { hosts: [...after.hosts] }),
    ...(differs('places') && { template_places: [...after.places] }),
    ...(Object.keys(values).length > 0 && { fields: values }),
    ...(differs('rotateAt') && { rotate_at: after.rotateAt }),
    ...(differs('sharing') && { sharing: [...after.sharing] }),
    ...(differs('group_sharing') && { group_sharing: [...after.group_sharing] }),
  };
}

export function isChanged(before: CredentialForm, after: CredentialForm): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

const EMPTY_FIELD: OwnField = { id: 0, name: '', value: '' };

export function addOwnField(own: readonly OwnField[]): OwnField[] {
  return [...own, { ...EMPTY_FIELD, id: Math.max(-1, ...own.map(({ id }) => id)) + 1 }];
}

function ownValues(own: readonly OwnField[]): Record<string, string> {
  return Object.fromEntries(
    own.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value.trim()]),
  );
}

/** The fields of a credential that is there: those of its kind, and those with names of its own, which are secrets. */
export function fieldsOf({ fields }: KindDescription, stored: Readonly<Record<string, unknown>>): CredentialField[] {
  const own = Object.keys(stored).filter(name => !fields.some(field => field.name === name));
  return [
    ...fields,
    ...own.map(
      (name): CredentialField => ({ name, title: name, description: '', secret: true, required: false, type: 'text' }),
    ),
  ];
}

/** Whether the credential may go somewhere new, for which the service wants all secrets once more. */
export function goesElsewhere(before: CredentialForm, after: CredentialForm): boolean {
  return (
    after.hosts.some(host => !before.hosts.includes(host)) || after.places.some(place => !before.places.includes(place))
  );
}

/** The refusals of changes that would lead the secrets to another place. */
const SECRETS_NEEDED = new Set([
  'secrets_needed_for_host',
  'secrets_needed_for_place',
  'secrets_needed_for_destination',
]);

export function asksForSecrets(error: unknown): boolean {
  return error instanceof ApiError && SECRETS_NEEDED.has(error.code ?? '');
}

/** The titles of what must be filled, and is not. `name` and `hosts` come with the words of the page. */
export function findMissing(
  form: CredentialForm,
  fields: readonly CredentialField[],
  words: { name: string; hosts: string; ownName: string },
): string[] {
  return [
    ...(form.name.trim() === '' ? [words.name] : []),
    ...fields.filter(({ name, required }) => required && !isFilled(form.values[name])).map(({ title }) => title),
    ...form.own
      .filter(({ name, value }) => (name.trim() === '') !== (value.trim() === ''))
      .map(({ name }) => name || words.ownName),
    ...(form.own.length > 0 && Object.keys(ownValues(form.own)).length === 0 ? [words.ownName] : []),
    ...(form.hosts.length === 0 ? [words.hosts] : []),
  ];
}

export function hasProblems(form: CredentialForm, fields: readonly CredentialField[]): boolean {
  return fields.some(field => valueProblem(field, form.values[field.name]) !== undefined);
}
