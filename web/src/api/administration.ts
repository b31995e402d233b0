/** Users, groups and organizations, for administrators. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  CreditUsage,
  GroupList,
  OrganizationList,
  SentInvitation,
  UserInvitation,
  UserList,
  UserListRequest,
  UserRemains,
} from '../../../src/accounts/administration-schemas.ts';
import type { Group, Organization, User, UserUpdate } from '../../../src/accounts/schemas.ts';
import { PEOPLE_GROUPS } from './people.ts';
import { post } from './transport/client.ts';

export type * from '../../../src/accounts/administration-schemas.ts';
export type * from '../../../src/accounts/schemas.ts';

const PAGE = 100;

/** The beginnings of the keys of queries, to read them again after a change. */
export const USERS = ['administration', 'users'];
export const GROUPS = ['administration', 'groups'];
export const ORGANIZATIONS = ['administration', 'organizations'];
/** Lists of users name their groups and organizations. */
export const GROUP_CHANGES = [GROUPS, USERS, PEOPLE_GROUPS];
export const ORGANIZATION_CHANGES = [ORGANIZATIONS, USERS];

interface Page {
  total: number;
  items: readonly unknown[];
}

/** A list that is read page by page. */
function listQuery<List extends Page>(key: readonly string[], path: string, filters: UserFilters) {
  return infiniteQueryOptions({
    queryKey: [...key, filters],
    queryFn: ({ pageParam, signal }) => post<List>(path, { ...filters, skip: pageParam, limit: PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && read < last.total ? read : undefined;
    },
    placeholderData: keepPreviousData,
  });
}

export type UserFilters = Pick<UserListRequest, 'text' | 'state' | 'admin'>;

export function usersQuery(filters: UserFilters) {
  return listQuery<UserList>(USERS, 'v1/user/list', filters);
}

/** One user, who need not be in the list that is shown. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...USERS, 'one', id],
    queryFn: async ({ signal }) => {
      const { items, sends_mail } = await post<UserList>('v1/user/list', { id }, { signal });
      return { listed: items[0] ?? null, sendsMail: sends_mail };
    },
  });
}

export function remainsQuery(user_id: string) {
  return queryOptions({
    queryKey: [...USERS, 'remains', user_id],
    queryFn: ({ signal }) => post<UserRemains>('v1/user/remains', { user_id }, { signal }),
    staleTime: 0,
  });
}

export function inviteUser(invitation: UserInvitation): Promise<SentInvitation> {
  return post<SentInvitation>('v1/user/invite', invitation);
}

export function sendLink(user_id: string, delivery: 'mail' | 'link'): Promise<SentInvitation> {
  return post<SentInvitation>('v1/user/link/create', { user_id, delivery });
}

export async function revokeLink(user_id: string): Promise<void> {
  await post('v1/user/link/revoke', { user_id });
}

export function updateUser(changes: UserUpdate): Promise<User> {
  return post<User>('v1/user/update', changes);
}

export async function deleteUser(id: string): Promise<void> {
  await post(`v1/user/delete?entity_id=${id}`);
}

export function groupListQuery(text: string) {
  return listQuery<GroupList>(GROUPS, 'v1/group/list', { text });
}

export function createGroup(name: string): Promise<Group> {
  return post<Group>('v1/group/create', { name });
}

export function renameGroup(id: string, name: string): Promise<Group> {
  return post<Group>('v1/group/update', { id, name });
}

export async function deleteGroup(id: string): Promise<void> {
  await post(`v1/group/delete?entity_id=${id}`);
}

export async function setGroupMember(group_id: string, user_id: string): Promise<void> {
  await post('v1/group/member/set', { group_id, user_id });
}

export async function removeGroupMember(group_id: string, user_id: string): Promise<void> {
  await post('v1/group/member/remove', { group_id, user_id });
}

export function organizationListQuery(text: string) {
  return listQuery<OrganizationList>(ORGANIZATIONS, 'v1/organization/list', { text });
}

export function createOrganization(name: string): Promise<Organization> {
  return post<Organization>('v1/organization/create', { name });
}

export function updateOrganization(
  changes: Pick<Organization, 'id'> & Partial<Pick<Organization, 'name' | 'credits' | 'storage_quota'>>,
): Promise<Organization> {
  return post<Organization>('v1/organization/update', changes);
}

export async function deleteOrganization(id: string): Promise<void> {
  await post(`v1/organization/delete?entity_id=${id}`);
}

/** What the person who is signed in may use and has used. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => post<CreditUsage>('v1/profile/usage', {}, { signal }),
});
