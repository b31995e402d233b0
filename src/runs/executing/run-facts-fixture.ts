/** What a run knows of itself, for tests and benchmarks that execute without a database. */
import type { RunFacts } from './run-state.ts';

export function runFacts(changes: Partial<RunFacts> = {}): RunFacts {
  return {
    id: '0197d1aa-0000-7000-8000-00000000000a',
    workflowId: '0197d1aa-0000-7000-8000-00000000000b',
    workflowName: 'test',
    organizationId: null,
    version: null,
    revisionId: null,
    variation: null,
    triggerNodeId: 'start',
    triggerType: 'trigger.manual',
    triggerDepth: 0,
    automatic: false,
    traceContext: null,
    input: {},
    inputText: '{}',
    variables: null,
    user: { id: 'ann', email: '', name: '' },
    createdAt: new Date(1000),
    startedAt: new Date(2000),
    ...changes,
  };
}
