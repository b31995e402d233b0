/** Sets of users, with whom things are shared. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { forAdministrators } from '../administration-parts/administration-header.tsx';
import { createGroup, GROUPS, groupListQuery } from '../api/administration.ts';
import { groups as texts } from '../texts/administration.ts';
import { ChosenList, useListedText } from './chosen-list.tsx';
import { GroupPanel } from './group-panel.tsx';

export const GroupsPage = forAdministrators(Groups);

function Groups() {
  const list = useInfiniteQuery(groupListQuery(useListedText()));
  return (
    <ChosenList
      tab="groups"
      icon="users"
      texts={texts}
      list={list}
      queryKey={GROUPS}
      create={createGroup}
      setOf={group => group}
      panel={(group, onClose) => <GroupPanel key={group.id} group={group} onClose={onClose} />}
    />
  );
}
