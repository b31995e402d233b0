import Type, { type Static } from 'typebox';
import { about, named } from '../http/described.ts';

const NodeTypeEntry = Type.Object({
  type: Type.String(),
  title: Type.String(),
  description: Type.String(),
  category: about('The category under which it is listed.', Type.Enum(['trigger', 'action', 'logic'])),
  is_trigger: about('Whether it begins runs.', Type.Boolean()),
  terminal: about('Whether no step can follow it.', Type.Boolean()),
  handles: about(
    'The exits to which edges can be attached. Empty: the only one has no name.',
    Type.Array(Type.String()),
  ),
  default_output: Type.Optional(Type.Boolean({ description: 'true: an edge may also leave without a source_handle' })),
  params_schema: about('The JSON Schema of its params.', Type.Unknown()),
});

const ToolEntry = Type.Object({
  name: Type.String(),
  display_name: about('The name that people see.', Type.String()),
  description: Type.String(),
  category: about('The category under which it is listed.', Type.String()),
  icon: about('The name of its icon.', Type.String()),
  input_schema: about('The JSON Schema of its params.', Type.Unknown()),
});

const TYPES = 'The types of steps.';
const TOOLS = 'The tools that steps and assistants can use.';

export const Catalog = named(
  'Catalog',
  Type.Object({
    node_types: about(TYPES, Type.Array(NodeTypeEntry)),
    tools: about(TOOLS, Type.Array(ToolEntry)),
  }),
);
export type Catalog = Static<typeof Catalog>;

const output_schema = Type.Optional(
  about('The JSON Schema of what it gives. Missing when that depends on its params, or is not known.', Type.Unknown()),
);

const paramsSchema = about(
  'The JSON Schema of its params. `x-widget` says how a field is edited where its type does not.',
  Type.Unknown(),
);

/** The specification fixes the fields of the other one. */
export const DescribedCatalog = named(
  'DescribedCatalog',
  Type.Object({
    node_types: about(
      TYPES,
      Type.Array(Type.Object({ ...NodeTypeEntry.properties, params_schema: paramsSchema, output_schema })),
    ),
    tools: about(
      TOOLS,
      Type.Array(Type.Object({ ...ToolEntry.properties, input_schema: paramsSchema, output_schema })),
    ),
  }),
);
export type DescribedCatalog = Static<typeof DescribedCatalog>;
