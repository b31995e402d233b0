/** With whom a credential, a connector or an MCP server is shared. */
import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Uuid } from '../http/endpoint.ts';

export const UserShare = named(
  'ConnectionUserShare',
  Type.Object({
    user_email: about(
      'The e-mail address of the user whom it is shared with.',
      Type.String({ maxLength: fixedLimits.emailCharacters }),
    ),
    write: about('Whether they may also change it.', Type.Boolean()),
  }),
);

export const GroupShare = named(
  'ConnectionGroupShare',
  Type.Object({
    group_id: Uuid,
    write: about('Whether they may also change it.', Type.Boolean()),
  }),
);
