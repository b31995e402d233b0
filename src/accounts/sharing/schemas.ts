/** The fields of requests and replies that say who owns something, and with whom it is shared. */
import Type, { type Static, type TSchema } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { about, named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';

const write = about('Whether they may also change it.', Type.Boolean());
/** With whom a credential, a connector or an MCP server is shared. */
const UserShare = named(
  'ConnectionUserShare',
  Type.Object({
    user_email: about(
      'The e-mail address of the user whom it is shared with.',
      Type.String({ maxLength: fixedLimits.emailCharacters }),
    ),
    write,
  }),
);
const GroupShare = named('ConnectionGroupShare', Type.Object({ group_id: Uuid, write }));

/** The fields of a creation or an update that say with whom something is shared. */
export function sharingFields<User extends TSchema, Group extends TSchema>(user: User, group: Group) {
  const most = { maxItems: fixedLimits.shares };
  return {
    sharing: about('The users whom it is shared with.', Type.Optional(Type.Array(user, most))),
    group_sharing: about('The groups that it is shared with.', Type.Optional(Type.Array(group, most))),
  };
}

/** Those of a credential, a connector or an MCP server. */
export const connectionSharingFields = sharingFields(UserShare, GroupShare);

const Owner = Type.Object(
  {
    user_id: about('The user; null: it is not a user.', Nullable(Uuid)),
    group_id: about('The group; null: it is not a group.', Nullable(Uuid)),
    organization_id: about('The organization; null: it is not an organization.', Nullable(Uuid)),
  },
  { description: 'Who owns it: a user, a group or an organization.' },
);
export type Owner = Static<typeof Owner>;

/** The fields of a reply about a credential, a connector or an MCP server. */
export const ownershipFields = {
  owner: Owner,
  permissions: Type.Object(
    {
      use: about('Whether the caller may use it.', Type.Boolean()),
      write: about('Whether the caller may change it.', Type.Boolean()),
    },
    { description: 'What the caller may do with it.' },
  ),
  sharing: Type.Array(UserShare, { description: 'empty for those who may not change it' }),
  group_sharing: Type.Array(GroupShare, { description: 'empty for those who may not change it' }),
};
