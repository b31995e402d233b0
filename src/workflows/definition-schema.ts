/**
 * The definition of a workflow as the API description shows it. Nothing is validated with it: any object is stored as
 * it is sent, and only the validation of a workflow reports what is wrong with it.
 */
import Type from 'typebox';
import { Settings } from '../engine/settings-schema.ts';
import { about, named } from '../http/described.ts';

const open = { additionalProperties: true };

const Node = named(
  'Node',
  Type.Object(
    {
      id: about(
        'The id of the step, unique in the definition. Templates name it: `{{ steps.<id>.output }}`.',
        Type.String(),
      ),
      type: about('The type of the step, such as `http.request`. The catalog lists all of them.', Type.String()),
      name: about('What people call the step.', Type.Optional(Type.String())),
      params: about(
        'The params of the step, as its type defines them. Texts in them may hold templates.',
        Type.Optional(Type.Object({}, open)),
      ),
      position: about(
        'Where the editor draws the step.',
        Type.Optional(
          Type.Union([
            Type.Object({
              x: about('To the right, in pixels.', Type.Number()),
              y: about('Downwards, in pixels.', Type.Number()),
            }),
            Type.Null(),
          ]),
        ),
      ),
    },
    { ...open, description: 'A step of a workflow. The first one is a trigger.' },
  ),
);

const Edge = named(
  'Edge',
  Type.Object(
    {
      source: about('The id of the step that it leaves.', Type.String()),
      target: about('The id of the step that it leads to.', Type.String()),
      source_handle: about(
        'The exit of the source, for steps with several, such as `true`, `approved` or `error`.',
        Type.Optional(Type.Union([Type.String(), Type.Null()])),
      ),
    },
    { ...open, description: 'Leads from one step to the next.' },
  ),
);

export const ShownDefinition = Type.Object(
  {
    nodes: about('The steps.', Type.Optional(Type.Array(Node))),
    edges: about('What leads from step to step.', Type.Optional(Type.Array(Edge))),
    settings: about(
      'How runs of the workflow are queued, repeated, watched and kept.',
      Type.Optional(named('WorkflowSettings', Settings)),
    ),
  },
  {
    ...open,
    description:
      'The steps of a workflow and what leads from one to the next. It is stored as it is sent, even when it is not valid.',
    examples: [
      {
        nodes: [
          { id: 'start', type: 'trigger.manual', params: {} },
          { id: 'total', type: 'transform', params: { fields: { total: '{{ input.amount * 1.2 }}' } } },
        ],
        edges: [{ source: 'start', target: 'total' }],
      },
    ],
  },
);
