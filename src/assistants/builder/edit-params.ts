/** The params of an edit. They are flat, because alternatives confuse many models. `operations.ts` checks combinations. */
import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { freeObject, strict } from '../../nodes/param-schemas.ts';
import { builderLimits } from './builder-limits.ts';

const nodeName = Type.String({
  description: 'Label of the node in the editor.',
  maxLength: fixedLimits.nameCharacters,
});
const nodeType = Type.String({ description: 'Node type, as the catalog lists it.' });
const position = Type.Unsafe<{ x: number; y: number } | null>({
  type: ['object', 'null'],
  description: 'Where the node stands on the canvas. Better left out: a place is found.',
  properties: { x: { type: 'number' }, y: { type: 'number' } },
  required: ['x', 'y'],
  additionalProperties: false,
});

const NewNode = Type.Object(
  {
    id: Type.String({
      description: 'Letters, digits and _, such as fetch_orders. Steps after it refer to it by this.',
    }),
    type: nodeType,
    name: Type.Optional(nodeName),
    params: Type.Optional(freeObject('Params', 'As the params schema of the type says.')),
    position: Type.Optional(position),
  },
  { ...strict, description: 'add_node: the node.' },
);

const Definition = Type.Unsafe<Record<string, unknown> & { nodes: unknown[]; edges: unknown[] }>({
  type: 'object',
  description: 'replace: the whole new definition, {nodes: [...], edges: [...]}.',
  properties: {
    nodes: { type: 'array', items: { type: 'object' } },
    edges: { type: 'array', items: { type: 'object' } },
  },
  required: ['nodes', 'edges'],
});

const OPERATIONS = [
  'add_node',
  'update_node',
  'remove_node',
  'add_edge',
  'remove_edge',
  'set_settings',
  'replace',
] as const;

const EditOperation = Type.Object(
  {
    operation: Type.Unsafe<(typeof OPERATIONS)[number]>({
      type: 'string',
      enum: [...OPERATIONS],
    }),
    node: Type.Optional(NewNode),
    id: Type.Optional(Type.String({ description: 'update_node, remove_node: id of the node.' })),
    name: Type.Optional(nodeName),
    type: Type.Optional(nodeType),
    params: Type.Optional(freeObject('Params', 'update_node: all params of the node, in place of those it has.')),
    set_params: Type.Optional(
      freeObject('Params to set', 'update_node: params to change or add; the others of the node stay.'),
    ),
    position: Type.Optional(position),
    source: Type.Optional(Type.String({ description: 'add_edge, remove_edge: id of the node that the edge leaves.' })),
    target: Type.Optional(Type.String({ description: 'add_edge, remove_edge: id of the node that the edge enters.' })),
    source_handle: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'add_edge, remove_edge: named output of the source; left out or null: its default output.',
      }),
    ),
    settings: Type.Optional(
      freeObject('Settings', 'set_settings: settings to change or add; null takes one away, and the others stay.'),
    ),
    definition: Type.Optional(Definition),
  },
  strict,
);

export const EditParams = Type.Object(
  {
    operations: Type.Optional(
      Type.Array(EditOperation, {
        description:
          'Applied in this order, all or none. add_node {node}; update_node {id, name, type, params, set_params, ' +
          'position}; remove_node {id}, which removes its edges too; add_edge and remove_edge {source, target, ' +
          'source_handle}; set_settings {settings}; replace {definition}.',
        maxItems: builderLimits.operations,
      }),
    ),
    name: Type.Optional(
      Type.String({ description: 'New name of the workflow.', minLength: 1, maxLength: fixedLimits.nameCharacters }),
    ),
    description: Type.Optional(
      Type.String({ description: 'New description of the workflow.', maxLength: fixedLimits.descriptionCharacters }),
    ),
  },
  strict,
);

export type EditOperation = Static<typeof EditOperation>;
export type EditParams = Static<typeof EditParams>;
