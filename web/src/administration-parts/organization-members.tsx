/** Who belongs to an organization, and what they may do there. */

import { NativeSelect } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type OrganizationRole, removeOrganizationMember, setOrganizationMember } from '../api/organizations.ts';
import { organizations as texts } from '../texts/administration.ts';
import { Members } from './members.tsx';

export const ROLES = ['viewer', 'operator', 'editor', 'admin', 'owner'] as const satisfies OrganizationRole[];

interface OrganizationMembersProps {
  id: string;
  members: readonly { user_id: string; role: OrganizationRole }[];
  /** The highest role that can be given. Whoever has a higher one stays as they are. */
  most: OrganizationRole;
  changes: readonly QueryKey[];
}

export function OrganizationMembers({ id, members, most, changes }: OrganizationMembersProps) {
  const given = ROLES.slice(0, ROLES.indexOf(most) + 1);
  return (
    <>
      <Members
        texts={texts}
        members={members}
        changes={changes}
        isFixed={({ role }) => !given.includes(role)}
        onAdd={userId => setOrganizationMember(id, userId, 'viewer')}
        onRemove={userId => removeOrganizationMember(id, userId)}
        extra={({ user_id, role }, person, isBusy, perform) => (
          <NativeSelect
            size="xs"
            aria-label={texts.roleOf(person)}
            data={(given.includes(role) ? given : [role]).map(each => ({ value: each, label: texts.roles[each] }))}
            value={role}
            disabled={isBusy || !given.includes(role)}
            onChange={event => {
              const chosen = ROLES.find(each => each === event.currentTarget.value);
              if (chosen) perform(() => setOrganizationMember(id, user_id, chosen));
            }}
          />
        )}
      />
      <p className="mt-4 tiny dim">{texts.rolesText}</p>
    </>
  );
}
