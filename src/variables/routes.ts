/** `/api/v1/variable`: values that templates read as `vars.name`. */
import type { HeddleDatabase } from '../database.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { overrideVariable, type RequireWorkflow, resolveVariables } from './overrides.ts';
import * as schemas from './schemas.ts';
import { createVariable, deleteVariable, findVariables, getVariable, updateVariable } from './variables.ts';

const access = { scope: '*', tier: 'default' } as const;

interface VariableServices {
  database: HeddleDatabase;
  requireWorkflow: RequireWorkflow;
}

export function variableEndpoints({ database: { query: db }, requireWorkflow }: VariableServices): Endpoint[] {
  return [
    endpoint({
      path: '/api/v1/variable/create',
      failures: [409],
      summary: 'Creates a variable of the caller or of an organization',
      ...access,
      body: schemas.VariableCreation,
      reply: schemas.SavedVariable,
      handle: ({ caller, body }) => createVariable(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/variable/update',
      failures: [409],
      summary: 'Changes what is sent of a variable; runs that begin from then on see it',
      ...access,
      body: schemas.VariableUpdate,
      reply: schemas.SavedVariable,
      handle: ({ caller, body }) => updateVariable(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/variable/get',
      summary: 'Reads a variable, and which workflows refer to it',
      ...access,
      body: schemas.VariableId,
      reply: schemas.VariableDetails,
      handle: ({ caller, body }) => getVariable(db, caller, body.id),
    }),
    endpoint({
      path: '/api/v1/variable/find',
      summary: 'Lists the variables of the caller and of their organizations',
      ...access,
      body: schemas.VariableQuery,
      reply: schemas.VariableList,
      handle: ({ caller, body }) => findVariables(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/variable/delete',
      summary: 'Deletes a variable, and lists the workflows that still refer to it',
      ...access,
      body: schemas.VariableId,
      reply: schemas.DeletedVariable,
      handle: ({ caller, body }) => deleteVariable(db, caller, body.id),
    }),
    endpoint({
      path: '/api/v1/variable/override',
      summary: 'Gives a workflow a value of its own, or removes it',
      ...access,
      workflowPermission: 'write',
      body: schemas.Override,
      reply: schemas.ResolvedVariables,
      handle: ({ caller, body }) => overrideVariable(db, caller, requireWorkflow, body),
    }),
    endpoint({
      path: '/api/v1/variable/resolve',
      summary: 'Lists the variables that a workflow sees, for those who may change it',
      ...access,
      workflowPermission: 'read',
      body: schemas.VariablesOf,
      reply: schemas.ResolvedVariables,
      handle: ({ caller, body }) => resolveVariables(db, caller, requireWorkflow, body.workflow_id),
    }),
  ];
}
