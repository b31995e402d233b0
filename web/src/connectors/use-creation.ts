/** Makes a connector or an MCP server, with the credential that it needs. */

import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import {
  CREDENTIALS,
  type Credential,
  connectCredential,
  createCredential,
  credentialKindsQuery,
} from '../api/credentials.ts';
import type { ChosenOwner } from '../connection-parts/owner.tsx';
import { useAction } from '../look/use-action.ts';
import { newConnector as texts } from '../texts/connectors.ts';
import { type AccessForm, type Scheme, toAccess, toCredential } from './access-form.ts';

interface Wanted {
  name: string;
  access: AccessForm;
  schemes: readonly Scheme[];
  hosts: readonly string[];
  owner: ChosenOwner;
}

interface CreationOptions {
  /** The beginnings of the keys of what is created. */
  changes: readonly QueryKey[];
  /** Called when a credential was made but what should use it was not: it must not be made twice. */
  onCredential(access: AccessForm): void;
}

/** How many names are tried for a credential: the name of the connector may be taken. */
const MOST_NAMES = 5;

export function useCreation({ changes, onCredential }: CreationOptions) {
  const { data: kinds = [] } = useQuery(credentialKindsQuery);
  const { isBusy, error, problem, perform } = useAction({ changes: [CREDENTIALS, ...changes] });
  const [note, setNote] = useState<string>();

  async function makeCredential({ name, access, schemes, hosts, owner }: Wanted): Promise<Credential | undefined> {
    const scheme = schemes[access.scheme];
    const kind = kinds.find(each => each.kind === scheme?.kind);
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

  /** `create` gets the access as the API takes it. `open` comes after everything is there. */
  async function run<Made>(
    wanted: Wanted,
    create: (access: ReturnType<typeof toAccess>) => Promise<Made>,
    open: (made: Made) => { path: string; go(): void },
  ): Promise<void> {
    setNote(undefined);
    let made: Credential | undefined;
    const isCreated = await perform(async () => {
      made = await makeCredential(wanted);
      const { path, go } = open(
        await create(made ? { credential_id: made.id, credential: null } : toAccess(wanted.access)),
      );
      if (made?.state === 'connect') await connectCredential(made.id, path).catch(go);
      else go();
    });
    if (isCreated || !made) return;
    setNote(texts.credentialMade(made.name));
    onCredential({ ...wanted.access, choice: 'existing', credentialId: made.id, values: {} });
  }

  return { run, isBusy, error, problem, note };
}
