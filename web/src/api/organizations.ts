/** The organizations of the person who is signed in, and their members. */

import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../src/accounts/roles.ts';
import type { OwnOrganizations } from '../../../src/accounts/schemas.ts';
import { post } from './transport/client.ts';

export type OrganizationRole = Role;
export type OwnOrganization = OwnOrganizations['items'][number];

export const ownOrganizationsQuery = queryOptions({
  queryKey: ['organizations', 'own'],
  queryFn: ({ signal }) => post<OwnOrganizations>('v1/organization/mine', {}, { signal }),
});

export async function setOrganizationMember(
  organization_id: string,
  user_id: string,
  role: OrganizationRole,
): Promise<void> {
  await post('v1/organization/member/set', { organization_id, user_id, role });
}

export async function removeOrganizationMember(organization_id: string, user_id: string): Promise<void> {
  await post('v1/organization/member/remove', { organization_id, user_id });
}
