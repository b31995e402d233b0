/** Variables: what templates read as `vars.name`. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  DeletedVariable,
  Override,
  ResolvedVariables,
  SavedVariable,
  VariableCreation,
  VariableDetails,
  VariableList,
  VariableQuery,
  VariableUpdate,
} from '../../../src/variables/schemas.ts';
import { post } from './transport/client.ts';

export type * from '../../../src/variables/schemas.ts';

/** The beginning of the keys of everything about variables. */
export const VARIABLES = ['variables'] as const;

export function variablesQuery(query: VariableQuery) {
  return queryOptions({
    queryKey: [...VARIABLES, 'list', query],
    queryFn: ({ signal }) => post<VariableList>('v1/variable/find', query, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function variableQuery(id: string) {
  return queryOptions({
    queryKey: [...VARIABLES, 'one', id],
    queryFn: ({ signal }) => post<VariableDetails>('v1/variable/get', { id }, { signal }),
  });
}

/** What a workflow sees. Only those who may change the workflow are told. */
export function workflowVariablesQuery(workflowId: string) {
  return queryOptions({
    queryKey: [...VARIABLES, 'workflow', workflowId],
    queryFn: async ({ signal }) => {
      const { variables } = await post<ResolvedVariables>(
        'v1/variable/resolve',
        { workflow_id: workflowId },
        { signal },
      );
      return variables;
    },
  });
}

export function createVariable(creation: VariableCreation): Promise<SavedVariable> {
  return post('v1/variable/create', creation);
}

export function updateVariable(update: VariableUpdate): Promise<SavedVariable> {
  return post('v1/variable/update', update);
}

export function deleteVariable(id: string): Promise<DeletedVariable> {
  return post('v1/variable/delete', { id });
}

/** Gives a workflow a value of its own; null removes it. */
export async function overrideVariable(queryClient: QueryClient, override: Override): Promise<void> {
  const { variables } = await post<ResolvedVariables>('v1/variable/override', override);
  queryClient.setQueryData(workflowVariablesQuery(override.workflow_id).queryKey, variables);
}
