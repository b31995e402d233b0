/** What the pages of one credential, one connector and one MCP server have in common. */
import { Loader } from '@mantine/core';
import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { ApiError } from '../api/transport/client.ts';
import type { IconName } from '../look/icons.tsx';
import { LinkButton } from '../look/inputs/link-button.tsx';
import { PageHeader } from '../look/page/page-header.tsx';
import { SaveBar } from '../look/page/save-bar.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import type { Action } from '../look/use-action.ts';
import type { fromShares, Sharing } from '../sharing/shares.ts';
import { DeleteSection, type DeleteTexts } from './delete-section.tsx';
import { RightsNote } from './facts.tsx';
import { SharingSection } from './sharing-section.tsx';

interface ConnectionGateProps<Stored> {
  query: UseQueryResult<Stored>;
  icon: IconName;
  texts: { all: string; notFound: string; notFoundText: string };
  list: LinkProps['to'];
  /** What is being read. */
  label?: string;
  children(stored: Stored): ReactNode;
}

/** Shows a connection once it is read. One that is not shared with the user looks like one that never was. */
export function ConnectionGate<Stored>(props: ConnectionGateProps<Stored>) {
  const { query, icon, texts, list, label = texts.all, children } = props;
  const { data, error, refetch } = query;
  // A mistyped address is a 422, which tells people no more than that there is nothing.
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) {
    return (
      <EmptyState
        icon={icon}
        title={texts.notFound}
        text={texts.notFoundText}
        action={<LinkButton to={list}>{texts.all}</LinkButton>}
      />
    );
  }
  if (data !== undefined) return children(data);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Loader size="sm" m="md" aria-label={label} />;
}

interface ConnectionPageProps {
  name: string;
  /** The list that has the connection, and its title. */
  list: LinkProps['to'];
  all: string;
  texts: DeleteTexts & { readOnly: string; adminOnly: string; saved: string };
  permissions: { use: boolean; write: boolean };
  /** What can be done on the page beside going back to the list. */
  actions: ReactNode;
  banners: ReactNode;
  children: ReactNode;
  /** From `useStoredForm`. */
  stored: {
    form: Sharing;
    hasChanged: boolean;
    change(sharing: ReturnType<typeof fromShares>): void;
    discard(): void;
  };
  sharingHint?: string;
  /** What saves. */
  action: Action;
  problem?: string | undefined;
  note?: string;
  canSave: boolean;
  save(): Promise<void>;
  queryKey: QueryKey;
  changes: readonly QueryKey[];
  /** What stops working when it is deleted. */
  deletion: ReactNode;
  onDelete(): Promise<void>;
}

export function ConnectionPage(props: ConnectionPageProps) {
  const { name, list, all, texts, permissions, actions, banners, children, stored, sharingHint } = props;
  const { action, problem = action.problem, note, canSave, save, queryKey, changes, deletion, onDelete } = props;
  const { user } = useSession();
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <>
            <LinkButton to={list} isBack>
              {all}
            </LinkButton>
            {actions}
          </>
        }
      />
      {banners}
      <RightsNote permissions={permissions} readOnly={texts.readOnly} adminOnly={texts.adminOnly} />
      {children}
      {(permissions.write || user.admin) && (
        <>
          <SharingSection sharing={stored.form} hint={sharingHint} onChange={stored.change} />
          <DeleteSection {...{ name, texts, list, queryKey, changes, onDelete }}>{deletion}</DeleteSection>
        </>
      )}
      <SaveBar
        hasChanged={stored.hasChanged}
        isBusy={action.isBusy}
        problem={problem}
        note={note}
        canSave={canSave}
        onSave={() => action.perform(save, texts.saved)}
        onDiscard={() => {
          stored.discard();
          action.dismiss();
        }}
      />
    </>
  );
}
