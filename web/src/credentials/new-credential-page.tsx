/** Makes a credential: first its kind, then what the kind needs. */
import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  type Credential,
  connectCredential,
  createCredential,
  credentialKindsQuery,
  type KindDescription,
  refreshCredentials,
} from '../api/credentials.ts';
import { LeaveGuard, SaveBar } from '../connection-parts/save-bar.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { Icon } from '../look/icons.tsx';
import { showNotice } from '../look/notices.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { credentials as listTexts, newCredential as texts } from '../texts/credentials.ts';
import { CredentialSections } from './credential-sections.tsx';
import { emptyForm, findMissing, hasProblems, isChanged, toCreation } from './form.ts';
import { KindCards } from './kind-cards.tsx';
import { type PlacedProblem, placeProblem } from './problem-place.ts';
import { readNewCredentialSearch } from './search.ts';

export function NewCredentialPage() {
  const { kind } = readNewCredentialSearch({ ...useSearch({ from: '/shell/credentials/new' }) });
  const { data: kinds, error, refetch } = useQuery(credentialKindsQuery);
  const chosen = kinds?.find(each => each.kind === kind);
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <Button
            component={Link}
            to="/credentials"
            variant="subtle"
            color="gray"
            leftSection={<Icon name="arrow-left" />}
          >
            {listTexts.all}
          </Button>
        }
      />
      {chosen ? (
        <NewForm key={chosen.kind} kind={chosen} />
      ) : kinds ? (
        <KindCards kinds={kinds} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loader size="sm" m="md" aria-label={texts.title} />
      )}
    </>
  );
}

function NewForm({ kind }: { kind: KindDescription }) {
  const known = readNewCredentialSearch({ ...useSearch({ from: '/shell/credentials/new' }) });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [initial] = useState(() => emptyForm(kind, known));
  const [form, setForm] = useState(initial);
  const [owner, setOwner] = useState({});
  const [problem, setProblem] = useState<PlacedProblem>();
  const [isBusy, setBusy] = useState(false);
  const [created, setCreated] = useState<Credential>();
  const missing = findMissing(form, kind.fields, { name: texts.name, hosts: texts.hosts, ownName: texts.ownName });

  async function create() {
    setBusy(true);
    setProblem(undefined);
    try {
      const credential = await createCredential(toCreation(kind, form, owner));
      void refreshCredentials(queryClient);
      setCreated(credential);
    } catch (error) {
      setProblem(placeProblem(error instanceof Error ? error.message : String(error), kind.fields));
      setBusy(false);
    }
  }

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
        problem={problem}
        owner={owner}
        onOwner={setOwner}
        onChange={setForm}
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
          isBusy={isBusy}
          problem={problem?.message}
          note={missing.length > 0 ? texts.missing(missing) : kind.connectable ? texts.connectLater : ''}
          canSave={missing.length === 0 && !hasProblems(form, kind.fields)}
          action={kind.connectable ? texts.createAndConnect : texts.create}
          onSave={() => void create()}
        />
      )}
    </>
  );
}
