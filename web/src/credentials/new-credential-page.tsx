/** Makes a credential: first its kind, then what the kind needs. */

import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  CREDENTIALS,
  type Credential,
  connectCredential,
  createCredential,
  credentialKindsQuery,
  type KindDescription,
} from '../api/credentials.ts';
import { withChange } from '../forms/form-context.ts';
import { LinkButton } from '../look/inputs/link-button.tsx';
import { PageHeader } from '../look/page/page-header.tsx';
import { LeaveGuard, SaveBar } from '../look/page/save-bar.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { showNotice } from '../look/states/notices.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { credentials as listTexts, newCredential as texts } from '../texts/credentials.ts';
import { CredentialSections } from './credential-sections.tsx';
import { emptyForm, findMissing, hasProblems, isChanged, toCreation } from './form.ts';
import { KindCards } from './kind-cards.tsx';
import { readNewCredentialSearch } from './search.ts';

export function NewCredentialPage() {
  const { kind } = readNewCredentialSearch({ ...useSearch({ from: '/shell/credentials/new' }) });
  const { data: kinds, error, refetch } = useQuery(credentialKindsQuery);
  const chosen = kinds?.find(each => each.kind === kind);
  return (
    <>
      <PageHeader
        title={words.newCredential}
        actions={
          <LinkButton to="/credentials" isBack>
            {listTexts.all}
          </LinkButton>
        }
      />
      {chosen ? (
        <NewForm key={chosen.kind} kind={chosen} />
      ) : kinds ? (
        <KindCards kinds={kinds} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loader size="sm" m="md" aria-label={words.newCredential} />
      )}
    </>
  );
}

function NewForm({ kind }: { kind: KindDescription }) {
  const known = readNewCredentialSearch({ ...useSearch({ from: '/shell/credentials/new' }) });
  const navigate = useNavigate();
  const [initial] = useState(() => emptyForm(kind, known));
  const [form, setForm] = useState(initial);
  const [owner, setOwner] = useState({});
  const action = useAction({ changes: [CREDENTIALS] });
  const [created, setCreated] = useState<Credential>();
  const missing = findMissing(form, kind.fields, { name: words.name, hosts: words.hosts, ownName: texts.ownName });

  // Leaving must not ask about what was just saved, so it waits until the page knows.
  useEffect(() => {
    if (!created) return;
    const { id, name, state } = created;
    const open = () => void navigate({ to: '/credentials/$credentialId', params: { credentialId: id } });
    showNotice({ message: texts.created(name) });
    if (state === 'connect') connectCredential(id, `/credentials/${id}`).catch(open);
    else open();
  }, [created, navigate]);

  return (
    <>
      <CredentialSections
        kind={kind}
        form={form}
        error={action.error}
        owner={owner}
        onOwner={setOwner}
        onChange={change => setForm(before => withChange(before, change))}
        kindAction={
          <Button
            renderRoot={props => <Link {...props} to="/credentials/new" search={{}} replace />}
            size="compact-sm"
            variant="default"
          >
            {texts.otherKind}
          </Button>
        }
      />
      {created ? (
        <LeaveGuard hasChanged={false} />
      ) : (
        <SaveBar
          hasChanged
          isUntouched={!isChanged(initial, form)}
          isBusy={action.isBusy}
          problem={action.problem}
          note={missing.length > 0 ? words.stillMissing(missing) : kind.connectable ? texts.connectLater : ''}
          canSave={missing.length === 0 && !hasProblems(form, kind.fields)}
          action={kind.connectable ? texts.createAndConnect : words.create}
          onSave={() => action.perform(async () => setCreated(await createCredential(toCreation(kind, form, owner))))}
        />
      )}
    </>
  );
}
