/** The credential that a request is sent with. A name that the user may not use is kept, and marked. */
import { Anchor, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isHostAllowed, literalHost } from '../../api/credential-hosts.ts';
import { type Credential, credentialKindsQuery, usableCredentialsQuery } from '../../api/credentials.ts';
import { Icon } from '../../look/icons.tsx';
import * as common from '../../texts/common.ts';
import { credentialPicker as texts } from '../../texts/credentials.ts';
import { type ControlProps, inputProps, useForm } from '../form-context.ts';
import classes from './credential-picker.module.css';
import { KindIcon } from './kind-icon.tsx';

export function CredentialPicker(props: ControlProps) {
  const { value, onChange, isRequired, isInvalid, readOnly } = props;
  const { values } = useForm();
  const { data: credentials = [], error, isLoading } = useQuery(usableCredentialsQuery);
  const { data: kinds = [] } = useQuery(credentialKindsQuery);
  const current = typeof value === 'string' && value !== '' ? value : undefined;
  const chosen = findChosen(credentials, current);
  const isUnknown = current !== undefined && !chosen && !isLoading;
  const host = literalHost(values.url);
  const kindOf = (credential: Credential) => kinds.find(({ kind }) => kind === credential.kind)?.title ?? '';
  const known = new Map(credentials.map(credential => [credential.id, credential]));
  return (
    <div className={classes.picker}>
      <Select
        {...inputProps(props)}
        data={[
          ...credentials.map(credential => ({ value: credential.id, label: credential.name })),
          ...(isUnknown ? [{ value: current, label: current }] : []),
        ]}
        value={chosen?.id ?? current ?? null}
        searchable
        clearable={!isRequired && !readOnly}
        error={isInvalid || isUnknown || (error?.message ?? false)}
        placeholder={isLoading ? common.loading : credentials.length === 0 ? texts.none : common.none}
        nothingFoundMessage={texts.nothingFits}
        clearButtonProps={{ 'aria-label': texts.clear }}
        filter={({ options, search }) =>
          options.filter(option => 'value' in option && fits(known.get(option.value), option.label, search))
        }
        renderOption={({ option }) => {
          const credential = known.get(option.value);
          return credential ? (
            <span className={classes.option}>
              <KindIcon kind={credential.kind} />
              <span>
                {credential.name}
                <span className="tiny dim block break-anywhere">
                  {kindOf(credential)} · {credential.hosts.join(', ')}
                </span>
              </span>
            </span>
          ) : (
            option.label
          );
        }}
        onChange={next => onChange(next === null ? undefined : referenceOf(credentials, next))}
      />
      {isUnknown && <p className="tiny mt-4 warning">{texts.unknown(current)}</p>}
      {chosen && host !== undefined && !isHostAllowed(chosen.hosts, host) && (
        <p className="tiny mt-4 warning">{texts.notAllowed(chosen.name, host)}</p>
      )}
      {chosen && chosen.state !== 'ready' && <p className="tiny mt-4 warning">{texts.notConnected(chosen.name)}</p>}
      <p className="tiny mt-4 wrap flex gap-12">
        {chosen && (
          <Anchor href={`/credentials/${chosen.id}`} target="_blank" rel="noopener" size="xs">
            {common.openThis}
            <Icon name="external-link" size={12} />
          </Anchor>
        )}
        {!readOnly && (
          <Anchor
            href={`/credentials/new${host === undefined ? '' : `?${new URLSearchParams({ host })}`}`}
            target="_blank"
            rel="noopener"
            size="xs"
          >
            {texts.create}
            <Icon name="external-link" size={12} />
          </Anchor>
        )}
      </p>
    </div>
  );
}

/** Steps name a credential by its name or by its id. */
function findChosen(credentials: readonly Credential[], reference: string | undefined): Credential | undefined {
  return credentials.find(({ id }) => id === reference) ?? credentials.find(({ name }) => name === reference);
}

/** The name, which also means something to another installation, unless several have it. */
function referenceOf(credentials: readonly Credential[], id: string): string {
  const name = credentials.find(each => each.id === id)?.name;
  if (name === undefined) return id;
  return credentials.filter(each => each.name === name).length === 1 ? name : id;
}

function fits(credential: Credential | undefined, label: string, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = `${label} ${credential?.kind ?? ''} ${credential?.hosts.join(' ') ?? ''}`.toLowerCase();
  return words.every(word => all.includes(word));
}
