/** Those who pay together: their members, credits and storage. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { ForAdministrators } from '../administration-parts/administration-header.tsx';
import { createOrganization, ORGANIZATIONS, organizationListQuery } from '../api/administration.ts';
import { organizations as texts } from '../texts/administration.ts';
import { ChosenList, useListedText } from './chosen-list.tsx';
import { Credits, StorageBar } from './limit-bars.tsx';
import { OrganizationPanel } from './organization-panel.tsx';

export function OrganizationsPage() {
  return (
    <ForAdministrators>
      <Organizations />
    </ForAdministrators>
  );
}

function Organizations() {
  const list = useInfiniteQuery(organizationListQuery(useListedText()));
  return (
    <ChosenList
      tab="organizations"
      icon="building-2"
      texts={texts}
      list={list}
      queryKey={ORGANIZATIONS}
      create={createOrganization}
      setOf={({ organization }) => organization}
      columns={[texts.columns.storage, texts.columns.credits]}
      cells={({ organization: { id, name, credits, storage_quota }, storage_used }) => [
        <StorageBar key={id} name={name} used={storage_used} quota={storage_quota} />,
        <Credits key={id} credits={credits} />,
      ]}
      panel={(listed, onClose) => <OrganizationPanel key={listed.organization.id} listed={listed} onClose={onClose} />}
    />
  );
}
