/** Whom a connection belongs to. */
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { panelOwnersQuery } from '../api/panels.ts';
import { groupsQuery, usePeopleNames } from '../api/people.ts';
import { useSession } from '../api/session.ts';
import { FormSection } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { ownership as texts } from '../texts/connections.ts';

export interface Owner {
  user_id?: string | null;
  group_id?: string | null;
  organization_id?: string | null;
}

/** The owner that somebody chose for something new: themselves unless one of the two is there. */
export interface ChosenOwner {
  group_id?: string;
  organization_id?: string;
}

interface OwnerFieldProps {
  owner: ChosenOwner;
  onChange(owner: ChosenOwner): void;
}

/** Is not shown to those who can choose nobody but themselves. */
export function OwnerSection(props: OwnerFieldProps) {
  const { data } = useQuery(panelOwnersQuery);
  if (!data || data.groups.length + data.organizations.length === 0) return null;
  return (
    <FormSection title={texts.belongs} text={texts.ownerHint}>
      <OwnerField {...props} />
    </FormSection>
  );
}

function OwnerField({ owner, onChange }: OwnerFieldProps) {
  const { data } = useQuery(panelOwnersQuery);
  const { groups = [], organizations = [] } = data ?? {};
  const toItem = (prefix: string) => (each: { id: string; name: string }) => ({
    value: `${prefix}${each.id}`,
    label: each.name,
  });
  const sections = [
    { group: words.organization, items: organizations.map(toItem(ORGANIZATION)) },
    { group: words.group, items: groups.map(toItem(GROUP)) },
  ];
  return (
    <Select
      label={words.owner}
      data={[{ value: ME, label: texts.me }, ...sections.filter(({ items }) => items.length > 0)]}
      value={toChoice(owner)}
      allowDeselect={false}
      searchable={groups.length + organizations.length > 8}
      onChange={choice => onChange(fromChoice(choice ?? ME))}
    />
  );
}

const ME = 'me';
const GROUP = 'group ';
const ORGANIZATION = 'organization ';

function toChoice({ group_id, organization_id }: ChosenOwner): string {
  if (group_id !== undefined) return GROUP + group_id;
  return organization_id === undefined ? ME : ORGANIZATION + organization_id;
}

function fromChoice(choice: string): ChosenOwner {
  if (choice.startsWith(GROUP)) return { group_id: choice.slice(GROUP.length) };
  return choice.startsWith(ORGANIZATION) ? { organization_id: choice.slice(ORGANIZATION.length) } : {};
}

/** Returns the name of an owner, as far as the user may know it. */
export function useOwnerNames(owners: readonly Owner[]): (owner: Owner) => string {
  const { user } = useSession();
  const { data: known } = useQuery(panelOwnersQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const nameOf = usePeopleNames(owners.flatMap(({ user_id }) => (user_id ? [user_id] : [])));
  return ({ user_id, group_id, organization_id }) => {
    if (group_id) {
      const group = groups.find(({ id }) => id === group_id);
      return group ? texts.groupOf(group.name) : words.group;
    }
    if (organization_id) {
      const organization = known?.organizations.find(({ id }) => id === organization_id);
      return organization ? texts.organizationOf(organization.name) : words.organization;
    }
    if (!user_id) return '';
    return user_id === user.id ? words.you : (nameOf(user_id) ?? '');
  };
}
