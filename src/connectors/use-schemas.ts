import Type, { type Static } from 'typebox';
import { about, named } from '../http/described.ts';
import { Uuid } from '../http/endpoint.ts';

const Named = named('NamedUse', Type.Object({ id: Uuid, name: Type.String() }));
export const UsingWorkflow = named(
  'UsingWorkflow',
  Type.Object({
    tool: about('The name of the tool.', Type.String()),
    workflow: Named,
    draft: about('Whether the draft does.', Type.Boolean()),
    published: about('Whether the published version does.', Type.Boolean()),
  }),
);
export type UsingWorkflow = Static<typeof UsingWorkflow>;
/** Who uses the tools of a connector or an MCP server, as far as the caller may see them. */
export const ToolUses = named(
  'ToolUses',
  Type.Object({
    workflows: Type.Array(UsingWorkflow),
    assistants: about(
      'The assistants that use it.',
      Type.Array(
        Type.Object({
          tool: about('The name of the tool.', Type.String()),
          assistant: about('The assistant; null: none.', Named),
        }),
      ),
    ),
  }),
);
export type ToolUses = Static<typeof ToolUses>;
