/** Those who pay together: their members, credits and storage. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { forAdministrators } from '../administration-parts/administration-header.tsx';
import { Credits, StorageBar } from '../administration-parts/limit-bars.tsx';
import { createOrganization, ORGANIZATIONS, organizationListQuery } from '../api/administration.ts';
import { limits, organizations as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import { ChosenList, useListedText } from './chosen-list.tsx';
import { OrganizationPanel } from './organization-panel.tsx';

export const OrganizationsPage = forAdministrators(Organizations);

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
      columns={[words.storage, words.credits]}
      cells={({ organization: { id, name, credits, storage_quota }, storage_used }) => [
        <StorageBar key={id} label={limits.storageOf(name)} used={storage_used} quota={storage_quota} />,
        <Credits key={id} credits={credits} />,
      ]}
      panel={(listed, onClose) => <OrganizationPanel key={listed.organization.id} listed={listed} onClose={onClose} />}
    />
  );
}
