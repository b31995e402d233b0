/**
 * What the members of an organization may do there. Each role may do what those before it may:
 *
 *   viewer    use what belongs to the organization: credentials, connectors, variables
 *   operator  also start, repeat and cancel runs
 *   editor    also create and publish workflows, and change what belongs to the organization
 *   admin     also add and remove members, and give them roles up to their own
 *   owner     also name owners, and rename the organization
 *
 * A role makes no workflow visible: the owner and the shares of a workflow decide that.
 */
export const ROLES = ['viewer', 'operator', 'editor', 'admin', 'owner'] as const;

export type Role = (typeof ROLES)[number];

const LEAST_ROLE = { operate: 'operator', edit: 'editor', manage: 'admin', own: 'owner' } as const satisfies Record<
  string,
  Role
>;

export type OrganizationRight = keyof typeof LEAST_ROLE;

/** The roles that have a right. */
export function rolesWith(right: OrganizationRight): readonly Role[] {
  return ROLES.slice(ROLES.indexOf(LEAST_ROLE[right]));
}

export function hasRight(role: Role, right: OrganizationRight): boolean {
  return rolesWith(right).includes(role);
}

/** Before there were roles, members could either do everything in an organization or change nothing. */
export function roleOf({ role, write }: { role?: Role | undefined; write?: boolean | undefined }): Role {
  return role ?? (write ? 'editor' : 'viewer');
}
