/** Makes a connector or an MCP server, with the credential that it needs. */

import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CREDENTIALS,
  type Credential,
  connectCredential,
  createCredential,
  credentialKindsQuery,
} from '../api/credentials.ts';
import { ApiError } from '../api/transport/client.ts';
import type { ChosenOwner } from '../connection-parts/owner.tsx';
import { type Change, type Update, withChange } from '../forms/form-context.ts';
import { showNotice } from '../look/states/notices.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { newConnector as texts } from '../texts/connectors.ts';
import { type AccessForm, findMissingFields, NO_ACCESS, type Scheme, toAccess, toCredential } from './access-form.ts';

interface CreationForm {
  readonly name: string;
  readonly title: string;
  readonly access: AccessForm;
  readonly owner: ChosenOwner;
}

interface CreationOptions {
  start?: Partial<CreationForm>;
  /** What the API asks for. */
  schemes: readonly Scheme[];
  /** Where a new credential may go. */
  hosts: readonly string[];
  /** The beginnings of the keys of what is created. */
  changes: readonly QueryKey[];
  /** The address of what is created, without its id. */
  path: string;
  /** What the notice says. */
  created(title: string): string;
}

/** How many names are tried for a credential: the name of the connector may be taken. */
const MOST_NAMES = 5;

export function useCreation({ start, schemes, hosts, changes, path, created }: CreationOptions) {
  const navigate = useNavigate();
  const { data: kinds = [] } = useQuery(credentialKindsQuery);
  const [form, setForm] = useState<CreationForm>({ name: '', title: '', access: NO_ACCESS, owner: {}, ...start });
  const { isBusy, error, problem, perform } = useAction({ changes: [CREDENTIALS, ...changes] });
  const [note, setNote] = useState<string>();
  const [isDone, setDone] = useState(false);
  const { name, title, access, owner } = form;
  const scheme = schemes[access.scheme];
  const kind = kinds.find(each => each.kind === scheme?.kind);
  const change = (next: Change<CreationForm>) => setForm(before => withChange(before, next));

  async function makeCredential(): Promise<Credential | undefined> {
    if (access.choice !== 'new' || !scheme || !kind) return undefined;
    for (let number = 1; ; number++) {
      const unique = number === 1 ? name : `${name}_${number}`;
      try {
        return await createCredential(toCredential(kind, scheme, access, { name: unique, hosts, owner }));
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409 && number < MOST_NAMES)) throw error;
      }
    }
  }

  /** What all of them have, whatever they are made from. */
  const shared = (credential: Credential | undefined) => ({
    name,
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(credential ? { credential_id: credential.id, credential: null } : toAccess(access)),
    ...owner,
  });

  async function create(make: (connector: ReturnType<typeof shared>) => Promise<{ id: string; title: string }>) {
    setNote(undefined);
    let credential: Credential | undefined;
    const isCreated = await perform(async () => {
      credential = await makeCredential();
      const made = await make(shared(credential));
      const to = `${path}/${made.id}`;
      const open = () => {
        setDone(true);
        showNotice({ message: created(made.title) });
        void navigate({ to, ignoreBlocker: true });
      };
      if (credential?.state === 'connect') await connectCredential(credential.id, to).catch(open);
      else open();
    });
    if (isCreated || !credential) return;
    // It was made, but not what should use it: it must not be made twice.
    setNote(texts.credentialMade(credential.name));
    change({ access: { ...access, choice: 'existing', credentialId: credential.id, values: {} } });
  }

  return {
    form,
    change,
    access: {
      form: access,
      schemes,
      hosts,
      onUpdate: (update: Update<AccessForm>) => change(before => ({ access: update(before.access) })),
    },
    /** The words for what the access still needs. */
    missingAccess: access.choice === 'existing' && access.credentialId === null ? [words.credential] : [],
    /** The same for the fields of a new credential. */
    missingFields: access.choice === 'new' && scheme && kind ? findMissingFields(kind, scheme, access) : [],
    error,
    bar: {
      hasChanged: !isDone,
      isBusy,
      problem: note === undefined || problem === undefined ? problem : `${problem}. ${note}`,
      action: words.create,
    },
    create,
  };
}
