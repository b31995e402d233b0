/** `/api/v1/variable`: values that templates read as `vars.name`. */
import type { HeddleDatabase } from '../database.ts';
import { endpointWith, everyone } from '../http/endpoint.ts';
import { overrideVariable, type RequireWorkflow, resolveVariables } from './overrides.ts';
import * as schemas from './schemas.ts';
import { createVariable, deleteVariable, findVariables, getVariable, updateVariable } from './variables.ts';

interface VariableServices {
  database: HeddleDatabase;
  requireWorkflow: RequireWorkflow;
}

const endpoint = endpointWith<VariableServices>();

export const variableEndpoints = [
  endpoint({
    path: '/api/v1/variable/create',
    failures: [409],
    summary: 'Creates a variable of the caller or of an organization',
    ...everyone,
    body: schemas.VariableCreation,
    reply: schemas.SavedVariable,
    handle: ({ database }, { caller, body }) => createVariable(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/variable/update',
    failures: [409],
    summary: 'Changes what is sent of a variable; runs that begin from then on see it',
    ...everyone,
    body: schemas.VariableUpdate,
    reply: schemas.SavedVariable,
    handle: ({ database }, { caller, body }) => updateVariable(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/variable/get',
    summary: 'Reads a variable, and which workflows refer to it',
    ...everyone,
    body: schemas.VariableId,
    reply: schemas.VariableDetails,
    handle: ({ database }, { caller, body }) => getVariable(database.query, caller, body.id),
  }),
  endpoint({
    path: '/api/v1/variable/find',
    summary: 'Lists the variables of the caller and of their organizations',
    ...everyone,
    body: schemas.VariableQuery,
    reply: schemas.VariableList,
    handle: ({ database }, { caller, body }) => findVariables(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/variable/delete',
    summary: 'Deletes a variable, and lists the workflows that still refer to it',
    ...everyone,
    body: schemas.VariableId,
    reply: schemas.DeletedVariable,
    handle: ({ database }, { caller, body }) => deleteVariable(database.query, caller, body.id),
  }),
  endpoint({
    path: '/api/v1/variable/override',
    summary: 'Gives a workflow a value of its own, or removes it',
    ...everyone,
    workflowPermission: 'write',
    body: schemas.Override,
    reply: schemas.ResolvedVariables,
    handle: ({ database, requireWorkflow }, { caller, body }) =>
      overrideVariable(database.query, caller, requireWorkflow, body),
  }),
  endpoint({
    path: '/api/v1/variable/resolve',
    summary: 'Lists the variables that a workflow sees, for those who may change it',
    ...everyone,
    workflowPermission: 'read',
    body: schemas.VariablesOf,
    reply: schemas.ResolvedVariables,
    handle: ({ database, requireWorkflow }, { caller, body }) =>
      resolveVariables(database.query, caller, requireWorkflow, body.workflow_id),
  }),
];
