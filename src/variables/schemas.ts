import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Description, pageFields } from '../http/schema-parts.ts';

const MOST_LISTED = 100;

export const VARIABLE_TYPES = ['text', 'number', 'boolean', 'json'] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

export const VariableName = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
  description: 'letters, digits and _; templates read it as vars.name',
});
const VariableTypeSchema = Type.Enum([...VARIABLE_TYPES], { description: 'json is a list, an object, or null' });
const Value = Type.Unknown({
  description: `fits the type, and has at most ${fixedLimits.variable.valueCharacters} characters of JSON`,
});
const Stamp = named(
  'VariableStamp',
  Type.Object({
    timestamp: Type.Integer({ description: 'milliseconds since the epoch' }),
    user_id: about('Who did it.', Nullable(Uuid)),
  }),
);

export const Variable = named(
  'Variable',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    type: VariableTypeSchema,
    value: Type.Unknown(),
    description: Type.String(),
    owner: about(
      'Who owns it.',
      Type.Object({
        user_id: Nullable(Uuid),
        organization_id: about('The id of the organization that it belongs to; null: none.', Nullable(Uuid)),
      }),
    ),
    permissions: about(
      'What the caller may do with it.',
      Type.Object({ write: about('Whether the caller may change it.', Type.Boolean()) }),
    ),
    created: about('When it was created, and by whom.', Stamp),
    updated: about('When it was last changed, and by whom.', Stamp),
  }),
);
export type Variable = Static<typeof Variable>;

const ReferringWorkflow = named('ReferringWorkflow', Type.Object({ id: Uuid, name: Type.String() }));
export type ReferringWorkflow = Static<typeof ReferringWorkflow>;
const workflows = Type.Array(ReferringWorkflow, {
  description: 'workflows that refer to it in their draft or published version, as far as the caller may see them',
});

export const VariableCreation = named(
  'VariableCreation',
  Type.Object({
    name: VariableName,
    type: VariableTypeSchema,
    value: Value,
    description: Type.Optional(Description),
    organization_id: Type.Optional(
      Nullable({ ...Uuid, description: 'the owner, otherwise it belongs to the caller alone' }),
    ),
  }),
);
export type VariableCreation = Static<typeof VariableCreation>;

export const VariableUpdate = named(
  'VariableUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(VariableName),
    type: Type.Optional(VariableTypeSchema),
    value: Type.Optional(Value),
    description: Type.Optional(Description),
    if_updated: Type.Optional(
      Type.Integer({
        description: 'the time of the last change that the caller knows; refused when it has changed since',
      }),
    ),
  }),
);
export type VariableUpdate = Static<typeof VariableUpdate>;

export const SavedVariable = named(
  'SavedVariable',
  Type.Object({
    ...Variable.properties,
    warning: Nullable(Type.String({ description: 'such as: the name looks like that of a secret' })),
    workflows: Type.Array(ReferringWorkflow, {
      description: 'workflows that still refer to the old name, as far as the caller may see them',
    }),
  }),
);
export type SavedVariable = Static<typeof SavedVariable>;

export const VariableId = named('VariableId', Type.Object({ id: Uuid }));
export const VariableDetails = named('VariableDetails', Type.Object({ ...Variable.properties, workflows }));
export type VariableDetails = Static<typeof VariableDetails>;
export const DeletedVariable = named('DeletedVariable', Type.Object({ id: Uuid, workflows }));
export type DeletedVariable = Static<typeof DeletedVariable>;

export const VariableQuery = named(
  'VariableQuery',
  Type.Object({
    text: Type.Optional(
      Type.String({ maxLength: fixedLimits.nameCharacters, description: 'words of the name or the description' }),
    ),
    type: Type.Optional(VariableTypeSchema),
    organization_id: Type.Optional(
      Nullable({ ...Uuid, description: 'only those of this organization; null: only those of the caller' }),
    ),
    ...pageFields(MOST_LISTED),
  }),
);
export type VariableQuery = Static<typeof VariableQuery>;
export const VariableList = named(
  'VariableList',
  Type.Object({
    items: Type.Array(Variable),
    total: Type.Integer(),
  }),
);
export type VariableList = Static<typeof VariableList>;

export const Override = named(
  'VariableOverride',
  Type.Object({
    workflow_id: Uuid,
    name: VariableName,
    value: Type.Unknown({ description: 'null removes the value of the workflow' }),
  }),
);
export type Override = Static<typeof Override>;
export const VariablesOf = named('VariablesQuery', Type.Object({ workflow_id: Uuid }));

export const ResolvedVariable = named(
  'ResolvedVariable',
  Type.Object({
    name: Type.String(),
    type: VariableTypeSchema,
    value: Type.Unknown(),
    description: Type.String(),
    source: about('Whose value it is.', Type.Enum(['user', 'organization', 'workflow'])),
    inherited: Type.Optional(Type.Unknown({ description: "the owner's value, where the workflow has another" })),
  }),
);
export type ResolvedVariable = Static<typeof ResolvedVariable>;
export const ResolvedVariables = named('ResolvedVariables', Type.Object({ variables: Type.Array(ResolvedVariable) }));
export type ResolvedVariables = Static<typeof ResolvedVariables>;
